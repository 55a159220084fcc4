import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { SessionCause, SessionState } from '../../../../preload/contract/systems/session.ts';

/** A moment by both clocks, ms: the wall clock can be set, the steady one may stop during sleep. */
export interface Moment {
  readonly wall: number;
  readonly steady: number;
}

/** The machine's facts about the driver's tokens. */
export interface TokenStatus {
  /** Number of these tokens, so that calls say which were refused. */
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
  readonly held: TokenStatus | null;
  /** Why the refresh token must not be sent again: it may have been used up. */
  readonly spent: 'refresh-unanswered' | 'refresh-interrupted' | 'refresh-refused' | null;
  /** The running attempt, and the state to return to. */
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
  | { readonly kind: 'signed-in'; readonly attempt: string; readonly held: TokenStatus }
  | { readonly kind: 'restored'; readonly held: TokenStatus; readonly interrupted: boolean }
  | {
      readonly kind: 'not-restored';
      readonly code: 'vault-locked' | 'tokens-unreadable';
      readonly problem: AppErrorData;
    }
  | { readonly kind: 'tick' }
  | { readonly kind: 'refresh-asked'; readonly byUser: boolean }
  /** A call with these tokens got 401 or 403. Only that of the machine states means that they are useless. */
  | {
      readonly kind: 'call-refused';
      readonly generation: number;
      readonly by: 'status' | 'side-call';
    }
  /** Its retry with fresh tokens failed too. */
  | { readonly kind: 'call-refused-again'; readonly generation: number }
  | { readonly kind: 'refreshed'; readonly run: number; readonly held: TokenStatus }
  | {
      readonly kind: 'refresh-failed';
      readonly run: number;
      /** `not-used`: it can be sent again; `unanswered`: unknown; `refused`: it is useless. */
      readonly how: 'not-used' | 'unanswered' | 'refused';
      readonly problem: AppErrorData;
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'sign-out' }
  | { readonly kind: 'settings-changed' };

export type Effect =
  | { readonly kind: 'refresh'; readonly run: number }
  /** Delete the tokens, in memory and on the disk. */
  | { readonly kind: 'wipe' }
  /** Delete the tokens in memory; the sealed ones stay. */
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

/** Uses the clock with the longer time: a clock set back must not make a token young again. */
export function elapsed(since: Moment, now: Moment): number {
  return Math.max(0, now.wall - since.wall, now.steady - since.steady);
}

/** Returns whether the access token has certainly expired. */
export function isExpired(machine: Machine, now: Moment): boolean {
  const { held } = machine;
  return held !== null && held.lifetime !== null && elapsed(held.received, now) >= held.lifetime;
}

/** Returns the time from `received` until it is refreshed ahead of its expiry, ms; null: not by the clock. */
export function refreshAfter(machine: Machine): number | null {
  const { held } = machine;
  if (held === null || held.lifetime === null || refreshObstacle(machine, null) !== null)
    return null;
  const ahead = held.lifetime - Math.min(longestMargin, held.lifetime / 5);
  return Math.max(ahead, Math.min(shortestPeriod, held.lifetime));
}

/** Returns why a refresh is impossible; null: it is possible. `now` null ignores the clock. */
export function refreshObstacle({ held, spent }: Machine, now: Moment | null): SessionCause | null {
  if (held === null || !held.hasRefresh) return 'no-refresh-token';
  if (spent !== null) return spent;
  if (now === null || held.refreshLifetime === null) return null;
  return elapsed(held.received, now) >= held.refreshLifetime ? 'refresh-token-expired' : null;
}
