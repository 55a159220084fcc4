import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { SessionCause } from '../../../../preload/contract/systems/session.ts';
import {
  attemptDeadline,
  type Effect,
  type Event,
  elapsed,
  isExpired,
  type Machine,
  type Moment,
  refreshAfter,
  refreshObstacle,
  type Step,
  type TokenStatus,
} from './machine.ts';

const firstDelay = 5_000;
const longestDelay = 5 * 60_000;
/** The clocks differ by this much only after one was set, or the computer slept, ms. */
const jump = 5_000;

/** A machine, and the time of an event. */
interface At {
  readonly machine: Machine;
  readonly now: Moment;
  /** A clock was set, or the computer slept, since the last event. */
  readonly jumped: boolean;
}

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

/** The effect of each event; null: none in the current state. */
const transitions: { [Kind in Event['kind']]: (at: At, event: EventOf<Kind>) => Step | null } = {
  start: ({ machine, now }, { attempt }) =>
    machine.name === 'signed-out' || machine.name === 'expired'
      ? moved({ machine, now }, 'authorizing', 'attempt-started', {
          attempt: { id: attempt, started: now, fallback: machine.name },
        })
      : null,

  'attempt-ended': (at, { attempt: id, problem }) => {
    const { attempt } = at.machine;
    return attempt?.id === id ? without(at, attempt.fallback, 'attempt-ended', problem, []) : null;
  },
  'signed-in': (at, { attempt, held }) =>
    at.machine.attempt?.id === attempt ? activated(at, 'signed-in', held) : null,

  restored,
  'not-restored': (at, { code, problem }) =>
    at.machine.name === 'signed-out' ? without(at, 'signed-out', code, problem, []) : null,

  tick: (at) => (at.machine.name === 'authorizing' ? ofAttempt(at) : ofClock(at)),

  'refresh-asked': (at, { byUser }) => {
    if (at.machine.name !== 'active') return null;
    // Working tokens are not discarded for a refresh that is impossible.
    if (refreshObstacle(at.machine, at.now) !== null && !isExpired(at.machine, at.now)) return null;
    return refreshing(at, byUser ? 'refresh-asked' : 'refresh-due');
  },
  'call-refused': (at, { generation, by }) => {
    if (!isInUse(at, generation)) return null;
    if (by === 'status') return refreshing(at, 'call-refused');
    return refreshObstacle(at.machine, at.now) === null
      ? refreshing(at, 'side-call-refused')
      : null;
  },
  'call-refused-again': (at, { generation }) =>
    isInUse(at, generation) ? without(at, 'expired', 'call-refused-again') : null,

  refreshed: (at, { run, held }) => (isRunning(at, run) ? activated(at, 'refreshed', held) : null),
  'refresh-failed': (at, event) => (isRunning(at, event.run) ? refreshFailed(at, event) : null),

  // A running refresh finishes first: its answer would be lost.
  locked: (at) =>
    at.machine.name === 'active'
      ? without(at, 'signed-out', 'vault-locked', null, [{ kind: 'drop' }])
      : null,
  'sign-out': (at) => signedOut(at, 'signed-out-by-user'),
  'settings-changed': (at) => {
    const { machine } = at;
    if (machine.name !== 'signed-out' || machine.cause.code === 'vault-locked') {
      return signedOut(at, 'settings-changed');
    }
    // Nothing to report; but a running restore becomes invalid.
    return { machine: { ...machine, run: machine.run + 1 }, effects: [{ kind: 'wipe' }] };
  },
};

/** The session's states and transitions; everything outside is an effect. */
export function step(before: Machine, event: Event, now: Moment): Step {
  const { wall, steady } = before.lastSeen;
  const jumped = Math.abs(now.wall - wall - (now.steady - steady)) > jump;
  const machine: Machine = { ...before, lastSeen: now };
  return transition({ machine, now, jumped }, event) ?? { machine, effects: [] };
}

function transition<Kind extends Event['kind']>(at: At, event: EventOf<Kind>): Step | null {
  return transitions[event.kind as Kind](at, event);
}

function moved(
  { machine, now }: Pick<At, 'machine' | 'now'>,
  name: Machine['name'],
  code: SessionCause,
  change: Partial<Machine> = {},
  problem: AppErrorData | null = null,
): Step {
  const cause = { code, at: now.wall, problem };
  return { machine: { ...machine, name, cause, ...change }, effects: [] };
}

/** Ends a session or an attempt. */
function without(
  at: At,
  name: 'signed-out' | 'expired',
  code: SessionCause,
  problem: AppErrorData | null = null,
  effects: readonly Effect[] = [{ kind: 'wipe' }],
): Step {
  const nothing = { held: null, spent: null, attempt: null, delayed: null };
  const { machine } = moved(at, name, code, { ...nothing, run: at.machine.run + 1 }, problem);
  return { machine, effects };
}

