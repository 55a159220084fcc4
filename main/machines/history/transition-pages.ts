import type { Handlers } from '../../../preload/contract/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { readRows } from '../../base/storage/rows/index.ts';
import type { Days } from './days.ts';
import { findOutages, type Transition } from './incidents.ts';
import { changeRows, fieldRows, noteRows } from './rows.ts';
import { gapsBy } from './spans.ts';
import type { ReadStretches, ReadTime, StateOf } from './types.ts';

const day = 86_400_000;
/** A page covers the last year. */
const back = 365 * day;
/** Maximum of each on a page. */
const mostTransitions = 1000;
const mostFields = 200;

export interface MachineName {
  readonly systemId: string;
  readonly name: string;
  /** Machines of one name are distinguished by their order, from 0. */
  readonly nth: number;
}

/** Returns one machine's changes in a time span, and its state before it, in order. */
export async function transitionsOf(
  database: Database,
  stateOf: StateOf,
  { systemId, name, nth }: MachineName,
  from: number,
  to: number,
): Promise<Transition[]> {
  const rows = await database.all({
    sql: `SELECT t.at, s.status FROM history_machines m
       JOIN history_transitions t ON t.machine_id = m.id
       LEFT JOIN history_statuses s ON s.id = t.status_id
      WHERE m.system_id = ?1 AND m.name = ?2 AND m.nth = ?3 AND t.at < ?5
        AND t.at >= COALESCE((SELECT MAX(b.at) FROM history_transitions b
                               WHERE b.machine_id = m.id AND b.at <= ?4), ?4)
      ORDER BY t.at DESC, t.n DESC LIMIT ?6`,
    params: [systemId, name, nth, from, to, mostTransitions],
  });
  return readRows(database, changeRows, rows.reverse()).map(({ at, status }) => {
    const state = status === null ? 'unknown' : stateOf(systemId, status);
    return { at, status, state };
  });
}

/** Reads a machine's page: changes, incidents with the user's notes, the days of a year, other fields. */
export function createPages(deps: {
  readonly database: Database;
  readonly stateOf: StateOf;
  readonly days: Days;
  readonly now: () => Date;
  readonly time: ReadTime;
  readonly observedStretches: ReadStretches;
  readonly changed: (systemId: string) => void;
}): Pick<Handlers<'machineHistory'>, 'page' | 'setIncidentNote'> {
  const { database, days } = deps;
  return {
    async page(of) {
      const { systemId, name, nth } = of;
      const now = deps.now().getTime();
      const cells = days.between(now - back + day, now + 1);
      const from = cells[0]?.from ?? now - back;
      const to = cells.at(-1)?.to ?? now;
      const ofMachine = `SELECT id FROM history_machines
                          WHERE system_id = ?1 AND name = ?2 AND nth = ?3`;
      const [transitions, [machine], stretches, notes, fields] = await Promise.all([
        transitionsOf(database, deps.stateOf, of, from, to),
        deps.time(systemId, cells, [of]),
        deps.observedStretches(systemId, from, to),
        database.all({
          sql: 'SELECT * FROM incident_notes WHERE system_id = ? AND name = ? AND nth = ?',
          params: [systemId, name, nth],
        }),
        database.all({
          sql: `SELECT * FROM history_fields WHERE machine_id = (${ofMachine}) AND at >= ?4
            ORDER BY at DESC LIMIT ?5`,
          params: [systemId, name, nth, from, mostFields],
        }),
      ]);
      const gaps = gapsBy(cells, stretches);
      const noteAt = new Map(readRows(database, noteRows, notes));
      return {
        transitions,
        incidents: findOutages(transitions).map((one) => ({
          ...one,
          note: noteAt.get(one.from) ?? '',
        })),
        days: (machine?.cells ?? []).map((cell, at) => ({ ...cell, gap: gaps[at] ?? null })),
        fields: readRows(database, fieldRows, fields.reverse()),
      };
    },
    async setIncidentNote({ systemId, name, nth, at, note }) {
      const key = [systemId, name, nth, at];
      await database.run(
        {
          sql: 'DELETE FROM incident_notes WHERE system_id = ? AND name = ? AND nth = ? AND at = ?',
          params: key,
        },
        {
          sql: `INSERT INTO incident_notes (system_id, name, nth, at, note)
                SELECT id, ?2, ?3, ?4, ?5 FROM systems WHERE id = ?1 AND ?5 <> ''`,
          params: [...key, note],
        },
      );
      deps.changed(systemId);
    },
  };
}
