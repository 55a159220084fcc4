import type {
  HistoryEntry,
  SavedRequest,
} from '../../../preload/contract/work/console-requests.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { readRow, readRows } from '../../base/storage/rows/index.ts';
import {
  type ConsoleSettings,
  draftRows,
  historyRows,
  type KeptDraft,
  noOutcome,
  type Outcome,
  requestRows,
  settingRows,
} from './rows.ts';

const mostHistory = 500;
const mostDrafts = 200;
/** Entries of the history that a page gets at once. */
const mostShown = 200;

/** The tables of saved requests, drafts, settings and the history. */
export function keepingStore(database: Database) {
  const all = (sql: string, ...params: (string | number)[]) => database.all({ sql, params });
  return {
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

    /** Returns what was being written of an operation; null: nothing. */
    async draft(systemId: string, descriptionId: string, key: string): Promise<KeptDraft | null> {
      const sql = `SELECT key, request FROM console_drafts
        WHERE system_id = ? AND description_id = ? AND key = ?`;
      const [row] = await all(sql, systemId, descriptionId, key);
      return row === undefined ? null : readRow(database, draftRows, row);
    },
    /** The oldest ones make room. */
    savingDraft: (
      systemId: string,
      descriptionId: string,
      draft: KeptDraft,
      at: number,
    ): Statement[] => [
      {
        sql: `INSERT OR REPLACE INTO console_drafts (system_id, description_id, key, request, changed_at)
              SELECT id, ?2, ?3, ?4, ?5 FROM systems WHERE id = ?1`,
        params: [systemId, descriptionId, draft.key, JSON.stringify(draft.request), at],
      },
      {
        sql: `DELETE FROM console_drafts WHERE system_id = ?1 AND (description_id, key) IN
                (SELECT description_id, key FROM console_drafts WHERE system_id = ?1
                  ORDER BY changed_at DESC LIMIT -1 OFFSET ?2)`,
        params: [systemId, mostDrafts],
      },
    ],
    removingDraft: (systemId: string, descriptionId: string, key: string): Statement => ({
      sql: 'DELETE FROM console_drafts WHERE system_id = ? AND description_id = ? AND key = ?',
      params: [systemId, descriptionId, key],
    }),
    /** All of a description but those of these operations. */
    removingDrafts: (descriptionId: string, but: readonly string[]): Statement => ({
      sql: `DELETE FROM console_drafts
            WHERE description_id = ?1 AND key NOT IN (SELECT value FROM json_each(?2))`,
      params: [descriptionId, JSON.stringify(but)],
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
  };
}
