import type { HistoryEntry, SavedRequest } from '../../../preload/contract/work/console.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { readRow, readRows } from '../../base/storage/rows/index.ts';
import type { ReadDescription, ReadOperation } from './description/types.ts';
import {
  type ConsoleSettings,
  descriptionRows,
  historyRows,
  type KeptDescription,
  type KeptOperation,
  noOutcome,
  type Outcome,
  operationRows,
  requestRows,
  settingRows,
} from './rows.ts';

export type ConsoleStore = ReturnType<typeof createConsoleStore>;

const mostHistory = 500;
/** Entries of the history that a page gets at once. */
const mostShown = 200;

/** What a newer description takes over from the operation that it replaces. */
export type Opinion = Pick<KeptOperation, 'effect' | 'note'>;

/** The tables `console_*`. */
export function createConsoleStore(database: Database) {
  const all = (sql: string, ...params: (string | number)[]) => database.all({ sql, params });
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
      const kept = row === undefined ? null : readRow(database, operationRows, row);
      return kept === null ? null : { kept, detail: String(row?.detail) };
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
      { sql: 'DELETE FROM console_operations WHERE description_id = ?', params: [id] },
      { sql: 'DELETE FROM console_schemas WHERE description_id = ?', params: [id] },
      { sql: 'DELETE FROM console_descriptions WHERE id = ?', params: [id] },
    ],
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

    async requests(systemId: string): Promise<SavedRequest[]> {
      const sql = 'SELECT * FROM console_requests WHERE system_id = ? ORDER BY saved_at, id';
      return readRows(database, requestRows, await all(sql, systemId));
    },
    savingRequest: (systemId: string, one: SavedRequest): Statement => ({
      sql: `INSERT OR REPLACE INTO console_requests (id, system_id, name, note, request, saved_at)
            SELECT ?2, id, ?3, ?4, ?5, ?6 FROM systems WHERE id = ?1`,
      params: [systemId, one.id, one.name, one.note, JSON.stringify(one.request), one.savedAt],
    }),
    removingRequest: (systemId: string, id: string): Statement => ({
      sql: 'DELETE FROM console_requests WHERE system_id = ? AND id = ?',
      params: [systemId, id],
    }),

    async settings(systemId: string): Promise<ConsoleSettings> {
      const [row] = await all('SELECT * FROM console_settings WHERE system_id = ?', systemId);
      const kept = row === undefined ? null : readRow(database, settingRows, row);
      return kept ?? { variables: [], origins: [] };
    },
    savingSettings: (systemId: string, { variables, origins }: ConsoleSettings): Statement => ({
      sql: `INSERT OR REPLACE INTO console_settings (system_id, variables, origins)
            SELECT id, ?2, ?3 FROM systems WHERE id = ?1`,
      params: [systemId, JSON.stringify(variables), JSON.stringify(origins)],
    }),

    async history(
      systemId: string,
      find: string,
    ): Promise<{ entries: HistoryEntry[]; more: boolean }> {
      const words = find.toLowerCase().split(/\s+/).filter(Boolean);
      const sql = `SELECT * FROM console_history WHERE system_id = ?1
          AND NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(lower(
            (request ->> '$.method') || ' ' || url || ' ' || coalesce(outcome ->> '$.status', '')), value) = 0)
        ORDER BY pinned DESC, at DESC, id LIMIT ?3`;
      const rows = await all(sql, systemId, JSON.stringify(words), mostShown + 1);
      const entries = readRows(database, historyRows, rows.slice(0, mostShown));
      return { entries, more: rows.length > mostShown };
    },
    /** @param before older ones that are not pinned are deleted, ms since 1970; null: none is too old */
    addingHistory: (
      systemId: string,
      one: Pick<HistoryEntry, 'id' | 'at' | 'url' | 'request'>,
      before: number | null,
    ): Statement[] => [
      {
        sql: `INSERT INTO console_history (id, system_id, at, url, request, outcome, pinned)
              SELECT ?2, id, ?3, ?4, ?5, ?6, 0 FROM systems WHERE id = ?1`,
        params: [
          ...[systemId, one.id, one.at, one.url],
          ...[JSON.stringify(one.request), JSON.stringify(noOutcome)],
        ],
      },
      {
        sql: 'DELETE FROM console_history WHERE system_id = ? AND pinned = 0 AND at < ?',
        params: [systemId, before ?? 0],
      },
      {
        sql: `DELETE FROM console_history WHERE system_id = ?1 AND pinned = 0 AND id IN
                (SELECT id FROM console_history WHERE system_id = ?1 AND pinned = 0
                  ORDER BY at DESC LIMIT -1 OFFSET ?2)`,
        params: [systemId, mostHistory],
      },
    ],
    endingHistory: (id: string, outcome: Outcome): Statement => ({
      sql: 'UPDATE console_history SET outcome = ?2 WHERE id = ?1',
      params: [id, JSON.stringify(outcome)],
    }),
    pinning: (systemId: string, id: string, pinned: boolean): Statement => ({
      sql: 'UPDATE console_history SET pinned = ?3 WHERE system_id = ?1 AND id = ?2',
      params: [systemId, id, Number(pinned)],
    }),
    clearingHistory: (systemId: string): Statement => ({
      sql: 'DELETE FROM console_history WHERE system_id = ? AND pinned = 0',
      params: [systemId],
    }),
    forgetting: (systemId: string): Statement[] => [
      { sql: 'DELETE FROM console_operations WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_schemas WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_descriptions WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_requests WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_settings WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM console_history WHERE system_id = ?', params: [systemId] },
    ],
  };
}
