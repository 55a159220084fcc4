import { randomBytes } from 'node:crypto';
import type { VaultState } from '../../../../preload/contract/app.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Protection } from '../../../../preload/contract/shapes.ts';
import type { Keychain, KeychainState } from '../../host.ts';
import { type KeyFile, readKeyFile, writeKeyFile } from './key-file.ts';
import { keyLength } from './sealing.ts';
import {
  type OpenedKey,
  openByKeychain,
  openByPassphrase,
  wrapByKeychain,
  wrapByPassphrase,
} from './user-key.ts';
import type { SecretScope } from './vault.ts';

/** The vault's keys, in `vault.json` and in memory. Call its asynchronous methods one at a time. */
export interface Keyring {
  state(): VaultState;
  /**
   * Returns a scope's key for immediate use, since a lock overwrites it. @throws AppError with the reason if there is
   * none
   */
  keyOf(scope: SecretScope): Uint8Array;
  /** Returns whether there is one now. */
  hasKey(scope: SecretScope): boolean;
  /** Creates a scope's key if there is none and it can be created. */
  makeKey(scope: SecretScope): Promise<void>;
  protectionOf(scope: SecretScope): Protection;
  /**
   * Returns the keys for another computer: the passphrase wraps what the keychain seals here. @throws AppError
   * `vault-keychain-unavailable`
   */
  portable(passphrase: string): Promise<KeyFile>;
  /** Rewraps the user's key. @throws AppError `vault-locked` */
  setPassphrase(passphrase: string): Promise<void>;
  /** @throws AppError `vault-wrong-passphrase`, `vault-not-set-up`, `vault-locked` if it was locked meanwhile */
  unlock(passphrase: string): Promise<void>;
  /** @throws AppError `vault-wrong-passphrase`, `vault-not-set-up` */
  verify(passphrase: string): Promise<void>;
  /** Overwrites the user's key in memory. False if that changes nothing. */
  lock(): boolean;
}

/**
 * @param sealAnew reseals a scope's secrets of the first format
 * @param beforeWrite throws if the folder has changed
 * @param made called when the user's first key was created
 * @param cost scrypt's N for the next passphrase
 * @throws AppError `vault-damaged`
 */
