import type { JobCourse, JobRequest } from './script.ts';

/** A job or a task of an array as it was handed in. Times are ms since 1970. */
export interface Handed {
  readonly id: number;
  /** Number in an array; null for a job by itself. */
  readonly task: number | null;
  readonly machine: string;
  readonly user: string;
  readonly request: JobRequest;
  readonly course: JobCourse;
  readonly accepted: number;
  readonly cancelled: number | null;
}

/** When a job starts and ends by the present plan; null where it is cancelled before. */
export interface Planned {
  readonly job: Handed;
  readonly start: number | null;
  readonly end: number;
  readonly ending: 'ended' | 'limit' | 'cancelled';
}

export const jobStates = ['ACC', 'QUE', 'RNA', 'RUN', 'RNO', 'EXT', 'CCL'] as const;
export type JobState = (typeof jobStates)[number];

/** Tasks that run on one machine at the same time. */
const slots = 4;
const acceptMs = 1000;
const prepareMs = 1000;
const endMs = 1000;

/**
 * Works out when each job of one machine starts and ends: in the order in which they were accepted, as slots become
 * free. No timer runs; a cancelled job changes nothing that began before.
 */
export function planJobs(jobs: readonly Handed[]): Planned[] {
  const free = Array.from({ length: slots }, () => 0);
  const inTurn = [...jobs].sort(
    (a, b) => a.accepted - b.accepted || a.id - b.id || (a.task ?? 0) - (b.task ?? 0),
  );
  return inTurn.map((job) => {
    const slot = free.indexOf(Math.min(...free));
    const start = Math.max(job.accepted + acceptMs, free[slot] ?? 0);
    const { cancelled } = job;
    if (cancelled !== null && cancelled <= start) {
      return { job, start: null, end: cancelled, ending: 'cancelled' };
    }
    const limit = start + prepareMs + job.request.elapseLimit * 1000;
    const natural = start + prepareMs + job.course.seconds * 1000;
    const end = Math.min(limit, natural, cancelled ?? Number.POSITIVE_INFINITY);
    free[slot] = end + endMs;
    const ending = end === cancelled ? 'cancelled' : natural > limit ? 'limit' : 'ended';
    return { job, start, end, ending };
  });
}

/** Returns a job's state at a moment; null before it was accepted. */
export function stateAt({ job, start, end, ending }: Planned, now: number): JobState | null {
  if (now < job.accepted) return null;
  if (now >= end) {
    if (ending === 'cancelled') return 'CCL';
    return now < end + endMs ? 'RNO' : 'EXT';
  }
  if (start === null || now < start) return now < job.accepted + acceptMs ? 'ACC' : 'QUE';
  return now < start + prepareMs ? 'RNA' : 'RUN';
}

/** Returns what a job has printed into one of its files until now; null before it runs. */
export function printedUntil(
  planned: Planned,
  stream: 'output' | 'errors',
  now: number,
): string | null {
  const { job, start, end } = planned;
  if (start === null || now < start + prepareMs) return null;
  const seconds = (Math.min(now, end) - start - prepareMs) / 1000;
  return job.course.printed
    .filter((one) => one.stream === stream && one.at <= seconds)
    .map(({ text }) => text)
    .join('');
}

/** Returns the moment a job's program begins, ms; null where it has not begun. */
export const runsFrom = ({ start }: Planned): number | null =>
  start === null ? null : start + prepareMs;
