import type { Database } from '../../base/storage/database.ts';
import { latestTime, readRows } from '../../base/storage/rows/index.ts';
import { changeRows, machineRows, spanRows, statusRows } from './rows.ts';
import type { ObservedStretch } from './types.ts';

/** Reads the tables as plain data. */
export function createQueries(database: Database) {
  return {
    /** Returns when the system was observed, and why not, in order. */
    async observedStretches(
      systemId: string,
      from: number,
      to: number,
    ): Promise<ObservedStretch[]> {
      const rows = await database.all({
        sql: `SELECT start, until, reason, detail FROM history_spans
          WHERE system_id = ? AND start < ? AND until > ? ORDER BY start, id`,
        params: [systemId, to, from],
      });
      return readRows(database, spanRows, rows).map(({ start, until, reason, detail }) => ({
        from: Math.max(from, start),
        to: Math.min(to, until),
        reason,
        detail,
      }));
    },
    /** Returns until when the history was generated for the demo, ms since 1970; null if it was not. */
    async generationEnd(systemId: string): Promise<number | null> {
      const row = await database.get({
        sql: `SELECT MAX(until) AS until FROM history_origins
          WHERE system_id = ? AND origin = 'generated' AND until BETWEEN 0 AND ?`,
        params: [systemId, latestTime],
      });
      return row?.until == null ? null : Number(row.until);
    },
    /** Returns all machines ever seen. */
    async machines(systemId: string) {
      const rows = await database.all({
        sql: 'SELECT * FROM history_machines WHERE system_id = ? ORDER BY id',
        params: [systemId],
      });
      return readRows(database, machineRows, rows).map(({ id, name, nth }) => ({ id, name, nth }));
    },
    /** Returns every change of one machine, in order. */
    async changes(machineId: number) {
      const rows = await database.all({
        sql: `SELECT t.at, s.status FROM history_transitions t
           LEFT JOIN history_statuses s ON s.id = t.status_id
          WHERE t.machine_id = ? ORDER BY t.at, t.n`,
        params: [machineId],
      });
      return readRows(database, changeRows, rows);
    },
    /** Returns every raw value ever seen, up to a limit. */
    async statuses(systemId: string, most: number) {
      const rows = await database.all({
        sql: 'SELECT * FROM history_statuses WHERE system_id = ? ORDER BY status LIMIT ?',
        params: [systemId, most],
      });
      return readRows(database, statusRows, rows).map(({ status }) => status);
    },
    /** Returns the names of machines ever seen, up to a limit. */
    async names(systemId: string, most: number) {
      const rows = await database.all({
        sql: 'SELECT DISTINCT name FROM history_machines WHERE system_id = ? ORDER BY name LIMIT ?',
        params: [systemId, most],
      });
      return rows.map(({ name }) => String(name));
    },
  };
}