export async function openKeyring(
  folder: string,
  keychain: Keychain,
  beforeWrite: () => void,
  sealAnew: (scope: SecretScope, key: Uint8Array) => Promise<void>,
  made: () => void,
  cost: number,
): Promise<Keyring> {
  let keys: KeyFile = await readKeyFile(folder);
  let keychainState: KeychainState = await keychain.state();
  let userKey: Uint8Array | null = null;
  /** A user key that anyone can open: unused for secrets until something protects it. */
  let exposedKey: Uint8Array | null = null;
  let locks = 0;

  const store = async (next: KeyFile): Promise<void> => {
    beforeWrite();
    await writeKeyFile(folder, next);
    keys = next;
  };
  /** Reseals secrets of the app's first versions before any other use of the key. */
  const takeOver = async (
    { key, firstFormat }: OpenedKey,
    wrap: (key: Uint8Array) => Promise<KeyFile['user']>,
  ): Promise<void> => {
    if (!firstFormat) return;
    await sealAnew('user', key);
    await store({ ...keys, user: await wrap(key) });
  };
  const open = (passphrase: string): Promise<OpenedKey> => {
    if (keys.user?.protection !== 'passphrase') throw new AppError('vault-not-set-up');
    return openByPassphrase(passphrase, keys.user);
  };

  if (keys.version === 1) {
    if (keys.demo !== null) await sealAnew('demo', Buffer.from(keys.demo, 'base64'));
    await store({ ...keys, version: 2 });
  }
  if (keys.user?.protection === 'keychain') {
    const opened = await openSealed(keychain, keys.user, keychainState.available, {
      sealAnew: (key) => sealAnew('user', key),
      store: (user) => store({ ...keys, user }),
    });
    // The keyring was changed or is unavailable: state() and every get() say so, and nothing is replaced.
    if (opened === null) {
      // The keychain's own reason is more specific.
      if (keychainState.available) keychainState = { available: false, problem: 'failed' };
    } else if (opened.isExposed) exposedKey = opened.key;
    else userKey = opened.key;
  }

  const keyOf = (scope: SecretScope): Uint8Array => {
    if (scope === 'demo') return Buffer.from(keys.demo ?? '', 'base64');
    if (userKey !== null) return userKey;
    if (exposedKey !== null) throw new AppError('vault-not-set-up');
    if (keys.user?.protection === 'passphrase') throw new AppError('vault-locked');
    if (keys.user?.protection === 'keychain') throw new AppError('vault-keychain-unavailable');
    throw new AppError('vault-not-set-up');
  };

  return {
    keyOf,
    hasKey: (scope) => (scope === 'demo' ? keys.demo !== null : userKey !== null),
    state: () =>
      exposedKey === null
        ? stateOf(keys.user, keychainState, userKey !== null)
        : { state: 'not-set-up', protection: 'none', keychainProblem: 'exposed' },
    protectionOf: (scope) => (scope === 'demo' ? 'demo' : (keys.user?.protection ?? 'keychain')),
    async makeKey(scope) {
      const fresh = randomBytes(keyLength);
      if (scope === 'demo') {
        if (keys.demo === null) await store({ ...keys, demo: fresh.toString('base64') });
        return;
      }
      if (keys.user !== null || !keychainState.available) return;
      await store({ ...keys, user: await wrapByKeychain(keychain, fresh) });
      userKey = fresh;
      made();
    },
    async portable(passphrase) {
      if (keys.user?.protection !== 'keychain') return keys;
      const key = exposedKey ?? keyOf('user');
      return { ...keys, user: await wrapByPassphrase(passphrase, key, cost) };
    },
    async setPassphrase(passphrase) {
      const before = locks;
      // A copy, because a lock overwrites the key and may come during wrapping.
      const key = Uint8Array.from(
        exposedKey ?? (keys.user === null ? randomBytes(keyLength) : keyOf('user')),
      );
      try {
        await store({ ...keys, user: await wrapByPassphrase(passphrase, key, cost) });
        exposedKey?.fill(0);
        exposedKey = null;
        userKey?.fill(0);
        userKey = locks === before ? Uint8Array.from(key) : null;
      } finally {
        key.fill(0);
      }
    },
    async unlock(passphrase) {
      const before = locks;
      const opened = await open(passphrase);
      await takeOver(opened, (key) => wrapByPassphrase(passphrase, key, cost));
      if (locks !== before) {
        opened.key.fill(0);
        throw new AppError('vault-locked');
      }
      userKey?.fill(0);
      userKey = opened.key;
    },
    async verify(passphrase) {
      const { key } = await open(passphrase);
      key.fill(0);
    },
    lock() {
      locks += 1;
      if (keys.user?.protection !== 'passphrase' || userKey === null) return false;
      userKey.fill(0);
      userKey = null;
      return true;
    },
  };
}

function stateOf(
  user: KeyFile['user'],
  keychain: KeychainState,
  isOpen: boolean,
): ReturnType<Keyring['state']> {
  const keychainProblem = keychain.available ? null : keychain.problem;
  if (user !== null) {
    const { protection } = user;
    return { state: isOpen ? 'ready' : 'locked', protection, keychainProblem };
  }
  return keychain.available
    ? { state: 'ready', protection: 'keychain', keychainProblem }
    : { state: 'not-set-up', protection: 'none', keychainProblem };
}

/**
 * Returns the user's key from the keychain's wrapping. Rewraps it if the wrapping has the first format or uses another
 * key than the keychain's current one; if that fails, the next start tries again.
 * @returns null if the keychain does not open it; exposed if anyone can
 */
async function openSealed(
  keychain: Keychain,
  wrapped: Extract<KeyFile['user'], { readonly protection: 'keychain' }>,
  available: boolean,
  anew: {
    /** Reseals secrets under the key that have the first format. */
    readonly sealAnew: (key: Uint8Array) => Promise<void>;
    readonly store: (user: KeyFile['user']) => Promise<void>;
  },
): Promise<{ readonly key: Uint8Array; readonly isExposed: boolean } | null> {
  const opened = await openByKeychain(keychain, wrapped).catch(() => null);
  if (opened === null) return null;
  const { key, firstFormat, by } = opened;
  if (firstFormat) await anew.sealAnew(key);
  if (!firstFormat && by === 'current') return { key, isExposed: false };
  const again = available ? await wrapByKeychain(keychain, key).catch(() => null) : null;
  if (again !== null) await anew.store(again);
  return { key, isExposed: by === 'fixed-key' && again === null };
}
