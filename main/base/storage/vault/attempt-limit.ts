import { AppError } from '../../../../preload/contract/errors.ts';

/** Wrong passphrases before a delay, and the longest delay, ms. */
const free = 3;
const longestWait = 60_000;

/**
 * Slows down guessing: after three wrong passphrases the next is not even checked for a second, then two, four, up to a
 * minute. Stored in memory only: anyone who can restart the app has the file, and can guess without it.
 * @param steady monotonic clock, ms
 */
export function createAttemptLimit(steady: () => number) {
  let wrong = 0;
  let waitUntil = 0;
  return {
    /** @throws AppError `vault-too-many-tries`, and errors of `attempt` */
    async run<T>(attempt: () => Promise<T>): Promise<T> {
      const left = waitUntil - steady();
      if (wrong >= free && left > 0) {
        const seconds = Math.ceil(left / 1000);
        throw new AppError('vault-too-many-tries', { details: { seconds }, retryable: true });
      }
      try {
        const opened = await attempt();
        wrong = 0;
        return opened;
      } catch (error) {
        if (error instanceof AppError && error.code === 'vault-wrong-passphrase') {
          wrong += 1;
          waitUntil = steady() + Math.min(longestWait, 1000 * 2 ** Math.min(wrong - free, 10));
        }
        throw error;
      }
    },
  };
}
