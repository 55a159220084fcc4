import type { SafeStorage } from 'electron';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Keychain, KeychainState } from '../../host.ts';

type Synchronous = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'>;
type Asynchronous = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;
/** `safeStorage`, of which older Electrons have the synchronous half only. */
export type Storage = Pick<SafeStorage, 'getSelectedStorageBackend'> &
  Synchronous &
  Partial<Asynchronous>;

function hasAsync(storage: Storage): storage is Storage & Asynchronous {
  return (
    storage.isAsyncEncryptionAvailable !== undefined &&
    storage.encryptStringAsync !== undefined &&
    storage.decryptStringAsync !== undefined
  );
}

/**
 * The operating system's keychain through Electron's safeStorage. On Linux that falls back without a
 * word to a key that stands in Chromium's source (`basic_text`): that is no keychain, and said so.
 * Must be asked after the app is ready.
 */
export function createKeychain(storage: Storage, platform: NodeJS.Platform): Keychain {
  const operations: { available(): Promise<boolean> } & Pick<Keychain, 'seal' | 'unseal'> =
    hasAsync(storage)
      ? {
          available: () => storage.isAsyncEncryptionAvailable(),
          seal: (plain) => storage.encryptStringAsync(toText(plain)),
          unseal: async (sealed) =>
            fromText((await storage.decryptStringAsync(Buffer.from(sealed))).result),
        }
      : {
          available: async () => storage.isEncryptionAvailable(),
          seal: async (plain) => storage.encryptString(toText(plain)),
          unseal: async (sealed) => fromText(storage.decryptString(Buffer.from(sealed))),
        };

  const state = async (): Promise<KeychainState> => {
    try {
      const backend = backendOf(storage, platform);
      if (backend === 'basic_text') return { available: false, problem: 'fixed-key' };
      if (await operations.available()) return { available: true, backend };
      return { available: false, problem: platform === 'linux' ? 'no-keyring' : 'failed' };
    } catch {
      // Whatever the operating system says, the way on is the same: the user's own passphrase.
      return { available: false, problem: 'failed' };
    }
  };
  const guarded = async (work: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    if (!(await state()).available) throw new AppError('vault-keychain-unavailable');
    try {
      return await work();
    } catch (cause) {
      throw new AppError('vault-keychain-unavailable', { cause });
    }
  };

  return {
    state,
    seal: (plain) => guarded(() => operations.seal(plain)),
    unseal: (sealed) => guarded(() => operations.unseal(sealed)),
  };
}

function backendOf(storage: Storage, platform: NodeJS.Platform): string {
  if (platform === 'linux') return storage.getSelectedStorageBackend();
  return platform === 'darwin' ? 'keychain' : 'dpapi';
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromText = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
