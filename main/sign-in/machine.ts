import type { AppErrorData } from '../../preload/contract/errors.ts';
import type { SessionCause, SessionState } from '../../preload/contract/session.ts';

/** A moment by both clocks, ms: the wall's can be set, the steady one may stand still in sleep. */
export interface Moment {
  readonly wall: number;
  readonly steady: number;
}

/** What the machine needs to know of the tokens that the driver holds. */
export interface Held {
  /** Told apart by calls: which tokens were refused. */
  readonly generation: number;
  readonly received: Moment;
  /** ms from `received`; null: unknown. */
  readonly lifetime: number | null;
  readonly refreshLifetime: number | null;
  readonly hasRefresh: boolean;
  /** Older than the not-before policy that came with it. */
  readonly stale: boolean;
}

export interface Machine {
  readonly name: SessionState;
  readonly cause: {
    readonly code: SessionCause;
    readonly at: number;
    readonly problem: AppErrorData | null;
  };
  /** Present in `active` and `refreshing`, absent elsewhere. */
  readonly held: Held | null;
  /** Why the refresh token must not be sent again: it may have been used up. */
  readonly spent: 'refresh-unanswered' | 'refresh-interrupted' | null;
  /** The running attempt, and the state that it falls back to. */
  readonly attempt: {
    readonly id: string;
    readonly started: Moment;
    readonly fallback: 'signed-out' | 'expired';
  } | null;
  /** Number of the running refresh: answers to another are ignored. */
  readonly run: number;
  /** After a refresh that was not sent: when, and how often in a row. */
  readonly delayed: { readonly since: Moment; readonly failures: number } | null;
  readonly lastSeen: Moment;
}

export type Event =
  | { readonly kind: 'start'; readonly attempt: string }
  | { readonly kind: 'attempt-ended'; readonly attempt: string; readonly problem: AppErrorData }
  | { readonly kind: 'signed-in'; readonly attempt: string; readonly held: Held }
  | { readonly kind: 'restored'; readonly held: Held; readonly interrupted: boolean }
  | {
      readonly kind: 'not-restored';
      readonly code: 'vault-locked' | 'tokens-unreadable';
      readonly problem: AppErrorData;
    }
  | { readonly kind: 'tick' }
  | { readonly kind: 'refresh-asked'; readonly byUser: boolean }
  /** A call with these tokens met 401 or 403. */
  | { readonly kind: 'call-refused'; readonly generation: number }
  /** So did its retry with tokens that were fresh. */
  | { readonly kind: 'call-refused-again'; readonly generation: number }
  | { readonly kind: 'refreshed'; readonly run: number; readonly held: Held }
  | {
      readonly kind: 'refresh-failed';
      readonly run: number;
      /** `not-used`: it can be sent again; `unanswered`: nobody knows; `refused`: it is of no use. */
      readonly how: 'not-used' | 'unanswered' | 'refused';
      readonly problem: AppErrorData;
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'sign-out' }
  | { readonly kind: 'settings-changed' };

export type Effect =
  | { readonly kind: 'refresh'; readonly run: number }
  /** Forget the tokens, in memory and on the disk. */
  | { readonly kind: 'wipe' }
  /** Forget the tokens in memory; what is sealed stays. */
  | { readonly kind: 'drop' }
  | {
      readonly kind: 'end-attempt';
      readonly attempt: string;
      readonly why: 'deadline' | 'cancelled';
    };

export interface Step {
  readonly machine: Machine;
  readonly effects: readonly Effect[];
}

export const attemptDeadline = 10 * 60 * 1000;
const longestMargin = 60_000;
const shortestPeriod = 5_000;
const firstDelay = 5_000;
const longestDelay = 5 * 60_000;
/** The clocks part by so much only when one was set, or the computer slept, ms. */
const jump = 5_000;

export function initialMachine(now: Moment): Machine {
  return {
    name: 'signed-out',
    cause: { code: 'never-signed-in', at: now.wall, problem: null },
    held: null,
    spent: null,
    attempt: null,
    run: 0,
    delayed: null,
    lastSeen: now,
  };
}

