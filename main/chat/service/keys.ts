import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Protection } from '../../../preload/contract/shapes.ts';
import type { Database } from '../../base/storage/database.ts';
import type { SecretScope, Vault } from '../../base/storage/vault/vault.ts';
import { createKeyList, type StoredKey } from './key-list.ts';
import { createKeyRows } from './key-rows.ts';

export type { StoredKey } from './key-list.ts';

/** API keys: their facts in the database, the keys themselves sealed in the vault. */
export interface KeyStore {
  of(systemId: string): readonly StoredKey[];
  get(id: string): StoredKey;
  selected(systemId: string): StoredKey | null;
  /** Returns the key itself, only for sending to its own system. @throws AppError `api-key-missing`, `vault-locked` */
  reveal(systemId: string): Promise<string>;
  /** Returns every key of the system that can be read now, to mask them in text for display. */
  all(systemId: string): Promise<readonly string[]>;
  /** Seals another key under the same name. */
  replace(id: string, key: string): Promise<StoredKey>;
  rename(id: string, name: string): Promise<void>;
  /** Records whether the service refuses it. Returns whether that changed. */
  setRefused(id: string, refused: boolean): Promise<boolean>;
  add(systemId: string, name: string, key: string): Promise<StoredKey>;
  select(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes every key of a system. */
  forget(systemId: string): Promise<void>;
}

function secretName(id: string): string {
  return `api-key/${id}`;
}

/** The last four characters would give a short key away. */
export function lastFour(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

export async function openKeyStore(
  database: Database,
  vault: Vault,
  scopeOf: (systemId: string) => SecretScope,
  now: () => Date,
): Promise<KeyStore> {
  const rows = createKeyRows(database);
  const list = createKeyList(await rows.load());
  const { of, get, selected } = list;
  const seal = (id: string, systemId: string, key: string): Promise<Protection> =>
    vault.put(secretName(id), Buffer.from(key, 'utf8'), scopeOf(systemId));
  const read = async (id: string, systemId: string): Promise<string> =>
    Buffer.from(await vault.get(secretName(id), scopeOf(systemId))).toString('utf8');
  return {
    of,
    get,
    selected,

    async reveal(systemId) {
      const key = selected(systemId);
      if (key === null) throw new AppError('api-key-missing');
      try {
        return await read(key.id, systemId);
      } catch (error) {
        if (error instanceof AppError && error.code === 'not-found') {
          throw new AppError('api-key-missing', { cause: error });
        }
        throw error;
      }
    },

    async all(systemId) {
      const tried = await Promise.allSettled(of(systemId).map(({ id }) => read(id, systemId)));
      return tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },

    async add(systemId, name, key) {
      const id = randomUUID();
      const stored: StoredKey = {
        id,
        systemId,
        name,
        lastFour: lastFour(key),
        addedAt: now().toISOString(),
        protection: await seal(id, systemId, key),
        refusedAt: null,
        selected: true,
        secret: Symbol(id),
      };
      try {
        await rows.insert(stored);
      } catch (error) {
        await vault.remove(secretName(id));
        throw error;
      }
      list.add(stored);
      return stored;
    },

    async replace(id, key) {
      const before = get(id);
      const stored: StoredKey = {
        ...before,
        protection: await seal(id, before.systemId, key),
        lastFour: lastFour(key),
        addedAt: now().toISOString(),
        refusedAt: null,
        secret: Symbol(id),
      };
      await rows.replace(stored);
      list.change(stored);
      return stored;
    },

    async rename(id, name) {
      const before = get(id);
      await rows.rename(id, name);
      list.change({ ...before, name });
    },

    async setRefused(id, refused) {
      const before = list.find(id);
      if (before === undefined || (before.refusedAt !== null) === refused) return false;
      const refusedAt = refused ? now().toISOString() : null;
      list.change({ ...before, refusedAt });
      await rows.setRefused(id, refusedAt);
      return true;
    },

    async select(id) {
      const { systemId } = get(id);
      await rows.select(systemId, id);
      list.markSelected(systemId, id);
    },

    async remove(id) {
      const gone = get(id);
      const next = of(gone.systemId).findLast((key) => key.id !== id);
      await vault.remove(secretName(id));
      list.remove(id);
      if (gone.selected && next !== undefined) {
        list.markSelected(gone.systemId, next.id);
        await rows.remove(id, next);
      } else await rows.remove(id);
    },

    async forget(systemId) {
      const gone = list.forget(systemId);
      for (const key of gone) await vault.remove(secretName(key.id));
      await rows.forget(systemId);
    },
  };
}
