import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { Polling } from '../../../preload/contract/machines/machine-choices.ts';
import type { Machine } from '../../../preload/contract/machines/machines.ts';
import { createAlarm } from './alarm.ts';
import { intervalOf, nextDelay, quickPeriod, type Situation, wakeDelay } from './schedule.ts';

/** When a system is asked next. */
export interface Waits {
  /** The user asked just now. */
  asked(): void;
  answered(): void;
  failed(): void;
  /** A new beginning: what failed before does not count. */
  forgive(): void;
  /** Waits for the next check. @returns when it will be, or null where none may be */
  next(problem: AppErrorData | null, machines: readonly Machine[]): string | null;
  /** The same, for a computer that woke just now. */
  afterWaking(): string | null;
  stop(): void;
  /** The longest time, ms, that may lie between the last good check and one of now, if both belong together. */
  longest(): number;
}

export function createWaits(options: {
  /** How often to ask. */
  readonly polling: () => Polling;
  /** Whether there is to be a next check. */
  readonly may: () => boolean;
  readonly ring: () => void;
  readonly now: () => Date;
  /** Ms that only go forward, whatever the clock is set to. */
  readonly uptime: () => number;
  readonly random: () => number;
}): Waits {
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

/** What a failure says of when to ask again. */
function saidBy(problem: AppErrorData | null): Pick<Situation, 'offline' | 'retryAfter'> {
  const seconds = problem?.details.retryAfter;
  return {
    offline: problem?.code === 'network-offline',
    retryAfter: typeof seconds === 'number' ? seconds * 1000 : 0,
  };
}
