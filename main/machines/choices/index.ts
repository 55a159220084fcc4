import type { Emit, Handlers, ResourceValue } from '../../../preload/contract/index.ts';
import {
  type MachineChoice,
  type MachineView,
  machineView,
  type Polling,
  polling,
} from '../../../preload/contract/machines/machine-choices.ts';
import { type MachineState, machineStates } from '../../../preload/contract/machines/machines.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRow, readRows } from '../../base/storage/rows/index.ts';
import { readState } from './states.ts';

export interface MachineChoicesDeps {
  readonly database: Database;
  readonly emit: Emit;
}

/** The user's view of machines, polling intervals, and the meanings of raw values. */
export interface MachineChoices {
  readonly calls: Handlers<'machineChoices'>;
  /** Returns the meaning of a system's raw value: the user's, else as parsed. */
  stateOf(systemId: string, status: string): MachineState;
  /** Listens for changed meanings of a system's raw values. */
  onMeaning(listener: (systemId: string) => void): () => void;
  /** Returns the group to which the user assigned a machine; empty for none. */
  groupOf(systemId: string, machine: { readonly name: string; readonly nth: number }): string;
  /** Returns how often to poll a system: the user's choice, else the default. */
  polling(systemId: string): Polling;
  onPolling(listener: (systemId: string) => void): () => void;
}

const usualPolling: Polling = { every: 60, troubled: 30 };

export const meaningRows: RowReader<{
  readonly systemId: string;
  readonly status: string;
  readonly state: MachineState;
}> = {
  table: 'status_meanings',
  called: 'status',
  read: (row) => ({
    systemId: row.word('system_id'),
    status: row.text('status'),
    state: row.one('state', machineStates),
  }),
};

export const choiceRows: RowReader<MachineChoice & { readonly systemId: string }> = {
  table: 'machine_choices',
  called: 'name',
  read: (row) => ({
    systemId: row.word('system_id'),
    name: row.text('name'),
    nth: row.count('nth'),
    pinned: row.or(false, () => row.flag('pinned')),
    hidden: row.or(false, () => row.flag('hidden')),
    ownName: row.text('own_name'),
    note: row.text('note'),
    group: row.text('own_group'),
  }),
};

export const pollingRows: RowReader<readonly [string, Polling]> = {
  table: 'machine_polling',
  called: 'system_id',
  read: (row) => [
    row.word('system_id'),
    {
      every: row.shaped('every', polling.shape.every),
      troubled: row.shaped('troubled', polling.shape.troubled),
    },
  ],
};

export const viewRows: RowReader<MachineView> = {
  table: 'machine_views',
  called: 'system_id',
  read: (row) => ({
    cards: row.or(false, () => row.flag('cards')),
    columns: row.or(null, () =>
      row.optional('columns') === null ? null : row.json('columns', machineView.shape.columns),
    ),
  }),
};