/** The access token is no longer valid: refreshes it, or ends the session. */
function refreshing(at: At, code: SessionCause): Step {
  const why = refreshObstacle(at.machine, at.now);
  if (why !== null) return without(at, 'expired', why);
  const run = at.machine.run + 1;
  const { machine } = moved(at, 'refreshing', code, { run });
  return { machine, effects: [{ kind: 'refresh', run }] };
}

function activated(at: At, code: SessionCause, held: TokenStatus): Step {
  const fresh = { held, spent: null, attempt: null, delayed: null, run: at.machine.run + 1 };
  const active = moved(at, 'active', code, fresh);
  if (!held.stale) return active;
  // One more try; a policy ahead of the provider's own clock would repeat forever.
  const again = at.machine.cause.code !== 'not-before-policy' && held.hasRefresh;
  if (!again) return without(at, 'expired', 'not-before-policy');
  const run = active.machine.run + 1;
  const { machine } = moved({ ...at, machine: active.machine }, 'refreshing', 'not-before-policy', {
    run,
  });
  return { machine, effects: [{ kind: 'refresh', run }] };
}

function restored(at: At, { held, interrupted }: EventOf<'restored'>): Step | null {
  if (at.machine.name !== 'signed-out') return null;
  if (!interrupted) return activated(at, 'restored', held);
  if (isExpired({ ...at.machine, held }, at.now))
    return without(at, 'expired', 'refresh-interrupted');
  return moved(at, 'active', 'refresh-interrupted', { held, spent: 'refresh-interrupted' });
}

/** Ends an attempt after its deadline. */
function ofAttempt(at: At): Step | null {
  const { attempt } = at.machine;
  if (attempt === null || elapsed(attempt.started, at.now) < attemptDeadline) return null;
  const problem = { code: 'sign-in-deadline', details: {}, retryable: true } as const;
  return without(at, attempt.fallback, 'attempt-ended', problem, [
    { kind: 'end-attempt', attempt: attempt.id, why: 'deadline' },
  ]);
}

/** Refreshes tokens before they expire, and ends expired ones. */
function ofClock(at: At): Step | null {
  const { machine, now, jumped } = at;
  const { name, held, delayed } = machine;
  if (name !== 'active' || held === null) return null;
  const why = refreshObstacle(machine, now);
  if (why !== null) return isExpired(machine, now) ? without(at, 'expired', why) : null;
  const after = refreshAfter(machine);
  if (after === null || elapsed(held.received, now) < after) return null;
  const waits = delayed !== null && elapsed(delayed.since, now) < delayOf(delayed.failures);
  if (waits && !jumped) return null;
  return refreshing(at, jumped ? 'woke-up' : 'refresh-due');
}

/** Returns the pause after a refresh that was not sent, ms. */
function delayOf(failures: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** Math.min(failures - 1, 10));
}

function refreshFailed(at: At, { how, problem }: EventOf<'refresh-failed'>): Step {
  const { machine, now } = at;
  if (how === 'refused' && machine.cause.code === 'side-call-refused' && !isExpired(machine, now)) {
    // The access token may still work for everything else.
    return moved(at, 'active', 'refresh-refused', { spent: 'refresh-refused' }, problem);
  }
  if (how === 'refused') return without(at, 'expired', 'refresh-refused', problem);
  if (how === 'not-used') {
    const failures = (machine.delayed?.failures ?? 0) + 1;
    return moved(at, 'active', 'refresh-delayed', { delayed: { since: now, failures } }, problem);
  }
  const refused = ['call-refused', 'not-before-policy'].includes(machine.cause.code);
  if (refused || isExpired(machine, now)) {
    return without(at, 'expired', 'refresh-unanswered', problem);
  }
  return moved(at, 'active', 'refresh-unanswered', { spent: 'refresh-unanswered' }, problem);
}

function signedOut(at: At, code: SessionCause): Step {
  const { attempt } = at.machine;
  const ended = { kind: 'end-attempt', attempt: attempt?.id ?? '', why: 'cancelled' } as const;
  const wiped = { kind: 'wipe' } as const;
  return without(at, 'signed-out', code, null, attempt === null ? [wiped] : [ended, wiped]);
}

function isInUse({ machine }: At, generation: number): boolean {
  return machine.name === 'active' && machine.held?.generation === generation;
}

function isRunning({ machine }: At, run: number): boolean {
  return machine.name === 'refreshing' && machine.run === run;
}
