import type { Polling } from '../../../preload/contract/machines/machine-choices.ts';
import type { MachinesState, PauseReason } from '../../../preload/contract/machines/machines.ts';
import { inBackground } from '../../base/async/background.ts';
import { createCheckTimer } from './check-timer.ts';
import { type CheckDeps, createChecks } from './checks.ts';
import { createMisses } from './gaps.ts';
import { reinterpret } from './store.ts';

export interface MonitorOptions extends CheckDeps {
  /** Returns the polling settings. */
  readonly polling: () => Polling;
  readonly changed: (state: MachinesState) => void;
  readonly random: () => number;
}

/** Machine states of one system: the present state, and the checks that update it. */
export interface Monitor {
  snapshot(): Promise<MachinesState>;
  /** Checks now, or joins the running check. Never rejects: a failure is in the state. */
  check(byUser: boolean): Promise<void>;
  /** Call when meanings of raw values changed. */
  reread(): void;
  /** Call when polling intervals changed. */
  repace(): void;
  /**
   * Pauses polling until it is null again, then checks once, soon. A check by the user shows that a sleeping computer
   * is awake; otherwise it is a single check.
   */
  hold(reason: PauseReason | null): void;
  /** Returns the last state. */
  state(): MachinesState;
  /** Turns polling on (first check at once) or off. */
  watch(on: boolean): void;
  /** Drops a running check and, with `forget`, everything known; then checks again if watched. */
  reset(forget: boolean): Promise<void>;
  close(): Promise<void>;
}

export function createMonitor(options: MonitorOptions): Monitor {
  const { systemId, store } = options;
  let state = nothingKnown(systemId);
  let watched = false;
  let held: PauseReason | null = null;
  let closed = false;
  const misses = createMisses(options);
  const background = inBackground(options.log);
  const waits = createCheckTimer({
    ...options,
    may: () => watched && held === null && !closed,
    ring: () => background('machines.check', check(false)),
  });
  const update = (change: Partial<MachinesState>): void => {
    const next = { ...state, ...change, held: watched ? held : null };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!closed) options.changed(state);
  };
  const loaded = loadKnown(options).then((known) => {
    state = { ...state, ...known };
  });
  const checks = createChecks({
    ...options,
    loaded,
    state: () => state,
    update,
    waits,
    misses,
    missed: () => (watched && held !== null ? missedBy(held) : null),
  });

  function check(byUser: boolean): Promise<void> {
    if (closed) return Promise.resolve();
    if (byUser) {
      waits.asked();
      if (held === 'asleep') held = null;
    }
    return held !== null && !byUser ? Promise.resolve() : checks.start();
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
    reread: () => update({ machines: reinterpret(state.machines, options.read) }),
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
      checks.forgetAnswer();
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
    held: null,
    problem: null,
  };
}

/** Returns the history's reason. */
function missedBy(held: PauseReason): 'asleep' | 'paused' {
  return held === 'asleep' ? held : 'paused';
}
