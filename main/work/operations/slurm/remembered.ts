import type { Job } from '../types.ts';
import { isSettled } from '../values.ts';

/** What slurmctld told is as good as new for this long, ms. */
const fresh = 15_000;

/**
 * Jobs that ended while slurmctld still remembers them (MinJobAge). Accounting is told later, and keeps no comments
 * unless the site wants it to (AccountingStoreFlags): a marker would never be found in it.
 */
export interface Remembered {
  /** Takes a whole list of slurmctld. */
  keep(jobs: readonly Job[]): void;
  /** Adds them to what accounting told, in its place; `list` asks slurmctld, where that was not done just now. */
  with(past: readonly Job[], list: () => Promise<readonly Job[]>): Promise<Job[]>;
}

/** @param user whose jobs are wanted; null: everybody's */
export function createRemembered(user: string | null): Remembered {
  let at = 0;
  let ended: readonly Job[] | null = null;
  const keep = (jobs: readonly Job[]): void => {
    at = performance.now();
    const own = jobs.filter((job) => isSettled(job.state) && isOf(user, job));
    ended = own;
    // Nothing asks by then: thousands of records are given back.
    setTimeout(() => {
      if (ended === own) ended = null;
    }, fresh).unref();
  };
  return {
    keep,
    async with(past, list) {
      if (ended === null || performance.now() - at > fresh) keep(await list());
      const now = ended ?? [];
      const known = new Set(now.map(keyOf));
      return [...now, ...past.filter((job) => !known.has(keyOf(job)))];
    },
  };
}

/** Accounting of 22.05 knows no user of a job without an association. */
export const isOf = (user: string | null, job: Job): boolean =>
  user === null || job.user === null || job.user === user;

/** An id is used again by and by. */
const keyOf = ({ id, submittedAt }: Job): string => `${id} ${submittedAt}`;
