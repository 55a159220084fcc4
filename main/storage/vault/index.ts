import { randomBytes } from 'node:crypto';
import type { VaultState } from '../../../preload/contract/app.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Protection } from '../../../preload/contract/shapes.ts';
import type { Keychain, KeychainState } from '../../host.ts';
import type { Database, Statement } from '../database.ts';
import { type KeyFile, readKeyFile, writeKeyFile } from './key-file.ts';
import { deriveKey, newKeyDerivation, seal, unseal } from './sealing.ts';
import type { SecretScope, Vault } from './vault.ts';

export type { SecretScope, Vault } from './vault.ts';

const keyName = 'vault-key';

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
  let keys: KeyFile = await readKeyFile(folder);
  let keychainState: KeychainState = await keychain.state();
  let userKey: Uint8Array | null = null;

  if (keys.user?.protection === 'keychain') {
    try {
      userKey = await keychain.unseal(Buffer.from(keys.user.sealed, 'base64'));
    } catch {
      // The keyring was changed or is away: said by state() and by every get(), nothing is replaced.
      keychainState = { available: false, problem: 'failed' };
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
  const store = async (next: KeyFile): Promise<void> => {
    await writeKeyFile(folder, next);
    keys = next;
  };

  const demoKey = async (): Promise<Uint8Array> => {
    if (keys.demo === null) await store({ ...keys, demo: randomBytes(32).toString('base64') });
    return Buffer.from(keys.demo ?? '', 'base64');
  };
  const openUserKey = async (): Promise<Uint8Array> => {
    if (userKey !== null) return userKey;
    if (keys.user?.protection === 'passphrase') throw new AppError('vault-locked');
    if (keys.user?.protection === 'keychain') throw new AppError('vault-keychain-unavailable');
    if (!keychainState.available) throw new AppError('vault-not-set-up');
    const fresh = randomBytes(32);
    const sealed = Buffer.from(await keychain.seal(fresh)).toString('base64');
    await store({ ...keys, user: { protection: 'keychain', sealed } });
    userKey = fresh;
    changed();
    return fresh;
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
    put: (name, secret, scope: SecretScope) =>
      inTurn(async () => {
        const key = scope === 'demo' ? await demoKey() : await openUserKey();
        const protection: Protection =
          scope === 'demo' ? 'demo' : (keys.user?.protection ?? 'keychain');
        await database.run(overwriting(name), {
          sql: 'INSERT OR REPLACE INTO secrets (name, protection, sealed) VALUES (?, ?, ?)',
          params: [name, scope, seal(key, name, secret)],
        });
        return protection;
      }),
    get: (name) =>
      inTurn(async () => {
        const row = await database.get('SELECT protection, sealed FROM secrets WHERE name = ?', [
          name,
        ]);
        if (row === undefined || !(row.sealed instanceof Uint8Array)) {
          throw new AppError('not-found', { details: { name } });
        }
        const key = row.protection === 'demo' ? await demoKey() : await openUserKey();
        return unseal(key, name, row.sealed);
      }),
    async remove(name) {
      await database.run(overwriting(name), {
        sql: 'DELETE FROM secrets WHERE name = ?',
        params: [name],
      });
    },
    setPassphrase: (passphrase) =>
      inTurn(async () => {
        if (keys.user !== null && userKey === null) throw new AppError('vault-locked');
        const key = userKey ?? randomBytes(32);
        const derivation = newKeyDerivation();
        const sealed = seal(await deriveKey(passphrase, derivation), keyName, key);
        await store({
          ...keys,
          user: {
            protection: 'passphrase',
            sealed: Buffer.from(sealed).toString('base64'),
            derivation,
          },
        });
        userKey = key;
        return changed();
      }),
    unlock: (passphrase) =>
      inTurn(async () => {
        if (keys.user?.protection !== 'passphrase') throw new AppError('vault-not-set-up');
        const { derivation, sealed } = keys.user;
        const wrapping = await deriveKey(passphrase, derivation);
        try {
          userKey = unseal(wrapping, keyName, Buffer.from(sealed, 'base64'));
        } catch (cause) {
          throw new AppError('vault-wrong-passphrase', { cause });
        }
        return changed();
      }),
    lock() {
      if (keys.user?.protection === 'passphrase') {
        userKey?.fill(0);
        userKey = null;
      }
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

/** SQLite would leave long values on the pages that it frees: zeros are written over them before. */
function overwriting(name: string): Statement {
  return {
    sql: 'UPDATE secrets SET sealed = zeroblob(length(sealed)) WHERE name = ?',
    params: [name],
  };
}
