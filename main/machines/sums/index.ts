import type { Database } from '../../base/storage/database.ts';
import type { Tables } from '../../base/storage/serve.ts';
import { type Change, cutByCells, type Stretch, type TimeByStatus, timeByCell } from './sums.ts';

export type { Stretch } from './sums.ts';

/** A day of the user's calendar. */
export interface Day extends Stretch {
  /** As a number: 20261122. */
  readonly day: number;
}

export interface SumsInput {
  readonly systemId: string;
  /** The spans to sum, in order, without overlaps. For one with `day`, its row is read if there is one. */
  readonly cells: readonly (Stretch | Day)[];
  /** Ids of the machines; absent: all. */
  readonly machines?: readonly number[];
  /** Only the total of all cells, returned as cell 0. */
  readonly total?: boolean;
}

/** Observed time by machine (id), cell and raw value (id), ms. */
export interface Sums {
  readonly machines: readonly {
    readonly id: number;
    readonly spent: readonly {
      readonly cell: number;
      readonly status: number;
      readonly ms: number;
    }[];
  }[];
}

export interface FoldInput {
  readonly systemId: string;
  /** Past days, in order. */
  readonly days: readonly Day[];
}

/** Computations that the storage worker runs beside the tables. */
export const computations = { machineSums: addUp, foldMachineDays: foldDays };

/** Sums a year of machine states inside the storage worker: the rows stay out of main. */
export async function machineSums(
  database: Pick<Database, 'compute'>,
  input: SumsInput,
): Promise<Sums> {
  return (await database.compute('machineSums', input)) as Sums;
}

export async function foldMachineDays(
  database: Pick<Database, 'compute'>,
  input: FoldInput,
): Promise<void> {
  await database.compute('foldMachineDays', input);
}

/** Sums machines' time by state: past days from their rows, the rest from transitions. */
export function addUp(tables: Tables, input: SumsInput): Sums {
  const { systemId, cells } = input;
  const machines = input.machines ?? machinesOf(tables, systemId);
  const folded = foldedUntil(tables, systemId);
  const kept = cells.map((cell) => 'day' in cell && cell.to <= folded);
  const open = cells.map((cell, at) => (kept[at] ? { from: cell.from, to: cell.from } : cell));
  const fresh = fromTransitions(tables, systemId, machines, open);
  const days = new Map(
    cells.flatMap((cell, at) => (kept[at] && 'day' in cell ? [[cell.day, at]] : [])),
  );
  const ofDays = input.total
    ? totalOfDays(tables, machines, days)
    : fromDays(tables, machines, days);
  return {
    machines: machines.map((id, index) => {
      const spent = [...(ofDays.get(id) ?? [])];
      for (const [cell, account] of (fresh[index] ?? []).entries()) {
        for (const [status, ms] of account)
          spent.push({ cell: input.total ? 0 : cell, status, ms });
      }
      return { id, spent };
    }),
  };
}

/** Writes the rows of past days; from then on they are read instead of the transitions. */
export function foldDays(tables: Tables, { systemId, days }: FoldInput): null {
  const last = days.at(-1);
  if (last === undefined) return null;
  const machines = machinesOf(tables, systemId);
  const accounts = fromTransitions(tables, systemId, machines, days);
  const rows = machines.flatMap((id, index) =>
    (accounts[index] ?? []).flatMap((account, at) =>
      [...account].map(([status, ms]) => ({
        sql: 'INSERT OR REPLACE INTO history_days (machine_id, day, status_id, ms) VALUES (?, ?, ?, ?)',
        params: [id, days[at]?.day ?? 0, status, ms],
      })),
    ),
  );
  tables.transaction([
    ...rows,
    {
      sql: 'INSERT OR REPLACE INTO history_folds (system_id, until) SELECT id, ?2 FROM systems WHERE id = ?1',
      params: [systemId, last.to],
    },
  ]);
  return null;
}

function machinesOf(tables: Tables, systemId: string): number[] {
  const sql = 'SELECT id FROM history_machines WHERE system_id = ? ORDER BY id';
  return tables.all({ sql, params: [systemId] }).map(({ id }) => Number(id));
}

function foldedUntil(tables: Tables, systemId: string): number {
  const sql = 'SELECT until FROM history_folds WHERE system_id = ?';
  return Number(tables.all({ sql, params: [systemId] })[0]?.until ?? Number.NEGATIVE_INFINITY);
}

