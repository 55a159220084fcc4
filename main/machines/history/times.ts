import type { Database } from '../../base/storage/database.ts';
import { readRows } from '../../base/storage/rows/index.ts';
import { type Day, machineSums, type Stretch, type Sums } from '../sums/index.ts';
import { byCells, partsOf, plannedGroups } from './planned.ts';
import { machineRows, statusRows } from './rows.ts';
import type { MachineTime, PlannedTime, StateOf, TimeByState } from './types.ts';

export interface Named {
  readonly name: string;
  readonly nth: number;
}

interface Found extends Omit<MachineTime, 'cells'> {
  readonly id: number;
}

/**
 * Returns observed time by machine, cell and state; with `total` only the first cell, with all of it.
 * @param some the machines, in any order; absent: all
 */
export type Times = (
  systemId: string,
  cells: readonly (Stretch | Day)[],
  some?: readonly Named[] | null,
  options?: { readonly total: boolean },
) => Promise<MachineTime[]>;

export function createTimes(deps: {
  readonly database: Database;
  readonly stateOf: StateOf;
  readonly planned: (
    systemId: string,
    machines: readonly Named[],
    within: Stretch,
  ) => readonly PlannedTime[];
}): Times {
  const { database, stateOf } = deps;

  /** Returns by machine the time spent and planned as maintenance. */
  async function aside(systemId: string, machines: readonly Found[], cells: readonly Stretch[]) {
    const found = new Map<number, { spent: Sums['machines'][number]['spent']; parts: Part[] }>();
    const [first, last] = [cells.at(0), cells.at(-1)];
    if (first === undefined || last === undefined) return found;
    const planned = deps.planned(systemId, machines, { from: first.from, to: last.to });
    for (const group of plannedGroups(machines, planned)) {
      const parts = partsOf(cells, group.stretches);
      const ids = group.machines.map(({ id }) => id);
      const sums = await machineSums(database, { systemId, cells: parts, machines: ids });
      for (const { id, spent } of byCells(sums, parts).machines) found.set(id, { spent, parts });
    }
    return found;
  }

  return async (systemId, cells, some = null, { total } = { total: false }) => {
    const [rows, statuses] = await Promise.all([
      database.all(
        some === null
          ? {
              sql: 'SELECT * FROM history_machines WHERE system_id = ? ORDER BY id',
              params: [systemId],
            }
          : {
              sql: `SELECT m.* FROM json_each(?2) j CROSS JOIN history_machines m
                ON m.system_id = ?1 AND m.name = j.value ->> 0 AND m.nth = j.value ->> 1
                ORDER BY m.id`,
              params: [systemId, JSON.stringify(some.map(({ name, nth }) => [name, nth]))],
            },
      ),
      database.all({
        sql: 'SELECT * FROM history_statuses WHERE system_id = ?',
        params: [systemId],
      }),
    ]);
    const machines: Found[] = readRows(database, machineRows, rows).map(
      ({ id, name, nth, firstSeen, changedAt }) => ({ id, name, nth, firstSeen, changedAt }),
    );
    const ids = some === null ? {} : { machines: machines.map(({ id }) => id) };
    const [sums, apart] = await Promise.all([
      machineSums(database, { systemId, cells, total, ...ids }),
      aside(systemId, machines, cells),
    ]);
    const states = new Map(
      readRows(database, statusRows, statuses).map(({ id, status }) => [
        id,
        stateOf(systemId, status),
      ]),
    );
    const accounts = new Map(sums.machines.map(({ id, spent }) => [id, spent]));
    const byState = (spent: Sums['machines'][number]['spent']): Map<number, TimeByState> => {
      const found = new Map<number, TimeByState>();
      for (const { cell, status, ms } of spent) {
        const state = states.get(status) ?? 'unknown';
        const account = found.get(cell) ?? {};
        account[state] = (account[state] ?? 0) + ms;
        found.set(cell, account);
      }
      return found;
    };
    return machines.map(({ id, ...machine }) => {
      const time = byState(accounts.get(id) ?? []);
      const { spent = [], parts = [] } = apart.get(id) ?? {};
      const set = byState(total ? spent.map((part) => ({ ...part, cell: 0 })) : spent);
      const of = cells.slice(0, total ? 1 : undefined).map(({ from, to }, at) => {
        const planned = parts.filter(({ cell }) => cell === at);
        const [account, maintenance] = [time.get(at) ?? {}, set.get(at)];
        return {
          from,
          to,
          time: account,
          ...(maintenance && { aside: maintenance }),
          ...(planned.length > 0 && { planned: planned.map(({ from, to }) => ({ from, to })) }),
        };
      });
      return { ...machine, cells: of };
    });
  };
}

type Part = ReturnType<typeof partsOf>[number];
