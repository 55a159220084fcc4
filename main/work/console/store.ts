import type { Database, Statement } from '../../base/storage/database.ts';
import { readRow, readRows } from '../../base/storage/rows/index.ts';
import type { FoundWarnings, ReadDescription, ReadOperation } from './description/types.ts';
import { mostWarnings } from './description/warnings.ts';
import { keepingStore } from './keeping-store.ts';
import {
  descriptionRows,
  type KeptDescription,
  type KeptOperation,
  operationRows,
} from './rows.ts';

export type ConsoleStore = ReturnType<typeof createConsoleStore>;

/** What a newer description takes over from the operation that it replaces. */
export type Opinion = Pick<KeptOperation, 'effect' | 'note'>;

/** The tables `console_*`. */
export function createConsoleStore(database: Database) {
  const all = (sql: string, ...params: (string | number)[]) => database.all({ sql, params });
  const kept = keepingStore(database);
  return {
    async descriptions(systemId: string): Promise<KeptDescription[]> {
      const sql = 'SELECT * FROM console_descriptions WHERE system_id = ? ORDER BY imported_at, id';
      return readRows(database, descriptionRows, await all(sql, systemId));
    },
    async operations(descriptionId: string): Promise<KeptOperation[]> {
      const sql = `SELECT key, said, effect, note, hash FROM console_operations
        WHERE description_id = ? ORDER BY number`;
      return readRows(database, operationRows, await all(sql, descriptionId));
    },
    async countOperations(descriptionId: string): Promise<number> {
      const sql = 'SELECT COUNT(*) AS n FROM console_operations WHERE description_id = ?';
      const [row] = await all(sql, descriptionId);
      return Number(row?.n ?? 0);
    },
    /** Returns an operation with its parts as JSON; null if there is none. */
    async operation(
      descriptionId: string,
      key: string,
    ): Promise<{ readonly kept: KeptOperation; readonly detail: string } | null> {
      const sql = 'SELECT * FROM console_operations WHERE description_id = ? AND key = ?';
      const [row] = await all(sql, descriptionId, key);
      const read = row === undefined ? null : readRow(database, operationRows, row);
      return read === null ? null : { kept: read, detail: String(row?.detail) };
    },
    /** Returns schemas as JSON by their reference; those that there are. */
    async schemas(descriptionId: string, refs: readonly string[]): Promise<Map<string, string>> {
      const sql = `SELECT ref, said FROM console_schemas
        WHERE description_id = ? AND ref IN (SELECT value FROM json_each(?))`;
      const rows = await all(sql, descriptionId, JSON.stringify(refs));
      return new Map(rows.map((row) => [String(row.ref), String(row.said)]));
    },
    savingDescription(
      one: KeptDescription,
      read: ReadDescription,
      opinionOf: (operation: ReadOperation) => Opinion,
    ): Statement[] {
      const { id, systemId } = one;
      return [
        { sql: 'DELETE FROM console_descriptions WHERE id = ?', params: [id] },
        { sql: 'DELETE FROM console_operations WHERE description_id = ?', params: [id] },
        { sql: 'DELETE FROM console_schemas WHERE description_id = ?', params: [id] },
        {
          sql: `INSERT INTO console_descriptions (id, system_id, title, version, format, source, imported_at, server, warnings, more_warnings)
                SELECT ?2, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM systems WHERE id = ?1`,
          params: [
            ...[systemId, id, one.title, one.version, one.format, one.source, one.importedAt],
            ...[one.server, JSON.stringify(one.warnings), one.moreWarnings],
          ],
        },
        ...read.operations.map((operation, number): Statement => {
          const { key, operationId, tags, summary, deprecated, detail, hash } = operation;
          const { effect, note } = opinionOf(operation);
          const said = JSON.stringify({ operationId, tags, summary, deprecated });
          return {
            sql: `INSERT INTO console_operations (description_id, system_id, key, number, said, detail, hash, effect, note)
                  SELECT id, system_id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM console_descriptions WHERE id = ?1`,
            params: [id, key, number, said, detail, hash, effect, note],
          };
        }),
        ...read.schemas.map(
          ([ref, json]): Statement => ({
            sql: `INSERT INTO console_schemas (description_id, system_id, ref, said)
                  SELECT id, system_id, ?2, ?3 FROM console_descriptions WHERE id = ?1`,
            params: [id, ref, json],
          }),
        ),
      ];
    },
    removingDescription: (id: string): Statement[] => [
      kept.removingDrafts(id, []),
      { sql: 'DELETE FROM console_operations WHERE description_id = ?', params: [id] },
      { sql: 'DELETE FROM console_schemas WHERE description_id = ?', params: [id] },
      { sql: 'DELETE FROM console_descriptions WHERE id = ?', params: [id] },
    ],
    /** Those of a description that is still the one that was imported. */
    addingWarnings: (to: KeptDescription, found: FoundWarnings): Statement => {
      const all = [...to.warnings, ...found.warnings];
      const more = to.moreWarnings + found.moreWarnings + Math.max(0, all.length - mostWarnings);
      return {
        sql: `UPDATE console_descriptions SET warnings = ?3, more_warnings = ?4
              WHERE id = ?1 AND imported_at = ?2`,
        params: [to.id, to.importedAt, JSON.stringify(all.slice(0, mostWarnings)), more],
      };
    },
    settingServer: (id: string, server: string | null): Statement => ({
      sql: 'UPDATE console_descriptions SET server = ?2 WHERE id = ?1',
      params: [id, server],
    }),
    settingEffect: (id: string, key: string, effect: string | null): Statement => ({
      sql: 'UPDATE console_operations SET effect = ?3 WHERE description_id = ?1 AND key = ?2',
      params: [id, key, effect],
    }),
    settingNote: (id: string, key: string, note: string): Statement => ({
      sql: 'UPDATE console_operations SET note = ?3 WHERE description_id = ?1 AND key = ?2',
      params: [id, key, note],
    }),

    ...kept,
    forgetting: (systemId: string): Statement[] => [
      { sql: 'DELETE FROM console_operations WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_schemas WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_descriptions WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_requests WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_drafts WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_settings WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_history WHERE system_id = ?', params: [systemId] },
    ],
  };
}