export async function createMachineChoices(deps: MachineChoicesDeps): Promise<MachineChoices> {
  const { database, emit } = deps;
  const meanings = new Map<string, Map<string, MachineState>>();
  const intervals = new Map<string, Polling>();
  const groups = new Map<string, string>();
  const listeners = new Set<(systemId: string) => void>();
  const pollingListeners = new Set<(systemId: string) => void>();
  const pollingOf = (systemId: string): Polling => intervals.get(systemId) ?? usualPolling;
  const ofSystem = (systemId: string): Map<string, MachineState> => {
    const known = meanings.get(systemId) ?? new Map<string, MachineState>();
    meanings.set(systemId, known);
    return known;
  };
  const [keptMeanings, keptGroups, keptPolling] = await Promise.all([
    database.all({ sql: 'SELECT * FROM status_meanings' }),
    database.all({ sql: "SELECT * FROM machine_choices WHERE own_group <> ''" }),
    database.all({ sql: 'SELECT * FROM machine_polling' }),
  ]);
  for (const { systemId, status, state } of readRows(database, meaningRows, keptMeanings)) {
    ofSystem(systemId).set(status, state);
  }
  for (const { systemId, name, nth, group } of readRows(database, choiceRows, keptGroups)) {
    groups.set(groupKey(systemId, name, nth), group);
  }
  for (const [systemId, polling] of readRows(database, pollingRows, keptPolling)) {
    intervals.set(systemId, polling);
  }

  async function snapshot(systemId: string): Promise<ResourceValue<'machineChoices'>> {
    const [view, machines] = await Promise.all([
      database.get({ sql: 'SELECT * FROM machine_views WHERE system_id = ?', params: [systemId] }),
      database.all({
        sql: 'SELECT * FROM machine_choices WHERE system_id = ?',
        params: [systemId],
      }),
    ]);
    return {
      systemId,
      view: (view && readRow(database, viewRows, view)) ?? { cards: false, columns: null },
      machines: readRows(database, choiceRows, machines).map(({ systemId: _, ...one }) => one),
      meanings: [...ofSystem(systemId)].map(([status, state]) => ({ status, state })),
      polling: pollingOf(systemId),
    };
  }
  const announce = async (systemId: string): Promise<void> =>
    emit('machineChoices.changed', await snapshot(systemId));

  return {
    calls: {
      snapshot: ({ systemId }) => snapshot(systemId),
      async setView({ systemId, view: { cards, columns } }) {
        await database.run({
          sql: `INSERT OR REPLACE INTO machine_views (system_id, cards, columns)
                SELECT id, ?2, ?3 FROM systems WHERE id = ?1`,
          params: [systemId, Number(cards), columns === null ? null : JSON.stringify(columns)],
        });
        await announce(systemId);
      },
      async setMachine({ systemId, machine }) {
        const { name, nth, pinned, hidden, ownName, note, group } = machine;
        const own = ownName.trim();
        const [, written] = await database.run(
          {
            sql: 'DELETE FROM machine_choices WHERE system_id = ? AND name = ? AND nth = ?',
            params: [systemId, name, nth],
          },
          {
            sql: `INSERT INTO machine_choices (system_id, name, nth, pinned, hidden, own_name, note, own_group)
                  SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM systems
                   WHERE id = ?1 AND (?4 OR ?5 OR ?6 <> '' OR ?7 <> '' OR ?8 <> '')`,
            params: [systemId, name, nth, Number(pinned), Number(hidden), own, note, group],
          },
        );
        const key = groupKey(systemId, name, nth);
        if (written === 0 || group === '') groups.delete(key);
        else groups.set(key, group);
        await announce(systemId);
      },
      async setPolling({ systemId, polling }) {
        const [written] = await database.run({
          sql: `INSERT OR REPLACE INTO machine_polling (system_id, every, troubled)
                SELECT id, ?2, ?3 FROM systems WHERE id = ?1`,
          params: [systemId, polling.every, polling.troubled],
        });
        if (written === 0) return;
        intervals.set(systemId, polling);
        for (const listener of pollingListeners) listener(systemId);
        await announce(systemId);
      },
      async setMeaning({ systemId, status, state }) {
        const clear = {
          sql: 'DELETE FROM status_meanings WHERE system_id = ? AND status = ?',
          params: [systemId, status],
        };
        const set = {
          sql: `INSERT INTO status_meanings (system_id, status, state)
                SELECT id, ?2, ?3 FROM systems WHERE id = ?1`,
          params: [systemId, status, state],
        };
        await database.run(clear, ...(state === null ? [] : [set]));
        if (state === null) ofSystem(systemId).delete(status);
        else ofSystem(systemId).set(status, state);
        for (const listener of listeners) listener(systemId);
        await announce(systemId);
      },
    },
    stateOf: (systemId, status) => meanings.get(systemId)?.get(status) ?? readState(status),
    onMeaning(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    groupOf: (systemId, { name, nth }) => groups.get(groupKey(systemId, name, nth)) ?? '',
    polling: pollingOf,
    onPolling(listener) {
      pollingListeners.add(listener);
      return () => pollingListeners.delete(listener);
    },
  };
}

function groupKey(systemId: string, name: string, nth: number): string {
  return JSON.stringify([systemId, nth, name]);
}
