import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type { MachinesState } from '../../../preload/contract/machines/machines.ts';
import type { Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Access } from '../../systems/access/index.ts';
import type { Recorder } from '../history/index.ts';
import type { CheckTimer } from './check-timer.ts';
import type { createMisses, Watcher } from './gaps.ts';
import { createSingleRun } from './single-run.ts';
import { fetchStatus, type StatusAnswer } from './status.ts';
import { type MachineStore, mergeMachines, type ReadStatus } from './store.ts';

/** Dependencies of a system's checks while it is watched. */
export interface CheckDeps {
  readonly systemId: string;
  /** @throws AppError if there is no access now; checks then pause. */
  readonly access: () => Promise<Access>;
  readonly network: Network;
  readonly store: MachineStore;
  readonly history: Recorder;
  readonly watcher: Watcher;
  /** Called after a good answer. */
  readonly checked: () => void;
  readonly read: ReadStatus;
  readonly log: Log;
  readonly now: () => Date;
  /** Monotonic clock, ms. */
  readonly uptime: () => number;
}

interface ChecksOptions extends CheckDeps {
  /** Resolves when the stored state is loaded. */
  readonly loaded: Promise<void>;
  readonly state: () => MachinesState;
  readonly update: (change: Partial<MachinesState>) => void;
  readonly waits: CheckTimer;
  readonly misses: ReturnType<typeof createMisses>;
  /** Returns why polling is off now; null if it is on. */
  readonly missed: () => 'asleep' | 'paused' | null;
}

/** Runs checks of one system, one at a time: the request, and the handling of its answer or failure. */
export function createChecks(options: ChecksOptions) {
  const { loaded, update, waits, misses, now, uptime } = options;
  let answer: StatusAnswer | null = null;

  async function run(signal: AbortSignal): Promise<void> {
    await loaded;
    if (signal.aborted) return;
    waits.stop();
    update({ checking: true, nextCheckAt: null });
    const attemptedAt = now().toISOString();
    const asked = uptime();
    const outcome = await ask(options, answer, signal);
    if (signal.aborted) return;
    if ('got' in outcome) await succeed(outcome.got, attemptedAt, asked, signal);
    else await fail(outcome, attemptedAt, signal);
    // while polling is off, only the user's check is observed
    const missing = options.missed();
    if (missing !== null && !signal.aborted) await misses.held(missing);
  }

  async function succeed(
    got: StatusAnswer,
    attemptedAt: string,
    asked: number,
    signal: AbortSignal,
  ): Promise<void> {
    answer = got;
    const { records, served } = got;
    const machines = mergeMachines(options.state().machines, records, attemptedAt, options.read);
    const same = JSON.stringify(machines) === JSON.stringify(options.state().machines);
    const at = now();
    const longest = waits.longest();
    await record(options, { asked, at, served, longest, records, machines, same });
    if (signal.aborted) return;
    options.checked();
    waits.answered();
    const checkedAt = at.toISOString();
    const known = { machines, checkedAt, attemptedAt: checkedAt };
    update({ ...known, checking: false, nextCheckAt: waits.next(null, machines), problem: null });
  }

  async function fail({ at, problem }: Failed, attemptedAt: string, signal: AbortSignal) {
    if (!signal.aborted) await misses.failed(at, problem);
    if (signal.aborted) return;
    const known = { checking: false, attemptedAt, problem };
    // No timer without access: only the user or a change of the vault or the system can restore it.
    if (at === 'access') return update(known);
    waits.failed();
    update({ ...known, nextCheckAt: waits.next(problem, options.state().machines) });
  }

  return {
    ...createSingleRun(run, (cause, signal) => {
      const problem = problemOf(cause, options.log, options.systemId);
      return fail({ at: 'answer', problem }, now().toISOString(), signal);
    }),
    forgetAnswer() {
      answer = null;
    },
  };
}

interface Failed {
  /** Before anything was sent, or with the answer. */
  readonly at: 'access' | 'answer';
  readonly problem: AppErrorData;
}

async function ask(
  options: ChecksOptions,
  last: StatusAnswer | null,
  signal: AbortSignal,
): Promise<{ readonly got: StatusAnswer } | Failed> {
  let at: Failed['at'] = 'access';
  try {
    const access = await options.access();
    at = 'answer';
    return { got: await fetchStatus(options.network, access, options.now, { signal, last }) };
  } catch (cause) {
    return { at, problem: problemOf(cause, options.log, options.systemId) };
  }
}

/** Stores an observation and sends events. Never rejects. */
async function record(
  { systemId, store, history, watcher, log, uptime }: ChecksOptions,
  seen: {
    readonly asked: number;
    readonly at: Date;
    readonly served: number | null;
    readonly longest: number;
    readonly records: StatusAnswer['records'];
    readonly machines: MachinesState['machines'];
    /** They are stored already. */
    readonly same: boolean;
  },
): Promise<void> {
  const { asked, served, longest, machines, records } = seen;
  const at = seen.at.getTime();
  try {
    const saving = store.saving(systemId, seen.same ? null : machines, seen.at.toISOString());
    const sight = { asked, at, served, uptime: uptime(), longest, machines: records };
    const inTime = await history.observed(sight, saving);
    if (inTime) watcher.observed(systemId, at, machines);
  } catch (cause) {
    // The answer is shown anyway; only a restart would not find it.
    log.error('machines.save', cause, { systemId });
  }
}

function problemOf(cause: unknown, log: Log, systemId: string): AppErrorData {
  if (cause instanceof AppError) return cause.toData();
  log.error('machines.check', cause, { systemId });
  return new AppError('internal').toData();
}
