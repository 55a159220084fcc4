import type { Polling } from '../../../preload/contract/machines/machine-choices.ts';
import type { Machine, MachineState } from '../../../preload/contract/machines/machines.ts';

/** Longest interval between checks for a while after the user asked, because they likely wait for something, ms. */
export const quickInterval = 15_000;
export const quickPeriod = 120_000;
/** While this computer is offline and requests cost nothing. */
export const offlineInterval = 15_000;
export const maxBackOff = 10 * 60_000;
/** A server may ask for longer waits than our own longest, up to this. */
export const maxRetryAfter = 60 * 60_000;

/** Delay after wake-up, ms: the network needs time. */
export const wakeDelay = 3_000;

const troubles: readonly MachineState[] = ['down', 'degraded'];

/** Returns the polling interval for machines in such states, ms. */
export function intervalOf(polling: Polling, machines: readonly Pick<Machine, 'state'>[]): number {
  const troubled = machines.some(({ state }) => troubles.includes(state));
  return 1000 * (troubled ? polling.troubled : polling.every);
}

export interface Situation {
  /** Between checks while they succeed, ms. */
  readonly interval: number;
  /** Failed checks in a row, the last one included. */
  readonly failures: number;
  /** The user asked recently. */
  readonly quick: boolean;
  readonly offline: boolean;
  /** The server's requested wait with its last answer, ms; 0 for none. */
  readonly retryAfter: number;
}

/**
 * Returns the time to the next check, ms. Failures double the wait, with jitter over its upper half so that the windows
 * of a whole department do not return at once; never less than `Retry-After`.
 * @param random in [0, 1)
 */
export function nextDelay(situation: Situation, random: number): number {
  const { interval, failures, quick, offline, retryAfter } = situation;
  const base = quick ? Math.min(interval, quickInterval) : interval;
  if (offline) return offlineInterval;
  if (failures === 0) return base;
  const backOff = Math.min(Math.max(maxBackOff, base), base * 2 ** Math.min(failures - 1, 20));
  const spread = backOff * (0.5 + random / 2);
  return Math.round(Math.max(spread, Math.min(retryAfter, maxRetryAfter)));
}
