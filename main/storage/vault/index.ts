import { randomBytes } from 'node:crypto';
import type { VaultState } from '../../../preload/contract/app.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Protection } from '../../../preload/contract/shapes.ts';
import type { Keychain, KeychainState } from '../../host.ts';
import type { Database } from '../database.ts';
import { type KeyFile, readKeyFile, writeKeyFile } from './key-file.ts';
import { secretRows } from './rows.ts';
import { keyLength, seal, unseal } from './sealing.ts';
import {
  type OpenedKey,
  openByKeychain,
  openByPassphrase,
  wrapByKeychain,
  wrapByPassphrase,
} from './user-key.ts';
import type { SecretScope, Vault } from './vault.ts';

export type { SecretScope, Vault } from './vault.ts';

/**
 * The secret vault. Secrets are sealed under one data key, which itself is sealed by the operating
 * system's keychain or by a key from the user's passphrase: changing the protection wraps that one key
 * anew and leaves the secrets. The demo's secrets have a generated key of their own that protects
 * nothing and is said to.
 */
export async function createVault(options: {
  folder: string;
  keychain: Keychain;
  database: Database;
  emit: Emit;
}): Promise<Vault & { readonly calls: Handlers<'vault'> }> {
  const { folder, keychain, database, emit } = options;
  const rows = secretRows(database);
  let keys: KeyFile = await readKeyFile(folder);
  let keychainState: KeychainState = await keychain.state();
  /** Overwritten by `lock`, at any moment: it is looked up where it is used, never held over a wait. */
  let userKey: Uint8Array | null = null;
  let locks = 0;

  const store = async (next: KeyFile): Promise<void> => {
    await writeKeyFile(folder, next);
    keys = next;
  };
  /** What the app's first versions sealed is sealed as today, before anything else is done with the key. */
  const takeOver = async (
    { key, firstFormat }: OpenedKey,
    wrap: (key: Uint8Array) => Promise<KeyFile['user']>,
  ): Promise<void> => {
    if (!firstFormat) return;
    await rows.sealAnew('user', key);
    await store({ ...keys, user: await wrap(key) });
  };

  if (keys.version === 1) {
    if (keys.demo !== null) await rows.sealAnew('demo', Buffer.from(keys.demo, 'base64'));
    await store({ ...keys, version: 2 });
  }
  if (keys.user?.protection === 'keychain') {
    const opened = await openByKeychain(keychain, keys.user).catch(() => null);
    // The keyring was changed or is away: said by state() and by every get(), nothing is replaced.
    if (opened === null) keychainState = { available: false, problem: 'failed' };
    else {
      await takeOver(opened, (key) => wrapByKeychain(keychain, key));
      userKey = opened.key;
    }
  }

  const state = (): VaultState => {
    const keychainProblem = keychainState.available ? null : keychainState.problem;
    if (keys.user === null) {
      return keychainState.available
        ? { state: 'ready', protection: 'keychain', keychainProblem }
        : { state: 'not-set-up', protection: 'none', keychainProblem };
    }
    return {
      state: userKey === null ? 'locked' : 'ready',
      protection: keys.user.protection,
      keychainProblem,
    };
  };
  const changed = (): VaultState => {
    const now = state();
    emit('vault.changed', now);
    return now;
  };

  /** The key of a scope, now. @throws AppError why there is none */
  const keyOf = (scope: SecretScope): Uint8Array => {
    if (scope === 'demo') return Buffer.from(keys.demo ?? '', 'base64');
    if (userKey !== null) return userKey;
    if (keys.user?.protection === 'passphrase') throw new AppError('vault-locked');
    if (keys.user?.protection === 'keychain') throw new AppError('vault-keychain-unavailable');
    throw new AppError('vault-not-set-up');
  };
  const makeKey = async (scope: SecretScope): Promise<void> => {
    if (scope === 'demo') {
      if (keys.demo === null) {
        await store({ ...keys, demo: randomBytes(keyLength).toString('base64') });
      }
      return;
    }
    if (keys.user !== null || !keychainState.available) return;
    const fresh = randomBytes(keyLength);
    await store({ ...keys, user: await wrapByKeychain(keychain, fresh) });
    userKey = fresh;
    changed();
  };

  // One at a time: two first secrets must not make two keys.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  const vault: Vault = {
    state,
    ready: (scope) => scope === 'demo' || state().state === 'ready',
    put: (name, secret, scope) =>
      inTurn(async () => {
        await makeKey(scope);
        const protection: Protection =
          scope === 'demo' ? 'demo' : (keys.user?.protection ?? 'keychain');
        await rows.put(name, scope, seal(keyOf(scope), { scope, name }, secret));
        return protection;
      }),
    get: (name, scope) =>
      inTurn(async () => {
        const sealed = await rows.get(name, scope);
        return unseal(keyOf(scope), { scope, name }, sealed);
      }),
    remove: (name) => rows.remove(name),
    setPassphrase: (passphrase) =>
      inTurn(async () => {
        const before = locks;
        // A copy, because a lock overwrites the key and may come while this one is wrapped.
        const key = Uint8Array.from(keys.user === null ? randomBytes(keyLength) : keyOf('user'));
        try {
          await store({ ...keys, user: await wrapByPassphrase(passphrase, key) });
          userKey?.fill(0);
          userKey = locks === before ? Uint8Array.from(key) : null;
        } finally {
          key.fill(0);
        }
        return changed();
      }),
    unlock: (passphrase) =>
      inTurn(async () => {
        if (keys.user?.protection !== 'passphrase') throw new AppError('vault-not-set-up');
        const before = locks;
        const opened = await openByPassphrase(passphrase, keys.user);
        await takeOver(opened, (key) => wrapByPassphrase(passphrase, key));
        if (locks !== before) {
          opened.key.fill(0);
          throw new AppError('vault-locked');
        }
        userKey = opened.key;
        return changed();
      }),
    lock() {
      locks += 1;
      if (keys.user?.protection !== 'passphrase' || userKey === null) return state();
      userKey.fill(0);
      userKey = null;
      return changed();
    },
  };

  return {
    ...vault,
    calls: {
      snapshot: async () => state(),
      setPassphrase: ({ passphrase }) => vault.setPassphrase(passphrase),
      unlock: ({ passphrase }) => vault.unlock(passphrase),
      lock: async () => vault.lock(),
    },
  };
}