/** By the clock that says more: a clock set back must not make a token young again. */
export function elapsed(since: Moment, now: Moment): number {
  return Math.max(0, now.wall - since.wall, now.steady - since.steady);
}

/** True when the access token has certainly run out. */
export function isRunOut(machine: Machine, now: Moment): boolean {
  const { held } = machine;
  return held !== null && held.lifetime !== null && elapsed(held.received, now) >= held.lifetime;
}

/** How long from `received` until it is refreshed ahead of its expiry, ms; null: not by the clock. */
export function refreshAfter(machine: Machine): number | null {
  const { held } = machine;
  if (held === null || held.lifetime === null || whyNotRefresh(machine, null) !== null) return null;
  const ahead = held.lifetime - Math.min(longestMargin, held.lifetime / 5);
  return Math.max(ahead, Math.min(shortestPeriod, held.lifetime));
}

/** How long the last refresh that was not sent keeps the clock from trying again, ms. */
function delayOf(failures: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** Math.min(failures - 1, 10));
}

function whyNotRefresh({ held, spent }: Machine, now: Moment | null): SessionCause | null {
  if (held === null || !held.hasRefresh) return 'no-refresh-token';
  if (spent !== null) return spent;
  if (now === null || held.refreshLifetime === null) return null;
  return elapsed(held.received, now) >= held.refreshLifetime ? 'refresh-token-expired' : null;
}

