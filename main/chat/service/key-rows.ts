import { protection } from '../../../preload/contract/shapes.ts';
import type { Database } from '../../base/storage/database.ts';
import { defaultTime, type RowReader, readRows } from '../../base/storage/rows/index.ts';
import type { StoredKey } from './key-list.ts';

/** Stores the keys' facts in the database. */
export function createKeyRows(database: Database) {
  const selecting = (systemId: string, id: string) => ({
    sql: 'UPDATE api_keys SET selected = (id = ?2) WHERE system_id = ?1',
    params: [systemId, id],
  });

  return {
    async load(): Promise<StoredKey[]> {
      const rows = await database.all({ sql: 'SELECT * FROM api_keys ORDER BY added_at, id' });
      return readRows(database, keyRows, rows);
    },
    /** Adds a key and selects it. */
    insert({ id, systemId, name, lastFour, addedAt, protection }: StoredKey) {
      return database.run(
        {
          sql: `INSERT INTO api_keys (id, system_id, name, last_four, added_at, protection, selected)
            VALUES (?, ?, ?, ?, ?, ?, 1)`,
          params: [id, systemId, name, lastFour, addedAt, protection],
        },
        selecting(systemId, id),
      );
    },
    replace({ id, lastFour, addedAt, protection }: StoredKey) {
      return database.run({
        sql: `UPDATE api_keys SET last_four = ?2, added_at = ?3, protection = ?4, refused_at = NULL
          WHERE id = ?1`,
        params: [id, lastFour, addedAt, protection],
      });
    },
    rename: (id: string, name: string) =>
      database.run({ sql: 'UPDATE api_keys SET name = ? WHERE id = ?', params: [name, id] }),
    setRefused: (id: string, refusedAt: string | null) =>
      database.run({
        sql: 'UPDATE api_keys SET refused_at = ? WHERE id = ?',
        params: [refusedAt, id],
      }),
    select: (systemId: string, id: string) => database.run(selecting(systemId, id)),
    /** @param next the key to select */
    remove(id: string, next?: StoredKey) {
      const deletion = { sql: 'DELETE FROM api_keys WHERE id = ?', params: [id] };
      return next === undefined
        ? database.run(deletion)
        : database.run(deletion, selecting(next.systemId, next.id));
    },
    forget: (systemId: string) =>
      database.run({ sql: 'DELETE FROM api_keys WHERE system_id = ?', params: [systemId] }),
  };
}

export const keyRows: RowReader<StoredKey> = {
  table: 'api_keys',
  called: 'name',
  read(row) {
    const id = row.word('id');
    return {
      id,
      systemId: row.word('system_id'),
      name: row.text('name'),
      lastFour: row.text('last_four'),
      addedAt: row.or(defaultTime, () => row.instant('added_at')),
      protection: row.shaped('protection', protection),
      selected: row.or(false, () => row.flag('selected')),
      refusedAt: row.or(null, () => row.optionalInstant('refused_at')),
      secret: Symbol(id),
    };
  },
};
