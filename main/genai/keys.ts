import { randomUUID } from 'node:crypto';
import { AppError } from '../../preload/contract/errors.ts';
import type { ApiKey } from '../../preload/contract/genai.ts';
import type { Protection } from '../../preload/contract/shapes.ts';
import type { Database, Row } from '../storage/database.ts';
import type { SecretScope, Vault } from '../storage/vault/vault.ts';

export interface StoredKey extends ApiKey {
  readonly selected: boolean;
  /** Which secret it stands for, in this run: another one once it was replaced. */
  readonly secret: symbol;
}

/** API keys: their facts in the database, the keys themselves sealed in the vault. */
export interface KeyStore {
  of(systemId: string): readonly StoredKey[];
  get(id: string): StoredKey;
  selected(systemId: string): StoredKey | null;
  /** The key itself, to be sent to its own system and nowhere else. @throws AppError `api-key-missing`, `vault-locked` */
  reveal(systemId: string): Promise<string>;
  /** Every key of the system that can be read now: to be taken out of what is shown. */
  all(systemId: string): Promise<readonly string[]>;
  /** Seals another key under the same name. */
  replace(id: string, key: string): Promise<StoredKey>;
  rename(id: string, name: string): Promise<void>;
  /** Notes that the service refused it, or takes it again. True when that is news. */
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

/** A short key would be given away by its last four characters. */
export function lastFour(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

export async function openKeyStore(
  database: Database,
  vault: Vault,
  scopeOf: (systemId: string) => SecretScope,
  now: () => Date,
): Promise<KeyStore> {
  const rows = await database.all('SELECT * FROM api_keys ORDER BY added_at, id');
  let keys: readonly StoredKey[] = rows.map(fromRow);

  const of = (systemId: string): StoredKey[] => keys.filter((key) => key.systemId === systemId);
  const get = (id: string): StoredKey => {
    const key = keys.find((one) => one.id === id);
    if (key === undefined) throw new AppError('not-found');
    return key;
  };
  const selected = (systemId: string): StoredKey | null =>
    of(systemId).find((key) => key.selected) ?? null;
  const markSelected = (systemId: string, id: string | undefined): void => {
    keys = keys.map((key) =>
      key.systemId === systemId ? { ...key, selected: key.id === id } : key,
    );
  };
  const change = (changed: StoredKey): void => {
    keys = keys.map((key) =>
      key.id === changed.id ? { ...changed, selected: key.selected } : key,
    );
  };
  const read = async (id: string, systemId: string): Promise<string> =>
    Buffer.from(await vault.get(secretName(id), scopeOf(systemId))).toString('utf8');
  const selecting = (systemId: string, id: string) => ({
    sql: 'UPDATE api_keys SET selected = (id = ?2) WHERE system_id = ?1',
    params: [systemId, id],
  });

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
      const addedAt = now().toISOString();
      const scope = scopeOf(systemId);
      const protection = await vault.put(secretName(id), Buffer.from(key, 'utf8'), scope);
      const stored = {
        id,
        systemId,
        name,
        lastFour: lastFour(key),
        addedAt,
        protection,
        refusedAt: null,
        secret: Symbol(id),
      };
      try {
        await database.run(
          {
            sql: `INSERT INTO api_keys (id, system_id, name, last_four, added_at, protection, selected)
              VALUES (?, ?, ?, ?, ?, ?, 1)`,
            params: [id, systemId, name, stored.lastFour, addedAt, protection],
          },
          selecting(systemId, id),
        );
      } catch (error) {
        await vault.remove(secretName(id));
        throw error;
      }
      keys = [...keys, { ...stored, selected: true }];
      markSelected(systemId, id);
      return { ...stored, selected: true };
    },

    async replace(id, key) {
      const before = get(id);
      const scope = scopeOf(before.systemId);
      const protection = await vault.put(secretName(id), Buffer.from(key, 'utf8'), scope);
      const addedAt = now().toISOString();
      const secret = Symbol(id);
      const facts = { lastFour: lastFour(key), addedAt, protection, refusedAt: null };
      const stored = { ...before, ...facts, secret };
      await database.run({
        sql: `UPDATE api_keys SET last_four = ?2, added_at = ?3, protection = ?4, refused_at = NULL
          WHERE id = ?1`,
        params: [id, stored.lastFour, addedAt, protection],
      });
      change(stored);
      return stored;
    },

    async rename(id, name) {
      const before = get(id);
      await database.run({ sql: 'UPDATE api_keys SET name = ? WHERE id = ?', params: [name, id] });
      change({ ...before, name });
    },

    async setRefused(id, refused) {
      const before = keys.find((key) => key.id === id);
      if (before === undefined || (before.refusedAt !== null) === refused) return false;
      const refusedAt = refused ? now().toISOString() : null;
      change({ ...before, refusedAt });
      await database.run({
        sql: 'UPDATE api_keys SET refused_at = ? WHERE id = ?',
        params: [refusedAt, id],
      });
      return true;
    },

    async select(id) {
      const { systemId } = get(id);
      await database.run(selecting(systemId, id));
      markSelected(systemId, id);
    },

    async remove(id) {
      const gone = get(id);
      const next = of(gone.systemId).findLast((key) => key.id !== id);
      await vault.remove(secretName(id));
      const deletion = { sql: 'DELETE FROM api_keys WHERE id = ?', params: [id] };
      keys = keys.filter((key) => key.id !== id);
      if (gone.selected && next !== undefined) {
        markSelected(gone.systemId, next.id);
        await database.run(deletion, selecting(gone.systemId, next.id));
      } else await database.run(deletion);
    },

    async forget(systemId) {
      const gone = of(systemId);
      keys = keys.filter((key) => key.systemId !== systemId);
      for (const key of gone) await vault.remove(secretName(key.id));
      await database.run({ sql: 'DELETE FROM api_keys WHERE system_id = ?', params: [systemId] });
    },
  };
}

function fromRow(row: Row): StoredKey {
  return {
    id: String(row.id),
    systemId: String(row.system_id),
    name: String(row.name),
    lastFour: String(row.last_four),
    addedAt: String(row.added_at),
    protection: String(row.protection) as Protection,
    selected: row.selected === 1,
    refusedAt: row.refused_at === null ? null : String(row.refused_at),
    secret: Symbol(String(row.id)),
  };
}
