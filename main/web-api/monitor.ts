import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';
import type { Polling } from '../../preload/contract/machine-choices.ts';
import type { HoldReason, MachinesState } from '../../preload/contract/machines.ts';
import { inBackground } from '../background.ts';
import type { Log } from '../host.ts';
import type { Access } from '../links/index.ts';
import type { Recorder } from '../machine-history/index.ts';
import type { Network } from '../network/index.ts';
import { createMisses, type Watcher } from './gaps.ts';
import { createOneRun } from './one-run.ts';
import { fetchStatus, type StatusAnswer } from './status.ts';
import { type MachineStore, mergeMachines, type ReadStatus, reread } from './store.ts';
import { createWaits } from './waits.ts';

export interface MonitorOptions {
  readonly systemId: string;
  /** @throws AppError why there is no access now; checks then pause. */
  readonly access: () => Promise<Access>;
  readonly network: Network;
  readonly store: MachineStore;
  readonly history: Recorder;
  readonly watcher: Watcher;
  /** A good answer was there. */
  readonly checked: () => void;
  readonly read: ReadStatus;
  /** How often to ask. */
  readonly polling: () => Polling;
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
  /** How often to ask is different now. */
  repace(): void;
  /**
   * Nothing is asked by timer until it is null again, then once, soon. That the user asks shows a computer that
   * sleeps to be awake; else it is one check.
   */
  hold(reason: HoldReason | null): void;
  /** What was seen last. */
  state(): MachinesState;
  /** Turns checks by timer on (the first one at once) or off. */
  watch(on: boolean): void;
  /** Drops a running check and, with `forget`, all that is known; then checks anew if watched. */
  reset(forget: boolean): Promise<void>;
  close(): Promise<void>;
}

export function createMonitor(options: MonitorOptions): Monitor {
  const { systemId, store, now, uptime } = options;
  let state = nothingKnown(systemId);
  let watched = false;
  let held: HoldReason | null = null;
  let closed = false;
  let answer: StatusAnswer | null = null;
  const checks = createOneRun(run, (cause, signal) =>
    fail(faultOf(cause, options), now().toISOString(), signal),
  );
  const misses = createMisses(options);
  const background = inBackground(options.log);
  const waits = createWaits({
    ...options,
    may: () => watched && held === null && !closed,
    ring: () => background('machines.check', check(false)),
  });
  const loaded = loadKnown(options).then((known) => {
    state = { ...state, ...known };
  });

  function update(change: Partial<MachinesState>): void {
    const next = { ...state, ...change, held: watched ? held : null };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!closed) options.changed(state);
  }

  function check(byUser: boolean): Promise<void> {
    if (closed) return Promise.resolve();
    if (byUser) {
      waits.asked();
      if (held === 'asleep') held = null;
    }
    return held !== null && !byUser ? Promise.resolve() : checks.start();
  }

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
    // a check by the user is all that is seen while others wait
    if (held !== null && watched && !signal.aborted) await misses.held(missedBy(held));
  }

  async function succeed(
    got: StatusAnswer,
    attemptedAt: string,
    asked: number,
    signal: AbortSignal,
  ): Promise<void> {
    answer = got;
    const { records, served } = got;
    const machines = mergeMachines(state.machines, records, attemptedAt, options.read);
    const same = JSON.stringify(machines) === JSON.stringify(state.machines);
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
    // No timer without access: only the user or a change of the vault or the system can give it.
    if (at === 'access') return update(known);
    waits.failed();
    update({ ...known, nextCheckAt: waits.next(problem, state.machines) });
  }

  function halt(): Promise<void> {
    waits.stop();
    return checks.drop();
  }

  return {
    async snapshot() {
      await loaded;
      return state;
    },
    check,
    reread: () => update({ machines: reread(state.machines, options.read) }),
    repace() {
      if (state.nextCheckAt === null) return;
      update({ nextCheckAt: waits.next(state.problem, state.machines) });
    },
    hold(reason) {
      if (held === reason) return;
      if (held === null) void halt();
      held = reason;
      update({ checking: false, nextCheckAt: reason === null ? waits.afterWaking() : null });
      if (reason !== null && watched) void misses.held(missedBy(reason));
    },
    state: () => state,
    watch(on) {
      if (watched === on) return;
      watched = on;
      update({ nextCheckAt: null });
      if (on) background('machines.check', check(false));
      else {
        waits.stop();
        void misses.unwatched();
      }
    },
    async reset(forget) {
      await halt();
      waits.forgive();
      answer = null;
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

interface Failed {
  /** Before anything was sent, or with the answer. */
  readonly at: 'access' | 'answer';
  readonly problem: AppErrorData;
}

async function ask(
  options: MonitorOptions,
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

/** What went wrong in taking an answer. */
function faultOf(cause: unknown, { log, systemId }: MonitorOptions): Failed {
  return { at: 'answer', problem: problemOf(cause, log, systemId) };
}

/** Keeps what was seen, and tells who watches. Never rejects. */
async function record(
  { systemId, store, history, watcher, log, uptime }: MonitorOptions,
  seen: {
    readonly asked: number;
    readonly at: Date;
    readonly served: number | null;
    readonly longest: number;
    readonly records: StatusAnswer['records'];
    readonly machines: MachinesState['machines'];
    /** They are kept already. */
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
    // The answer is shown all the same; only a restart would not find it.
    log.error('machines.save', cause, { systemId });
  }
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
    held: null,
    problem: null,
  };
}

/** As the history has it. */
function missedBy(held: HoldReason): 'asleep' | 'paused' {
  return held === 'asleep' ? held : 'paused';
}

function problemOf(cause: unknown, log: Log, systemId: string): AppErrorData {
  if (cause instanceof AppError) return cause.toData();
  log.error('machines.check', cause, { systemId });
  return new AppError('internal').toData();
}
