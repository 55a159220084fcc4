import type { Statement } from '../../base/storage/database.ts';
import { changedMembers, membersOf } from './members.ts';
import type { SeenMachine } from './types.ts';

/** Minimum time between two records of a machine's other fields, which may change with every check, ms. */
const betweenFields = 3600_000;

/** The answer left the machine out. */
export const absent = 0;

/** A machine in the history. */
export interface KnownMachine {
  readonly id: number;
  readonly name: string;
  status: number;
  /** The raw value of `status`; null if this process has not seen it. */
  raw: string | null;
  transitions: number;
  /** JSON of the record's other fields as last written. */
  fields: string;
  fieldsAt: number;
  /** The check in which it was last found. */
  round: number;
}

/** The known machines and raw values of a system, and the ids for new ones. */
export interface KnownMachines {
  readonly systemId: string;
  readonly machines: Map<string, KnownMachine>;
  readonly statuses: Map<string, number>;
  /** The last answer's machines, in its order. */
  order: readonly KnownMachine[];
  round: number;
}

/** Source of unused ids. */
export interface Ids {
  machine(): number;
  status(): number;
}

/** Machines of one name are distinguished by their order. */
export function keyOf(name: string, nth: number): string {
  return `${nth} ${name}`;
}

/**
 * Compares an answer with the known machines, and updates those.
 * @returns what to write: transitions, new machines, new raw values, changed fields
 */
export function compare(
  known: KnownMachines,
  seen: readonly SeenMachine[],
  at: number,
  ids: Ids,
): Statement[] {
  const statements: Statement[] = [];
  const round = ++known.round;
  const { order, nths } = findAll(known, seen);
  const found: KnownMachine[] = [];
  for (const [index, one] of seen.entries()) {
    const machine = order[index] ?? newMachine(known, one, nths[index] ?? 0, at, ids, statements);
    found.push(machine);
    machine.round = round;
    const changes =
      machine.raw !== one.status && see(known, machine, one.status, at, ids, statements);
    if (changes || at - machine.fieldsAt >= betweenFields) {
      statements.push(...noteFields(machine, membersOf(one.record), at));
    }
  }
  known.order = found;
  for (const machine of known.machines.values()) {
    if (machine.round !== round && machine.status !== absent) {
      machine.raw = null;
      statements.push(...changeStatus(machine, absent, at));
    }
  }
  return statements;
}

/** Returns the known machine for each in an answer, undefined for new ones, and its number among those of its name. */
function findAll(
  { order, machines }: KnownMachines,
  seen: readonly SeenMachine[],
): { readonly order: readonly (KnownMachine | undefined)[]; readonly nths: readonly number[] } {
  // nearly every answer has the machines of the last one in the same order
  if (order.length === seen.length && order.every(({ name }, at) => name === seen[at]?.name)) {
    return { order, nths: [] };
  }
  const names = new Map<string, number>();
  const nths = seen.map(({ name }) => {
    const nth = names.get(name) ?? 0;
    names.set(name, nth + 1);
    return nth;
  });
  return { nths, order: seen.map(({ name }, at) => machines.get(keyOf(name, nths[at] ?? 0))) };
}

/** @returns whether its status has changed */
function see(
  known: KnownMachines,
  machine: KnownMachine,
  raw: string,
  at: number,
  ids: Ids,
  statements: Statement[],
): boolean {
  const status = statusId(known, raw, ids, statements);
  machine.raw = raw;
  if (machine.status === status) return false;
  statements.push(...changeStatus(machine, status, at));
  return true;
}

function statusId(known: KnownMachines, status: string, ids: Ids, statements: Statement[]): number {
  const found = known.statuses.get(status);
  if (found !== undefined) return found;
  const id = ids.status();
  known.statuses.set(status, id);
  statements.push({
    sql: `INSERT INTO history_statuses (id, system_id, status) SELECT ?1, id, ?3 FROM systems WHERE id = ?2`,
    params: [id, known.systemId, status],
  });
  return id;
}

function newMachine(
  known: KnownMachines,
  { name, status: raw, record }: SeenMachine,
  nth: number,
  at: number,
  ids: Ids,
  statements: Statement[],
): KnownMachine {
  const { systemId, machines, round } = known;
  const status = statusId(known, raw, ids, statements);
  const fields = membersOf(record);
  const id = ids.machine();
  const machine = { id, name, status, raw, transitions: 1, fields, fieldsAt: at, round };
  machines.set(keyOf(name, nth), machine);
  const sql = `INSERT INTO history_machines
      (id, system_id, name, nth, first_seen, status_id, changed_at, transitions, fields, fields_at)
    SELECT ?1, id, ?3, ?4, ?5, ?6, ?5, 1, ?7, ?5 FROM systems WHERE id = ?2`;
  statements.push({ sql, params: [id, systemId, name, nth, at, status, fields] });
  statements.push(transition(id, at, 1, status));
  return machine;
}

function changeStatus(machine: KnownMachine, status: number, at: number): Statement[] {
  machine.status = status;
  machine.transitions++;
  return [
    {
      sql: 'UPDATE history_machines SET status_id = ?, changed_at = ?, transitions = ? WHERE id = ?',
      params: [status, at, machine.transitions, machine.id],
    },
    transition(machine.id, at, machine.transitions, status),
  ];
}

/** @param n counts the machine's transitions: of several at one time the last one counts */
function transition(id: number, at: number, n: number, status: number): Statement {
  return {
    sql: `INSERT INTO history_transitions (machine_id, at, n, status_id)
          SELECT id, ?2, ?3, ?4 FROM history_machines WHERE id = ?1`,
    params: [id, at, n, status],
  };
}

function noteFields(machine: KnownMachine, fields: string, at: number): Statement[] {
  machine.fieldsAt = at;
  if (fields === machine.fields) return [];
  const changed = changedMembers(machine.fields, fields);
  machine.fields = fields;
  return [
    {
      sql: 'UPDATE history_machines SET fields = ?, fields_at = ? WHERE id = ?',
      params: [fields, at, machine.id],
    },
    {
      sql: `INSERT OR REPLACE INTO history_fields (machine_id, at, changed)
            SELECT id, ?2, ?3 FROM history_machines WHERE id = ?1`,
      params: [machine.id, at, changed],
    },
  ];
}
