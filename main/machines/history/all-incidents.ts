import type { PastIncident } from '../../../preload/contract/machines/maintenance.ts';
import type { Database, Row } from '../../base/storage/database.ts';
import { readRows } from '../../base/storage/rows/index.ts';
import { findOutages, type Transition } from './incidents.ts';
import { changeRows } from './rows.ts';
import type { StateOf } from './types.ts';

/** Of more changes or incidents only the newest are returned. */
const mostChanges = 50_000;
const mostIncidents = 2000;
/** Maximum changes read to follow an incident beyond the time, in each direction. */
const mostBeyond = 50;

/** Reads incidents (not up) of all machines that overlap a time (ms since 1970). */
export function createIncidents(database: Database, stateOf: StateOf) {
  const transitions = (systemId: string, rows: readonly Row[]): Transition[] =>
    readRows(database, changeRows, rows).map(({ at, status }) => {
      const state = status === null ? 'unknown' : stateOf(systemId, status);
      return { at, status, state };
    });
  /** Returns the continuation of an incident beyond a time. */
  async function changesAfter(systemId: string, id: number, at: number): Promise<Transition[]> {
    const rows = await database.all({
      sql: `SELECT t.at, s.status FROM history_transitions t
         LEFT JOIN history_statuses s ON s.id = t.status_id
        WHERE t.machine_id = ? AND t.at >= ? ORDER BY t.at, t.n LIMIT ?`,
      params: [id, at, mostBeyond],
    });
    return transitions(systemId, rows);
  }
  /** Returns the start of an incident that overlaps a time, without the last change before `at`. */
  async function changesBefore(systemId: string, id: number, at: number): Promise<Transition[]> {
    const rows = await database.all({
      sql: `SELECT t.at, s.status FROM history_transitions t
         LEFT JOIN history_statuses s ON s.id = t.status_id
        WHERE t.machine_id = ? AND t.at <= ? ORDER BY t.at DESC, t.n DESC LIMIT ?`,
      params: [id, at, mostBeyond],
    });
    const [, ...earlier] = transitions(systemId, rows);
    const up = earlier.findIndex(({ state }) => state === 'up');
    return earlier.slice(0, up < 0 ? earlier.length : up).reverse();
  }

  return async (systemId: string, from: number, to: number) => {
    const [before, within] = await Promise.all([
      // each machine's state at the beginning, and since when
      database.all({
        sql: `SELECT m.id, m.name, m.nth,
                (SELECT MAX(at) FROM history_transitions WHERE machine_id = m.id AND at <= ?2) AS at,
                (SELECT s.status FROM history_transitions t
                   LEFT JOIN history_statuses s ON s.id = t.status_id
                  WHERE t.machine_id = m.id AND t.at <= ?2
                  ORDER BY t.at DESC, t.n DESC LIMIT 1) AS status
           FROM history_machines m WHERE m.system_id = ?1`,
        params: [systemId, from],
      }),
      database.all({
        sql: `SELECT m.id, m.name, m.nth, t.at, s.status FROM history_machines m
           JOIN history_transitions t ON t.machine_id = m.id
           LEFT JOIN history_statuses s ON s.id = t.status_id
          WHERE m.system_id = ?1 AND t.at > ?2 AND t.at < ?3
          ORDER BY t.at DESC, t.n DESC LIMIT ?4`,
        params: [systemId, from, to, mostChanges],
      }),
    ]);
    const machines = new Map<number, { name: string; nth: number; changes: Transition[] }>();
    for (const row of [...before.filter(({ at }) => at !== null), ...within.reverse()]) {
      const id = Number(row.id);
      const known = machines.get(id) ?? {
        name: String(row.name),
        nth: Number(row.nth),
        changes: [],
      };
      machines.set(id, known);
      known.changes.push(...transitions(systemId, [row]));
    }
    const all: PastIncident[] = [];
    for (const [id, { name, nth, changes: known }] of machines) {
      const [first] = known;
      const lasts = first !== undefined && first.at <= from && first.state !== 'up';
      const changes = lasts ? [...(await changesBefore(systemId, id, from)), ...known] : known;
      const found = findOutages(changes);
      const last = found.at(-1);
      const later = last?.to === null ? await changesAfter(systemId, id, to) : [];
      const whole = later.length === 0 ? found : findOutages([...changes, ...later]);
      // later incidents are outside this time
      all.push(...whole.slice(0, found.length).map((one) => ({ name, nth, ...one })));
    }
    all.sort((a, b) => a.from - b.from);
    const more = within.length === mostChanges || all.length > mostIncidents;
    return { incidents: all.slice(-mostIncidents), more };
  };
}
