import { AppError } from '../../preload/contract/errors.ts';
import type { Machine, MachinesState } from '../../preload/contract/machines.ts';
import type { Log } from '../host.ts';
import type { Access } from '../links/index.ts';
import type { Network } from '../network/index.ts';
import { nextDelay, quickPeriod, type Situation } from './schedule.ts';
import { fetchStatus } from './status.ts';
import { type MachineStore, mergeMachines } from './store.ts';

export interface MonitorOptions {
  readonly systemId: string;
  /** @throws AppError why there is no access now; checks then pause. */
  readonly access: () => Promise<Access>;
  readonly network: Network;
  readonly store: MachineStore;
  readonly changed: (state: MachinesState) => void;
  readonly log: Log;
  readonly now: () => Date;
  readonly random: () => number;
}

/** The machine states of one system: the present picture, and the checks that keep it so. */
export interface Monitor {
  snapshot(): Promise<MachinesState>;
  /** Checks now, or joins the check that runs. Never rejects: what went wrong is in the state. */
  check(byUser: boolean): Promise<void>;
  /** Turns checks by timer on (the first one at once) or off. */
  watch(on: boolean): void;
  /** Drops a running check and, with `forget`, all that is known; then checks anew if watched. */
  reset(forget: boolean): Promise<void>;
  close(): Promise<void>;
}

export function createMonitor(options: MonitorOptions): Monitor {
  const { systemId, store, log, now, random } = options;
  let state = nothingKnown(systemId);
  let watched = false;
  let closed = false;
  let failures = 0;
  let quickUntil = 0;
  let timer: NodeJS.Timeout | null = null;
  let running: { readonly done: Promise<void>; readonly abort: AbortController } | null = null;
  const loaded = load();

  async function load(): Promise<void> {
    try {
      const { machines, checkedAt } = await store.load(systemId);
      state = { ...state, machines, checkedAt, attemptedAt: checkedAt };
    } catch (cause) {
      log.error('machines.load', cause, { systemId });
    }
  }

  function update(change: Partial<MachinesState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!closed) options.changed(state);
  }

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  /** @returns when the next check will be, or null while nobody waits for it */
  function schedule(delay: number): string | null {
    stopTimer();
    if (!watched || closed) return null;
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
    let access: Access;
    try {
      access = await options.access();
    } catch (cause) {
      // No timer: only the user or a change of the vault or the system can give access.
      if (!signal.aborted) update({ checking: false, attemptedAt, problem: problemOf(cause) });
      return;
    }
    try {
      const records = await fetchStatus(options.network, access, now, signal);
      if (!signal.aborted)
        await succeed(mergeMachines(state.machines, records, attemptedAt), signal);
    } catch (cause) {
      if (!signal.aborted) fail(cause, attemptedAt);
    }
  }

  async function succeed(machines: Machine[], signal: AbortSignal): Promise<void> {
    failures = 0;
    const at = now().toISOString();
    const same = JSON.stringify(machines) === JSON.stringify(state.machines);
    try {
      await store.save(systemId, same ? null : machines, at);
    } catch (cause) {
      // The answer is shown all the same; only a restart would not find it.
      log.error('machines.save', cause, { systemId });
    }
    if (signal.aborted) return;
    const nextCheckAt = schedule(delay(null));
    const known = { machines, checkedAt: at, attemptedAt: at };
    update({ ...known, checking: false, nextCheckAt, problem: null });
  }

  function fail(cause: unknown, attemptedAt: string): void {
    failures++;
    const problem = problemOf(cause);
    update({ checking: false, attemptedAt, nextCheckAt: schedule(delay(problem)), problem });
  }

  function delay(problem: MachinesState['problem']): number {
    const quick = now().getTime() < quickUntil;
    return nextDelay({ failures, quick, ...saidBy(problem) }, random());
  }

  function problemOf(cause: unknown): MachinesState['problem'] {
    if (cause instanceof AppError) return cause.toData();
    log.error('machines.check', cause, { systemId });
    return new AppError('internal').toData();
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
    watch(on) {
      if (watched === on) return;
      watched = on;
      if (on) void check(false);
      else {
        stopTimer();
        update({ nextCheckAt: null });
      }
    },
    async reset(forget) {
      await halt();
      failures = 0;
      if (forget) {
        await store.clear(systemId);
        update({ machines: [], checkedAt: null, attemptedAt: null });
      }
      update({ checking: false, problem: null, nextCheckAt: null });
      if (watched && !closed) await check(false);
    },
    async close() {
      closed = true;
      await halt();
    },
  };
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
