import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { Polling } from '../../../preload/contract/machines/machine-choices.ts';
import type { Machine } from '../../../preload/contract/machines/machines.ts';
import { createAlarm } from './alarm.ts';
import { intervalOf, nextDelay, quickPeriod, type Situation, wakeDelay } from './schedule.ts';

/** Schedules a system's next check. */
export interface CheckTimer {
  /** Call when the user has just asked. */
  asked(): void;
  answered(): void;
  failed(): void;
  /** Starts over: earlier failures do not count. */
  forgive(): void;
  /** Waits for the next check. @returns its time, or null if there is none */
  next(problem: AppErrorData | null, machines: readonly Machine[]): string | null;
  /** Does the same just after wake-up. */
  afterWaking(): string | null;
  stop(): void;
  /** Returns the longest time between the last good check and one now, if both belong together, ms. */
  longest(): number;
}

export function createCheckTimer(options: {
  /** Returns the polling settings. */
  readonly polling: () => Polling;
  /** Returns whether there is to be a next check. */
  readonly may: () => boolean;
  readonly ring: () => void;
  readonly now: () => Date;
  /** Monotonic clock, ms. */
  readonly uptime: () => number;
  readonly random: () => number;
}): CheckTimer {
  const { now, random } = options;
  const alarm = createAlarm(options);
  let failures = 0;
  let quickUntil = 0;
  /** The longest wait since the last good check, ms. */
  let waited = 0;

  function wait(delay: number): string | null {
    alarm.stop();
    if (!options.may()) return null;
    waited = Math.max(waited, delay);
    alarm.set(delay);
    return new Date(now().getTime() + delay).toISOString();
  }

  return {
    asked() {
      quickUntil = now().getTime() + quickPeriod;
    },
    answered() {
      failures = 0;
      waited = 0;
    },
    failed() {
      failures++;
    },
    forgive() {
      failures = 0;
    },
    next(problem, machines) {
      const interval = intervalOf(options.polling(), machines);
      const quick = now().getTime() < quickUntil;
      return wait(nextDelay({ interval, failures, quick, ...saidBy(problem) }, random()));
    },
    afterWaking: () => wait(wakeDelay),
    stop: alarm.stop,
    longest: () => 2.5 * waited,
  };
}

/** Returns what a failure says about the next check. */
function saidBy(problem: AppErrorData | null): Pick<Situation, 'offline' | 'retryAfter'> {
  const seconds = problem?.details.retryAfter;
  return {
    offline: problem?.code === 'network-offline',
    retryAfter: typeof seconds === 'number' ? seconds * 1000 : 0,
  };
}
