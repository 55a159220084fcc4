import type { SafeStorage } from 'electron';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Keychain, KeychainState, Unsealed } from '../../base/host.ts';

type Synchronous = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'>;
type Asynchronous = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;
/** `safeStorage`, of which older Electrons have only the synchronous functions. */
export type Storage = Pick<SafeStorage, 'getSelectedStorageBackend'> &
  Synchronous &
  Partial<Asynchronous>;

/** The common form of both kinds of functions. */
interface Operations {
  available(): Promise<boolean>;
  seal(text: string): Promise<Buffer>;
  unseal(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
}

function operationsOf(storage: Storage): Operations {
  if (hasAsync(storage)) {
    return {
      available: () => storage.isAsyncEncryptionAvailable(),
      seal: (text) => storage.encryptStringAsync(text),
      unseal: (sealed) => storage.decryptStringAsync(sealed),
    };
  }
  return {
    available: async () => storage.isEncryptionAvailable(),
    seal: async (text) => storage.encryptString(text),
    unseal: async (sealed) => ({ result: storage.decryptString(sealed), shouldReEncrypt: false }),
  };
}

function hasAsync(storage: Storage): storage is Storage & Asynchronous {
  return (
    storage.isAsyncEncryptionAvailable !== undefined &&
    storage.encryptStringAsync !== undefined &&
    storage.decryptStringAsync !== undefined
  );
}

/** On Linux data with this prefix was sealed by a key in Chromium's source code. */
const fixedKeyTag = Buffer.from('v10');

/**
 * The operating system's keychain through Electron's safeStorage. On Linux that silently falls back to a published key,
 * and since Electron 42 neither the desktop's name nor its availability shows this: only sealed data does, so a probe
 * is sealed. On macOS and Windows data sealed by the real key has the same tag. Call after the app is ready.
 * @see https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeychain(storage: Storage, platform: NodeJS.Platform): Keychain {
  const operations = operationsOf(storage);
  const isFixed = (sealed: Uint8Array): boolean =>
    platform === 'linux' && fixedKeyTag.equals(sealed.subarray(0, fixedKeyTag.length));

  const state = async (): Promise<KeychainState> => {
    try {
      if (await operations.available()) {
        return isFixed(await operations.seal('probe'))
          ? { available: false, problem: 'fixed-key' }
          : { available: true };
      }
      if (platform !== 'linux') return { available: false, problem: 'failed' };
      const isBasic = storage.getSelectedStorageBackend() === 'basic_text';
      return { available: false, problem: isBasic ? 'fixed-key' : 'no-keyring' };
    } catch {
      // Whatever the operating system says, the alternative is the same: the user's own passphrase.
      return { available: false, problem: 'failed' };
    }
  };
  const requireAvailable = async (): Promise<void> => {
    if (!(await state()).available) throw new AppError('vault-keychain-unavailable');
  };
  const unsealText = async (sealed: Uint8Array): Promise<Unsealed> => {
    const { result, shouldReEncrypt } = await operations.unseal(Buffer.from(sealed));
    const by = isFixed(sealed) ? 'fixed-key' : shouldReEncrypt ? 'older' : 'current';
    return { plain: fromText(result), by };
  };

  return {
    state,
    async seal(plain) {
      await requireAvailable();
      const sealed = await operations.seal(toText(plain)).catch(unavailable);
      if (isFixed(sealed)) throw new AppError('vault-keychain-unavailable');
      return sealed;
    },
    async unseal(sealed) {
      // Data that anyone can open is opened without a keyring too, so that it can be protected differently.
      if (!isFixed(sealed)) await requireAvailable();
      return unsealText(sealed).catch(unavailable);
    },
  };
}

const unavailable = (cause: unknown): never => {
  throw new AppError('vault-keychain-unavailable', { cause });
};

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromText = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
