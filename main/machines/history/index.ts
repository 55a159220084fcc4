import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { HistorySpan } from '../../../preload/contract/machines/history-spans.ts';
import type { PastIncident } from '../../../preload/contract/machines/maintenance.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Log } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Stretch } from '../sums/index.ts';
import { createIncidents } from './all-incidents.ts';
import { createApiHistory } from './api-history.ts';
import { createDays } from './days.ts';
import { demoPast } from './demo-past.ts';
import { type ElapsedTime, elapsedForWindows } from './elapsed.ts';
import type { Ids } from './machines.ts';
import type { Past, PastChange } from './past.ts';
import { createQueries } from './queries.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { type RetentionSettings, retentionOf } from './retention.ts';
import { type MachineSummary, summarise } from './summary.ts';
import { createTimes } from './times.ts';
import { createPages } from './transition-pages.ts';
import type { MachineTime, Observation, ObservedStretch, StateOf } from './types.ts';
import { createViews, type MaintenanceSource } from './views.ts';

export type { Past, PastChange } from './past.ts';
export type { Recorder } from './recorder.ts';
export * as historyRows from './rows.ts';
export { withGeneratedStarts } from './starts.ts';
export type { Miss, Observation } from './types.ts';

export interface MachineHistoryDeps {
  readonly database: Database;
  readonly meanings: {
    readonly stateOf: StateOf;
    onMeaning(listener: (systemId: string) => void): () => void;
  };
  /** Returns the history that comes with a new system; absent: only the demo has one. */
  readonly pastOf?: (systemId: string, seen: Observation) => Past | null;
  /** Planned maintenance, with its change events. */
  readonly maintenance?: MaintenanceSource;
  /** Returns the user's retention settings; absent for the defaults. */
  readonly retention?: () => RetentionSettings;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
  /** IANA name; absent for the computer's. */
  readonly timeZone?: string;
}

/** Machine history: what was observed, also while nobody looked, and reports on it. */
export interface MachineHistory {
  readonly calls: Handlers<'machineHistory'>;
  recorder(systemId: string): Recorder;
  /**
   * Returns observed time by machine, cell and state.
   * @param cells ms since 1970, in order, without overlaps
   */
  time(systemId: string, cells: readonly Stretch[]): Promise<MachineTime[]>;
  /** Does the same by days of the user's calendar. */
  timeByDay(systemId: string, from: number, to: number): Promise<MachineTime[]>;
  /** Returns when the system was observed, and why not, in order. */
  observedStretches(systemId: string, from: number, to: number): Promise<ObservedStretch[]>;
  /** Returns all machines ever seen. */
  machines(systemId: string): Promise<{ id: number; name: string; nth: number }[]>;
  /** Returns every change of one machine, in order. */
  changes(machineId: number): Promise<PastChange[]>;
  /** Returns incidents (not up) of all machines that overlap a time, by start; of very many the newest. */
  incidents(
    systemId: string,
    from: number,
    to: number,
  ): Promise<{ incidents: PastIncident[]; more: boolean }>;
  /** Returns the names of machines ever seen, up to a limit. */
  names(systemId: string, most: number): Promise<string[]>;
  /** Summarises a machine's history within a span for a reader; null for an unknown machine. */
  summary(systemId: string, name: string, span: HistorySpan): Promise<MachineSummary | null>;
}

/** Tells windows that a system's history changed, or how long its machines were in each state since the last check. */
function createChanges(
  { meanings, emit }: MachineHistoryDeps,
  planned: MaintenanceSource['planned'],
) {
  return {
    changed: (systemId: string): void =>
      emit('machineHistory.changed', { systemId, observed: null }),
    observed(systemId: string, seen: ElapsedTime): void {
      // time with planned maintenance counts separately, which only the sums can tell
      const isPlain = planned(systemId, seen.machines, seen).length === 0;
      const elapsed = isPlain
        ? elapsedForWindows(seen, (status) => meanings.stateOf(systemId, status))
        : null;
      emit('machineHistory.changed', { systemId, observed: elapsed });
    },
  };
}

export function createMachineHistory(deps: MachineHistoryDeps): MachineHistory {
  const { database, meanings } = deps;
  const now = deps.now ?? (() => new Date());
  const days = createDays(deps.timeZone);
  const background = inBackground(deps.log);
  const queries = createQueries(database);
  const { observedStretches, generationEnd } = queries;
  const incidentsOf = createIncidents(database, meanings.stateOf);
  const recorders = new Map<string, Recorder>();
  let loadedIds: Promise<Ids> | null = null;
  const ids = (): Promise<Ids> => {
    loadedIds ??= loadIds(database);
    return loadedIds;
  };

  const planned: MaintenanceSource['planned'] = (...of) => deps.maintenance?.planned(...of) ?? [];
  const { changed, observed } = createChanges(deps, planned);
  meanings.onMeaning(changed);
  deps.maintenance?.onChange(changed);
  const time = createTimes({
    database,
    stateOf: meanings.stateOf,
    planned,
  });

  const views = createViews({
    days,
    now,
    time,
    observedStretches,
    generationEnd,
    machines: queries.machines,
    statuses: queries.statuses,
    incidentsOf,
    planned,
  });
  const pages = createPages({
    database,
    days,
    now,
    time,
    observedStretches,
    changed,
    stateOf: meanings.stateOf,
  });
  return {
    recorder(systemId) {
      const known = recorders.get(systemId);
      if (known !== undefined) return known;
      const recorder = createRecorder({
        systemId,
        database,
        ids,
        days,
        background,
        retention: () => retentionOf(deps.retention?.() ?? {}),
        pastOf: (seen) => (deps.pastOf ?? demoPast)(systemId, seen),
        changed: () => changed(systemId),
        observed: (seen) => observed(systemId, seen),
      });
      recorders.set(systemId, recorder);
      return recorder;
    },
    time,
    timeByDay: (systemId, from, to) => time(systemId, days.between(from, to)),
    ...queries,
    incidents: incidentsOf,
    summary: (systemId, name, span) =>
      summarise(
        {
          database,
          days,
          time,
          observedStretches,
          generationEnd,
          stateOf: meanings.stateOf,
          now: now().getTime(),
        },
        { systemId, name, nth: 0 },
        span,
      ),
    calls: { ...views, ...pages, api: createApiHistory({ observedStretches, days, now }) },
  };
}

async function loadIds(database: Database): Promise<Ids> {
  const row = await database.get(
    // this app never writes larger ids, and after one no new id would fit
    {
      sql: `SELECT (SELECT COALESCE(MAX(id), 0) FROM history_machines WHERE id < ?1) AS machine,
            (SELECT COALESCE(MAX(id), 0) FROM history_statuses WHERE id < ?1) AS status`,
      params: [Number.MAX_SAFE_INTEGER / 2],
    },
  );
  let [machine, status] = [Number(row?.machine ?? 0), Number(row?.status ?? 0)];
  return { machine: () => ++machine, status: () => ++status };
}
