import type { GapReason } from '../../preload/contract/machines/machine-history.ts';
import type { Database } from '../storage/database.ts';
import type { ToldStretch } from './types.ts';

/** What lies in the tables, as plain data. */
export function createReads(database: Database) {
  return {
    /** When the system was observed, and why not, in order. */
    async told(systemId: string, from: number, to: number): Promise<ToldStretch[]> {
      const rows = await database.all(
        `SELECT start, until, reason, detail FROM history_spans
          WHERE system_id = ? AND start < ? AND until > ? ORDER BY start, id`,
        [systemId, to, from],
      );
      return rows.map(({ start, until, reason, detail }) => ({
        from: Math.max(from, Number(start)),
        to: Math.min(to, Number(until)),
        reason: reason === null ? null : (String(reason) as GapReason),
        detail: detail === null ? null : String(detail),
      }));
    },
    /** Until when the history was made up for the demo, ms since 1970; null where it was not. */
    async madeUpUntil(systemId: string): Promise<number | null> {
      const row = await database.get(
        "SELECT MAX(until) AS until FROM history_origins WHERE system_id = ? AND origin = 'generated'",
        [systemId],
      );
      return row?.until == null ? null : Number(row.until);
    },
    /** All machines that were ever seen. */
    async machines(systemId: string) {
      const rows = await database.all(
        'SELECT id, name, nth FROM history_machines WHERE system_id = ? ORDER BY id',
        [systemId],
      );
      return rows.map(({ id, name, nth }) => ({
        id: Number(id),
        name: String(name),
        nth: Number(nth),
      }));
    },
    /** Every change of one machine, in order. */
    async changes(machineId: number) {
      const rows = await database.all(
        `SELECT t.at, s.status FROM history_transitions t
           LEFT JOIN history_statuses s ON s.id = t.status_id
          WHERE t.machine_id = ? ORDER BY t.at, t.n`,
        [machineId],
      );
      return rows.map(({ at, status }) => ({
        at: Number(at),
        status: status === null ? null : String(status),
      }));
    },
    /** Machines that were ever seen, at most so many. */
    async names(systemId: string, most: number) {
      const rows = await database.all(
        'SELECT DISTINCT name FROM history_machines WHERE system_id = ? ORDER BY name LIMIT ?',
        [systemId, most],
      );
      return rows.map(({ name }) => String(name));
    },
  };
}
