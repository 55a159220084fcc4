import type { Job, JobState } from '../operations/types.ts';

/** A job, or an array with its tasks, as far as an answer tells them. */
export interface Unit {
  readonly job: Job;
  readonly tasks: readonly Job[];
}

/** States that do not change any more, the worst first. */
const worst = ['failed', 'limit', 'cancelled', 'unknown', 'done'] as const;

export const hasEnded = (state: JobState): boolean =>
  state === 'failed' || state === 'limit' || state === 'cancelled' || state === 'done';

/** Makes one unit of an array: the array's own record tells it whole, or it is summed up from its tasks. */
export function foldArrays(jobs: readonly Job[]): Unit[] {
  const tasks = new Map<string, Job[]>();
  for (const job of jobs) {
    if (job.task === null) continue;
    const others = tasks.get(job.task.array);
    if (others === undefined) tasks.set(job.task.array, [job]);
    else others.push(job);
  }
  const units: Unit[] = [];
  const arrays = new Set<string>();
  for (const job of jobs) {
    if (job.task !== null) continue;
    const own = arrays.has(job.id) ? undefined : tasks.get(job.id);
    if (own === undefined) {
      // Several of one id: it was used again.
      units.push({ job, tasks: [] });
      continue;
    }
    arrays.add(job.id);
    // Slurm's record without a number stands for the tasks that have not started.
    units.push(job.tasks === null ? sumUp(job.id, own, [job]) : { job, tasks: own });
  }
  for (const [id, own] of tasks) if (!arrays.has(id)) units.push(sumUp(id, own, []));
  return units;
}

/** @param rest records that stand for further tasks */
export function sumUp(id: string, tasks: readonly Job[], rest: readonly Job[]): Unit {
  const all = [...tasks, ...rest];
  const live = all.filter(({ state }) => !hasEnded(state));
  const running = live.find(({ state }) => state === 'running');
  const ranked = [...all].sort((a, b) => rankOf(a.state) - rankOf(b.state));
  const leading = running ?? live[0] ?? ranked[0];
  if (leading === undefined) throw new Error('an array without tasks');
  const known = (pick: (job: Job) => number | null): number[] =>
    all.flatMap((job) => pick(job) ?? []);
  const ends = known(({ endedAt }) => endedAt);
  return {
    job: {
      ...leading,
      id,
      task: null,
      tasks: { total: tasks.length, ended: tasks.length - live.filter((one) => one.task).length },
      submittedAt: least(known(({ submittedAt }) => submittedAt)),
      startedAt: least(known(({ startedAt }) => startedAt)),
      endedAt: live.length === 0 && ends.length > 0 ? Math.max(...ends) : null,
    },
    tasks,
  };
}

const rankOf = (state: JobState): number => {
  const rank = (worst as readonly JobState[]).indexOf(state);
  return rank < 0 ? worst.length : rank;
};

const least = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : Math.min(...numbers);

/** Ids are used again after some time, and a queue may tell another owner: then it is another job. */
export function isSameJob(a: Job, b: Job): boolean {
  if (a.id !== b.id || a.machine !== b.machine) return false;
  if (a.user !== null && b.user !== null && a.user !== b.user) return false;
  if (a.submittedAt === null || b.submittedAt === null) return true;
  const apart = Math.abs(a.submittedAt - b.submittedAt);
  if (apart <= slack) return true;
  // Times without a zone move with this computer's zone.
  const ofZones =
    apart <= 26 * hour && Math.abs(apart - Math.round(apart / quarter) * quarter) <= 1000;
  return ofZones && a.name === b.name;
}

const slack = 120_000;
const hour = 3_600_000;
const quarter = hour / 4;

/** Characters of one text of a job that are kept. */
const longest = 1000;
const clip = (text: string | null): string | null => text?.slice(0, longest) ?? null;

/** Shortens texts of a server that sends endless ones. */
export function clipped(job: Job): Job {
  return {
    ...job,
    id: job.id.slice(0, longest),
    stateText: job.stateText.slice(0, longest),
    name: clip(job.name),
    user: clip(job.user),
    reason: clip(job.reason),
    queue: clip(job.queue),
    project: clip(job.project),
    folder: clip(job.folder),
    outputPath: clip(job.outputPath),
    errorPath: clip(job.errorPath),
    comment: clip(job.comment),
  };
}
