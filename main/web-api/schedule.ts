/** Between checks while all is well, ms. */
export const interval = 60_000;
/** The same for a while after the user asked, when something is likely being waited for. */
export const quickInterval = 15_000;
export const quickPeriod = 120_000;
/** While this computer is offline, where asking costs nothing. */
export const offlineInterval = 15_000;
export const longestBackOff = 10 * 60_000;
/** A server may ask for more patience than our own longest, up to this. */
export const longestRetryAfter = 60 * 60_000;

export interface Situation {
  /** Failed checks in a row, the last one included. */
  readonly failures: number;
  /** The user asked lately. */
  readonly quick: boolean;
  readonly offline: boolean;
  /** What the server asked for with its last answer, ms; 0 for nothing. */
  readonly retryAfter: number;
}

/**
 * How long to wait until the next check, ms. Failures double the wait, spread over its upper half so
 * that the windows of a whole department do not return at once; `Retry-After` is never undercut.
 * @param random in [0, 1)
 */
export function nextDelay(situation: Situation, random: number): number {
  const { failures, quick, offline, retryAfter } = situation;
  const base = quick ? quickInterval : interval;
  if (offline) return offlineInterval;
  if (failures === 0) return base;
  const backOff = Math.min(longestBackOff, base * 2 ** Math.min(failures - 1, 20));
  const spread = backOff * (0.5 + random / 2);
  return Math.round(Math.max(spread, Math.min(retryAfter, longestRetryAfter)));
}
