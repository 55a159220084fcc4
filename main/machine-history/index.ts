import type { HistorySpan } from '../../preload/contract/history-spans.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import { inBackground } from '../background.ts';
import type { Log } from '../host.ts';
import type { Day, Stretch } from '../machine-sums/index.ts';
import type { Database, Row } from '../storage/database.ts';
import { createDays } from './days.ts';
import type { Ids } from './machines.ts';
import { createPages } from './page.ts';
import type { Past, PastChange } from './past.ts';
import { createReads } from './reads.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { cellsOf, gapsBy } from './spans.ts';
import { type MachineSummary, summarise } from './summary.ts';
import type { MachineTime, Observation, StateOf, TimeByState, ToldStretch } from './types.ts';

export type { Past, PastChange } from './past.ts';
export type { Recorder } from './recorder.ts';
export type { Miss, Observation } from './types.ts';

export interface MachineHistoryDeps {
  readonly database: Database;
  readonly meanings: {
    readonly stateOf: StateOf;
    onMeaning(listener: (systemId: string) => void): () => void;
  };
  /** What comes with a system of which nothing was seen yet: null for most. */
  readonly pastOf?: (systemId: string, seen: Observation) => Past | null;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
  /** IANA name; the computer's where absent. */
  readonly timeZone?: string;
}

/** What happened to machines while nobody looked: what was seen of them, and what can be said of it. */
export interface MachineHistory {
  readonly availabilityCalls: Handlers<'availability'>;
  readonly barCalls: Handlers<'bar'>;
  readonly pageCalls: Handlers<'machinePage'>;
  recorder(systemId: string): Recorder;
  /**
   * Observed time by machine, cell and state.
   * @param cells ms since 1970, in order, without overlaps
   */
  time(systemId: string, cells: readonly Stretch[]): Promise<MachineTime[]>;
  /** The same by days of the user's calendar. */
  timeByDay(systemId: string, from: number, to: number): Promise<MachineTime[]>;
  /** When the system was observed, and why not, in order. */
  told(systemId: string, from: number, to: number): Promise<ToldStretch[]>;
  /** All machines that were ever seen. */
  machines(systemId: string): Promise<{ id: number; name: string; nth: number }[]>;
  /** Every change of one machine, in order. */
  changes(machineId: number): Promise<PastChange[]>;
  /** Machines that were ever seen, at most so many. */
  names(systemId: string, most: number): Promise<string[]>;
  /** What happened to a machine within a span, for a reader; null for one that was never seen. */
  summary(systemId: string, name: string, span: HistorySpan): Promise<MachineSummary | null>;
}

export function createMachineHistory(deps: MachineHistoryDeps): MachineHistory {
  const { database, meanings, emit } = deps;
  const now = deps.now ?? (() => new Date());
  const days = createDays(deps.timeZone);
  const background = inBackground(deps.log);
  const reads = createReads(database);
  const { told, madeUpUntil } = reads;
  const recorders = new Map<string, Recorder>();
  let loadedIds: Promise<Ids> | null = null;
  const ids = (): Promise<Ids> => {
    loadedIds ??= loadIds(database);
    return loadedIds;
  };

  function changed(systemId: string): void {
    emit('availability.changed', { systemId });
    emit('bar.changed', { systemId });
    emit('machinePage.changed', { systemId });
  }
  meanings.onMeaning(changed);

  async function time(
    systemId: string,
    cells: readonly (Stretch | Day)[],
    one: { readonly name: string; readonly nth: number } | null = null,
    total = false,
  ): Promise<MachineTime[]> {
    const [machines, statuses] = await Promise.all([
      database.all(
        `SELECT id, name, nth, first_seen, changed_at FROM history_machines
          WHERE system_id = ?1 AND (?2 IS NULL OR (name = ?2 AND nth = ?3)) ORDER BY id`,
        [systemId, one?.name ?? null, one?.nth ?? null],
      ),
      database.all('SELECT id, status FROM history_statuses WHERE system_id = ?', [systemId]),
    ]);
    const ids = one === null ? {} : { machines: machines.map(({ id }) => Number(id)) };
    const sums = await database.machineSums({ systemId, cells, total, ...ids });
    const states = new Map(
      statuses.map(({ id, status }) => [Number(id), meanings.stateOf(systemId, String(status))]),
    );
    const accounts = new Map(sums.machines.map(({ id, spent }) => [id, spent]));
    return machines.map((row) => {
      const byCell = cells.map(({ from, to }) => ({ from, to, time: {} as TimeByState }));
      for (const { cell, status, ms } of accounts.get(Number(row.id)) ?? []) {
        const state = states.get(status) ?? 'unknown';
        const account = byCell[cell]?.time;
        if (account !== undefined) account[state] = (account[state] ?? 0) + ms;
      }
      return { ...machineOf(row), cells: byCell };
    });
  }

  return {
    recorder(systemId) {
      const known = recorders.get(systemId);
      if (known !== undefined) return known;
      const recorder = createRecorder({
        ...{ systemId, database, ids, days, background },
        pastOf: (seen) => deps.pastOf?.(systemId, seen) ?? null,
        changed: () => changed(systemId),
      });
      recorders.set(systemId, recorder);
      return recorder;
    },
    time,
    timeByDay: (systemId, from, to) => time(systemId, days.between(from, to)),
    ...reads,
    summary: (systemId, name, span) =>
      summarise(
        {
          ...{ database, days, time, told, madeUpUntil },
          stateOf: meanings.stateOf,
          now: now().getTime(),
        },
        { systemId, name, nth: 0 },
        span,
      ),
    pageCalls: createPages({
      ...{ database, days, now, time, told, changed },
      stateOf: meanings.stateOf,
    }),
    availabilityCalls: {
      async snapshot({ systemId, span }) {
        const cells = cellsOf(days, span, now().getTime());
        const [machines, generatedUntil] = await Promise.all([
          time(systemId, cells, null, true),
          madeUpUntil(systemId),
        ]);
        return {
          from: cells[0]?.from ?? 0,
          to: cells.at(-1)?.to ?? 0,
          generatedUntil,
          machines: machines.map(({ name, nth, cells: [total] }) => ({
            name,
            nth,
            time: total?.time ?? {},
          })),
        };
      },
    },
    barCalls: {
      async snapshot({ systemId, span, name, nth }) {
        const cells = cellsOf(days, span, now().getTime());
        const [machine] = await time(systemId, cells, { name, nth });
        if (machine === undefined) return [];
        const stretches = await told(systemId, cells[0]?.from ?? 0, cells.at(-1)?.to ?? 0);
        const gaps = gapsBy(cells, stretches);
        return machine.cells.map((cell, at) => ({ ...cell, gap: gaps[at] ?? null }));
      },
    },
  };
}

function machineOf(row: Row): Omit<MachineTime, 'cells'> {
  return {
    name: String(row.name),
    nth: Number(row.nth),
    firstSeen: Number(row.first_seen),
    changedAt: Number(row.changed_at),
  };
}

async function loadIds(database: Database): Promise<Ids> {
  const row = await database.get(
    `SELECT (SELECT COALESCE(MAX(id), 0) FROM history_machines) AS machine,
            (SELECT COALESCE(MAX(id), 0) FROM history_statuses) AS status`,
  );
  let [machine, status] = [Number(row?.machine ?? 0), Number(row?.status ?? 0)];
  return { machine: () => ++machine, status: () => ++status };
}