/** The session's states and transitions; everything that happens outside of it is an effect. */
export function step(before: Machine, event: Event, now: Moment): Step {
  const jumped =
    Math.abs(now.wall - before.lastSeen.wall - (now.steady - before.lastSeen.steady)) > jump;
  const machine: Machine = { ...before, lastSeen: now };
  const stay: Step = { machine, effects: [] };

  const cause = (code: SessionCause, problem: AppErrorData | null = null): Machine['cause'] => ({
    code,
    at: now.wall,
    problem,
  });
  const without = (
    name: 'signed-out' | 'expired',
    code: SessionCause,
    problem: AppErrorData | null = null,
    effects: readonly Effect[] = [{ kind: 'wipe' }],
  ): Step => ({
    machine: {
      ...machine,
      name,
      cause: cause(code, problem),
      held: null,
      spent: null,
      attempt: null,
      delayed: null,
      run: machine.run + 1,
    },
    effects,
  });
  const refresh = (code: SessionCause): Step => {
    const why = whyNotRefresh(machine, now);
    if (why !== null) return without('expired', why);
    const run = machine.run + 1;
    return {
      machine: { ...machine, name: 'refreshing', cause: cause(code), run },
      effects: [{ kind: 'refresh', run }],
    };
  };
  const activate = (code: SessionCause, held: Held): Step => {
    const active: Machine = {
      ...machine,
      name: 'active',
      cause: cause(code),
      held,
      spent: null,
      attempt: null,
      delayed: null,
      run: machine.run + 1,
    };
    if (!held.stale) return { machine: active, effects: [] };
    // One more try; a policy that lies ahead of the provider's own clock would go on for ever.
    const again = before.cause.code !== 'not-before-policy' && held.hasRefresh;
    if (!again) return without('expired', 'not-before-policy');
    const run = active.run + 1;
    return {
      machine: { ...active, name: 'refreshing', cause: cause('not-before-policy'), run },
      effects: [{ kind: 'refresh', run }],
    };
  };
  /** The access token is of no more use: renewed, or the session has ended. */
  const isActive = machine.name === 'active';

  switch (event.kind) {
    case 'start':
      if (machine.name !== 'signed-out' && machine.name !== 'expired') return stay;
      return {
        machine: {
          ...machine,
          name: 'authorizing',
          cause: cause('attempt-started'),
          attempt: { id: event.attempt, started: now, fallback: machine.name },
        },
        effects: [],
      };

    case 'attempt-ended':
      if (machine.attempt?.id !== event.attempt) return stay;
      return without(machine.attempt.fallback, 'attempt-ended', event.problem, []);

    case 'signed-in':
      if (machine.attempt?.id !== event.attempt) return stay;
      return activate('signed-in', event.held);

    case 'restored': {
      if (machine.name !== 'signed-out') return stay;
      const held: Machine = { ...machine, held: event.held };
      if (event.interrupted) {
        if (isRunOut(held, now)) return without('expired', 'refresh-interrupted');
        return {
          machine: {
            ...held,
            name: 'active',
            cause: cause('refresh-interrupted'),
            spent: 'refresh-interrupted',
          },
          effects: [],
        };
      }
      return activate('restored', event.held);
    }

    case 'not-restored':
      if (machine.name !== 'signed-out') return stay;
      return without('signed-out', event.code, event.problem, []);

    case 'tick': {
      if (machine.name === 'authorizing' && machine.attempt !== null) {
        if (elapsed(machine.attempt.started, now) < attemptDeadline) return stay;
        const { id, fallback } = machine.attempt;
        const problem = { code: 'sign-in-deadline', details: {}, retryable: true } as const;
        return without(fallback, 'attempt-ended', problem, [
          { kind: 'end-attempt', attempt: id, why: 'deadline' },
        ]);
      }
      if (!isActive || machine.held === null) return stay;
      const age = elapsed(machine.held.received, now);
      const runOut = isRunOut(machine, now);
      const why = whyNotRefresh(machine, now);
      if (why !== null) return runOut ? without('expired', why) : stay;
      const after = refreshAfter(machine);
      if (after === null || age < after) return stay;
      const { delayed } = machine;
      const waits =
        delayed !== null && elapsed(delayed.since, now) < delayOf(delayed.failures) && !jumped;
      return waits ? stay : refresh(jumped ? 'woke-up' : 'refresh-due');
    }

    case 'refresh-asked': {
      if (!isActive) return stay;
      const why = whyNotRefresh(machine, now);
      // What still works is not thrown away for a wish that cannot be met.
      if (why !== null && !isRunOut(machine, now)) return stay;
      return refresh(event.byUser ? 'refresh-asked' : 'refresh-due');
    }

    case 'call-refused':
      if (!isActive || machine.held?.generation !== event.generation) return stay;
      return refresh('call-refused');

    case 'call-refused-again':
      if (!isActive || machine.held?.generation !== event.generation) return stay;
      return without('expired', 'call-refused-again');

    case 'refreshed':
      if (machine.name !== 'refreshing' || machine.run !== event.run) return stay;
      return activate('refreshed', event.held);

    case 'refresh-failed': {
      if (machine.name !== 'refreshing' || machine.run !== event.run) return stay;
      const { how, problem } = event;
      if (how === 'refused') return without('expired', 'refresh-refused', problem);
      if (how === 'not-used') {
        const failures = (machine.delayed?.failures ?? 0) + 1;
        return {
          machine: {
            ...machine,
            name: 'active',
            cause: cause('refresh-delayed', problem),
            delayed: { since: now, failures },
          },
          effects: [],
        };
      }
      const refused = ['call-refused', 'not-before-policy'].includes(machine.cause.code);
      if (refused || isRunOut(machine, now)) {
        return without('expired', 'refresh-unanswered', problem);
      }
      return {
        machine: {
          ...machine,
          name: 'active',
          cause: cause('refresh-unanswered', problem),
          spent: 'refresh-unanswered',
        },
        effects: [],
      };
    }

    case 'locked':
      // A running refresh comes to its end first: its answer would be lost.
      if (!isActive) return stay;
      return without('signed-out', 'vault-locked', null, [{ kind: 'drop' }]);

    case 'sign-out':
    case 'settings-changed': {
      const { attempt } = machine;
      const byUser = event.kind === 'sign-out';
      if (!byUser && machine.name === 'signed-out' && machine.cause.code !== 'vault-locked') {
        // Nothing to tell; but what is being restored just now counts for nothing any more.
        const next = { ...machine, run: machine.run + 1 };
        return { machine: next, effects: [{ kind: 'wipe' }] };
      }
      return without('signed-out', byUser ? 'signed-out-by-user' : 'settings-changed', null, [
        ...(attempt === null
          ? []
          : [{ kind: 'end-attempt', attempt: attempt.id, why: 'cancelled' } as const]),
        { kind: 'wipe' },
      ]);
    }
  }
}
