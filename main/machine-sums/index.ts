import { type Change, cut, type Spent, type Stretch, spend } from './sums.ts';

export type { Stretch } from './sums.ts';

type Value = string | number | bigint | null | Uint8Array;
type Row = Readonly<Record<string, Value>>;

/** The database, in the thread that has it open. */
export interface Tables {
  all(sql: string, params: readonly Value[]): Row[];
  transaction(statements: readonly { readonly sql: string; readonly params: Value[] }[]): unknown;
}

/** A day of the user's calendar. */
export interface Day extends Stretch {
  /** As a number: 20261122. */
  readonly day: number;
}

export interface SumsInput {
  readonly systemId: string;
  /** What to add up by: in order, without overlaps. Where `day` is given, its row is read if there is one. */
  readonly cells: readonly (Stretch | Day)[];
  /** Ids of the machines that are meant; all where absent. */
  readonly machines?: readonly number[];
  /** Only the total of all cells is wanted: it is told as that of cell 0. */
  readonly total?: boolean;
}

/** For each machine (by id) and cell: how long it had which raw value (by id) while it was observed, ms. */
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
  /** Days that are over, in order. */
  readonly days: readonly Day[];
}

/** Adds up what machines spent in which state: days that are over from their rows, the rest from transitions. */
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
  const ofDays = fromDays(tables, machines, days, input.total === true);
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

/** Writes the rows of days that are over; they are read from then on instead of what they were made of. */
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
  return tables.all(sql, [systemId]).map(({ id }) => Number(id));
}

function foldedUntil(tables: Tables, systemId: string): number {
  const sql = 'SELECT until FROM history_folds WHERE system_id = ?';
  return Number(tables.all(sql, [systemId])[0]?.until ?? Number.NEGATIVE_INFINITY);
}

function fromTransitions(
  tables: Tables,
  systemId: string,
  machines: readonly number[],
  cells: readonly Stretch[],
): (readonly Spent[])[] {
  const from = Math.min(...cells.filter((cell) => cell.from < cell.to).map((cell) => cell.from));
  const to = Math.max(...cells.filter((cell) => cell.from < cell.to).map((cell) => cell.to));
  if (!(from < to)) return [];
  const spans = tables.all(
    `SELECT start, until FROM history_spans
      WHERE system_id = ? AND reason IS NULL AND start < ? AND until > ? ORDER BY start, id`,
    [systemId, to, from],
  );
  const observed = spans.map(({ start, until }) => ({ from: Number(start), to: Number(until) }));
  const pieces = cut(observed, cells);
  return machines.map((id) => spend(changesOf(tables, id, from, to), pieces, cells.length));
}

/** The changes of one machine in a stretch, and the last one before it. */
function changesOf(tables: Tables, id: number, from: number, to: number): Change[] {
  const before = tables.all(
    `SELECT at, status_id FROM history_transitions WHERE machine_id = ? AND at <= ?
      ORDER BY at DESC, n DESC LIMIT 1`,
    [id, from],
  );
  const within = tables.all(
    `SELECT at, status_id FROM history_transitions WHERE machine_id = ? AND at > ? AND at < ?
      ORDER BY at, n`,
    [id, from, to],
  );
  return [...before, ...within].map((row) => ({
    at: Number(row.at),
    status: Number(row.status_id),
  }));
}

function fromDays(
  tables: Tables,
  machines: readonly number[],
  days: ReadonlyMap<number, number>,
  total: boolean,
) {
  const found = new Map<number, { cell: number; status: number; ms: number }[]>();
  if (days.size === 0) return found;
  const [first, last] = [Math.min(...days.keys()), Math.max(...days.keys())];
  // a year of thousands of machines is added up by SQLite
  const sql = total
    ? `SELECT status_id, SUM(ms) AS ms FROM history_days
        WHERE machine_id = ? AND day BETWEEN ? AND ? GROUP BY status_id`
    : 'SELECT day, status_id, ms FROM history_days WHERE machine_id = ? AND day BETWEEN ? AND ?';
  for (const id of machines) {
    const spent = tables.all(sql, [id, first, last]).flatMap((row) => {
      const cell = total ? 0 : days.get(Number(row.day));
      return cell === undefined
        ? []
        : [{ cell, status: Number(row.status_id), ms: Number(row.ms) }];
    });
    found.set(id, spent);
  }
  return found;
}