function fromTransitions(
  tables: Tables,
  systemId: string,
  machines: readonly number[],
  cells: readonly Stretch[],
): (readonly TimeByStatus[])[] {
  const from = Math.min(...cells.filter((cell) => cell.from < cell.to).map((cell) => cell.from));
  const to = Math.max(...cells.filter((cell) => cell.from < cell.to).map((cell) => cell.to));
  if (!(from < to)) return [];
  const spans = tables.all({
    sql: `SELECT start, until FROM history_spans
      WHERE system_id = ? AND reason IS NULL AND start < ? AND until > ? ORDER BY start, id`,
    params: [systemId, to, from],
  });
  const observed = spans.map(({ start, until }) => ({ from: Number(start), to: Number(until) }));
  const pieces = cutByCells(observed, cells);
  const changedAt = lastChanges(tables, systemId, machines);
  // most machines have not changed for longer
  const changed = machines.filter((id) => !((changedAt.get(id)?.at ?? to) <= from));
  const changes = changesOf(tables, changed, from, to);
  return machines.map((id) => {
    const last = changedAt.get(id);
    const own = changes.get(id) ?? (last !== undefined && last.at <= from ? [last] : []);
    return timeByCell(own, pieces, cells.length);
  });
}

/** Returns the last change of each machine, by id. */
function lastChanges(
  tables: Tables,
  systemId: string,
  machines: readonly number[],
): ReadonlyMap<number, Change> {
  const rows = tables.all({
    sql: `SELECT m.id, m.changed_at, m.status_id FROM json_each(?2) j CROSS JOIN history_machines m
      ON m.id = j.value AND m.system_id = ?1`,
    params: [systemId, JSON.stringify(machines)],
  });
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { at: Number(row.changed_at), status: Number(row.status_id) },
    ]),
  );
}

/** Returns machines' changes in a span, and the last ones before it, in order. */
function changesOf(
  tables: Tables,
  machines: readonly number[],
  from: number,
  to: number,
): ReadonlyMap<number, Change[]> {
  const rows = tables.all({
    sql: `SELECT t.machine_id, t.at, t.status_id
      FROM json_each(?1) j CROSS JOIN history_transitions t ON t.machine_id = j.value
       AND t.at >= COALESCE((SELECT MAX(at) FROM history_transitions
                              WHERE machine_id = j.value AND at <= ?2), ?2)
       AND t.at < ?3
      ORDER BY t.machine_id, t.at, t.n`,
    params: [JSON.stringify(machines), from, to],
  });
  const found = new Map<number, Change[]>();
  for (const row of rows) {
    const change = { at: Number(row.at), status: Number(row.status_id) };
    const known = found.get(Number(row.machine_id));
    if (known === undefined) found.set(Number(row.machine_id), [change]);
    else known.push(change);
  }
  return found;
}

/** Upper limit of a day, ms; the sum of larger values would exceed JavaScript's numbers. */
const usable = 'ms BETWEEN 0 AND 100000000';

type DaySpent = Map<number, { cell: number; status: number; ms: number }[]>;

function fromDays(
  tables: Tables,
  machines: readonly number[],
  days: ReadonlyMap<number, number>,
): DaySpent {
  const found: DaySpent = new Map();
  if (days.size === 0) return found;
  const [first, last] = [Math.min(...days.keys()), Math.max(...days.keys())];
  const rows = tables.all({
    sql: `SELECT d.machine_id, d.day, d.status_id, d.ms
      FROM json_each(?1) j CROSS JOIN history_days d ON d.machine_id = j.value
       AND d.day BETWEEN ?2 AND ?3 AND ${usable}`,
    params: [JSON.stringify(machines), first, last],
  });
  for (const row of rows) {
    const cell = days.get(Number(row.day));
    if (cell === undefined) continue;
    const part = { cell, status: Number(row.status_id), ms: Number(row.ms) };
    const known = found.get(Number(row.machine_id));
    if (known === undefined) found.set(Number(row.machine_id), [part]);
    else known.push(part);
  }
  return found;
}

/** Returns all days as cell 0, by machine: one group of all machines would make SQLite sort all of their rows. */
function totalOfDays(
  tables: Tables,
  machines: readonly number[],
  days: ReadonlyMap<number, number>,
): DaySpent {
  const found: DaySpent = new Map();
  if (days.size === 0) return found;
  const [first, last] = [Math.min(...days.keys()), Math.max(...days.keys())];
  const sql = `SELECT status_id, SUM(ms) AS ms FROM history_days
      WHERE machine_id = ? AND day BETWEEN ? AND ? AND ${usable} GROUP BY status_id`;
  for (const id of machines) {
    const rows = tables.all({ sql, params: [id, first, last] });
    const spent = rows.map((row) => ({
      cell: 0,
      status: Number(row.status_id),
      ms: Number(row.ms),
    }));
    found.set(id, spent);
  }
  return found;
}
