import type { Machine, MachineState } from '../../../preload/contract/machines/machines.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { defaultTime, type RowReader, readRow, readRows } from '../../base/storage/rows/index.ts';
import { type MachineRecord, readRecord } from './answer.ts';

/** The last good answer of one system. */
export interface GoodAnswer {
  readonly machines: Machine[];
  readonly checkedAt: string | null;
}

export interface MachineStore {
  load(systemId: string): Promise<GoodAnswer>;
  /**
   * Returns the statements that replace the stored state; they write nothing for a system removed meanwhile.
   * @param machines null if unchanged
   */
  saving(systemId: string, machines: readonly Machine[] | null, checkedAt: string): Statement[];
  clear(systemId: string): Promise<void>;
}

/** Returns the meaning of a raw value. */
export type ReadStatus = (status: string) => MachineState;

export const machineRows: RowReader<Omit<Machine, 'state'>> = {
  table: 'machine_states',
  called: 'name',
  read(row) {
    const [name, status] = [row.text('name'), row.text('status')];
    return {
      name,
      status,
      since: row.or(defaultTime, () => row.instant('since')),
      record: row.or(null, () => row.made('record', readRecord)) ?? { machine: name, status },
    };
  },
};

export const checkRows: RowReader<string> = {
  table: 'machine_checks',
  called: 'system_id',
  read: (row) => row.instant('checked_at'),
};

export function createMachineStore(
  database: Database,
  stateOf: (systemId: string, status: string) => MachineState,
): MachineStore {
  return {
    async load(systemId) {
      const [rows, check] = await Promise.all([
        database.all({
          sql: 'SELECT * FROM machine_states WHERE system_id = ? ORDER BY position',
          params: [systemId],
        }),
        database.get({
          sql: 'SELECT * FROM machine_checks WHERE system_id = ?',
          params: [systemId],
        }),
      ]);
      return {
        machines: readRows(database, machineRows, rows).map((one) => ({
          ...one,
          state: stateOf(systemId, one.status),
        })),
        checkedAt: (check && readRow(database, checkRows, check)) ?? null,
      };
    },
    saving: (systemId, machines, checkedAt) => [
      ...(machines === null ? [] : replaceStates(systemId, machines)),
      {
        sql: `INSERT OR REPLACE INTO machine_checks (system_id, checked_at)
                SELECT id, ?2 FROM systems WHERE id = ?1`,
        params: [systemId, checkedAt],
      },
    ],
    async clear(systemId) {
      await database.run(
        { sql: 'DELETE FROM machine_states WHERE system_id = ?', params: [systemId] },
        { sql: 'DELETE FROM machine_checks WHERE system_id = ?', params: [systemId] },
      );
    },
  };
}

function replaceStates(systemId: string, machines: readonly Machine[]): Statement[] {
  return [
    { sql: 'DELETE FROM machine_states WHERE system_id = ?', params: [systemId] },
    ...machines.map(({ name, status, since, record }, position) => ({
      sql: `INSERT INTO machine_states (system_id, position, name, status, since, record)
            SELECT id, ?2, ?3, ?4, ?5, ?6 FROM systems WHERE id = ?1`,
      params: [systemId, position, name, status, since, JSON.stringify(record)],
    })),
  ];
}

/**
 * Returns the new list, keeping `since` if a machine's raw status is unchanged. Machines of the same name are
 * distinguished by their order.
 */
export function mergeMachines(
  before: readonly Machine[],
  records: readonly MachineRecord[],
  now: string,
  read: ReadStatus,
): Machine[] {
  const known = new Map<string, Machine[]>();
  for (const machine of before) {
    const same = known.get(machine.name);
    if (same === undefined) known.set(machine.name, [machine]);
    else same.push(machine);
  }
  return records.map(({ name, status, record }) => {
    const previous = known.get(name)?.shift();
    const since = previous?.status === status ? previous.since : now;
    return { name, status, state: read(status), since, record };
  });
}

/** Returns the machines with changed meanings of raw values. */
export function reinterpret(machines: readonly Machine[], read: ReadStatus): Machine[] {
  return machines.map((machine) => ({ ...machine, state: read(machine.status) }));
}
