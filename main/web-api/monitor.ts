import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';
import type { MachinesState } from '../../preload/contract/machines.ts';
import type { Log } from '../host.ts';
import type { Access } from '../links/index.ts';
import type { Recorder } from '../machine-history/index.ts';
import type { Network } from '../network/index.ts';
import type { MachineRecord } from './answer.ts';
import { createMisses } from './gaps.ts';
import { nextDelay, quickPeriod, type Situation } from './schedule.ts';
import { fetchStatus } from './status.ts';
import { type MachineStore, mergeMachines, type ReadStatus, reread } from './store.ts';

export interface MonitorOptions {
  readonly systemId: string;
  /** @throws AppError why there is no access now; checks then pause. */
  readonly access: () => Promise<Access>;
  readonly network: Network;
  readonly store: MachineStore;
  readonly history: Recorder;
  readonly read: ReadStatus;
  readonly changed: (state: MachinesState) => void;
  readonly log: Log;
  readonly now: () => Date;
  /** Ms that only go forward, whatever the clock is set to. */
  readonly uptime: () => number;
  readonly random: () => number;
}

/** The machine states of one system: the present picture, and the checks that keep it so. */
export interface Monitor {
  snapshot(): Promise<MachinesState>;
  /** Checks now, or joins the check that runs. Never rejects: what went wrong is in the state. */
  check(byUser: boolean): Promise<void>;
  /** Raw values mean something else now. */
  reread(): void;
  /** Turns checks by timer on (the first one at once) or off. */
  watch(on: boolean): void;
  /** Drops a running check and, with `forget`, all that is known; then checks anew if watched. */
  reset(forget: boolean): Promise<void>;
  close(): Promise<void>;
}

export function createMonitor(options: MonitorOptions): Monitor {
  const { systemId, store, history, log, now, uptime, random } = options;
  let state = nothingKnown(systemId);
  let watched = false;
  let closed = false;
  let failures = 0;
  let quickUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: { readonly done: Promise<void>; readonly abort: AbortController } | null = null;
  const misses = createMisses(options);
  const loaded = loadKnown(options).then((known) => {
    state = { ...state, ...known };
  });

  function update(change: Partial<MachinesState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!closed) options.changed(state);
  }

  const stopTimer = (): void => clearTimeout(timer);

  /** @returns when the next check will be, or null while nobody waits for it */
  function schedule(problem: MachinesState['problem']): string | null {
    stopTimer();
    if (!watched || closed) return null;
    const quick = now().getTime() < quickUntil;
    const delay = nextDelay({ failures, quick, ...saidBy(problem) }, random());
    timer = setTimeout(() => void check(false), delay).unref();
    return new Date(now().getTime() + delay).toISOString();
  }

  function check(byUser: boolean): Promise<void> {
    if (closed) return Promise.resolve();
    if (byUser) quickUntil = now().getTime() + quickPeriod;
    if (running !== null) return running.done;
    const abort = new AbortController();
    const done = run(abort.signal).finally(() => {
      if (running?.abort === abort) running = null;
    });
    running = { done, abort };
    return done;
  }

  async function run(signal: AbortSignal): Promise<void> {
    await loaded;
    if (signal.aborted) return;
    stopTimer();
    update({ checking: true, nextCheckAt: null });
    const attemptedAt = now().toISOString();
    const asked = uptime();
    let access: Access;
    try {
      access = await options.access();
    } catch (cause) {
      if (signal.aborted) return;
      // No timer: only the user or a change of the vault or the system can give access.
      const problem = problemOf(cause, log, systemId);
      await misses.failed('access', problem);
      if (signal.aborted) return;
      update({ checking: false, attemptedAt, problem });
      return;
    }
    try {
      const records = await fetchStatus(options.network, access, now, signal);
      if (!signal.aborted) await succeed(records, attemptedAt, asked, signal);
    } catch (cause) {
      if (!signal.aborted) await fail(cause, attemptedAt, signal);
    }
  }

  async function succeed(
    records: readonly MachineRecord[],
    attemptedAt: string,
    asked: number,
    signal: AbortSignal,
  ): Promise<void> {
    failures = 0;
    const machines = mergeMachines(state.machines, records, attemptedAt, options.read);
    const clock = now();
    const at = clock.toISOString();
    const same = JSON.stringify(machines) === JSON.stringify(state.machines);
    try {
      const seen = { asked, at: clock.getTime(), uptime: uptime(), machines: records };
      await history.observed(seen, store.saving(systemId, same ? null : machines, at));
    } catch (cause) {
      // The answer is shown all the same; only a restart would not find it.
      log.error('machines.save', cause, { systemId });
    }
    if (signal.aborted) return;
    const known = { machines, checkedAt: at, attemptedAt: at };
    update({ ...known, checking: false, nextCheckAt: schedule(null), problem: null });
  }

  async function fail(cause: unknown, attemptedAt: string, signal: AbortSignal): Promise<void> {
    failures++;
    const problem = problemOf(cause, log, systemId);
    await misses.failed('answer', problem);
    if (signal.aborted) return;
    update({ checking: false, attemptedAt, nextCheckAt: schedule(problem), problem });
  }

  async function halt(): Promise<void> {
    stopTimer();
    running?.abort.abort();
    await running?.done;
  }

  return {
    async snapshot() {
      await loaded;
      return state;
    },
    check,
    reread: () => update({ machines: reread(state.machines, options.read) }),
    watch(on) {
      if (watched === on) return;
      watched = on;
      if (on) void check(false);
      else {
        stopTimer();
        update({ nextCheckAt: null });
        void misses.unwatched();
      }
    },
    async reset(forget) {
      await halt();
      failures = 0;
      if (forget) {
        await store.clear(systemId);
        await misses.unwatched();
        update({ machines: [], checkedAt: null, attemptedAt: null });
      }
      update({ checking: false, problem: null, nextCheckAt: null });
      if (watched && !closed) await check(false);
    },
    async close() {
      closed = true;
      await halt();
      await misses.written();
    },
  };
}

async function loadKnown(options: MonitorOptions): Promise<Partial<MachinesState>> {
  const { store, systemId, log } = options;
  try {
    const { machines, checkedAt } = await store.load(systemId);
    return { machines, checkedAt, attemptedAt: checkedAt };
  } catch (cause) {
    log.error('machines.load', cause, { systemId });
    return {};
  }
}

function nothingKnown(systemId: string): MachinesState {
  return {
    systemId,
    machines: [],
    checking: false,
    checkedAt: null,
    attemptedAt: null,
    nextCheckAt: null,
    problem: null,
  };
}

/** What a failure says of when to ask again. */
function saidBy(problem: MachinesState['problem']): Pick<Situation, 'offline' | 'retryAfter'> {
  const seconds = problem?.details.retryAfter;
  return {
    offline: problem?.code === 'network-offline',
    retryAfter: typeof seconds === 'number' ? seconds * 1000 : 0,
  };
}

function problemOf(cause: unknown, log: Log, systemId: string): AppErrorData {
  if (cause instanceof AppError) return cause.toData();
  log.error('machines.check', cause, { systemId });
  return new AppError('internal').toData();
}
