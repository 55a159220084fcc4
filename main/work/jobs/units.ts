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
      used: null,
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
export function isSameJob(known: Job, told: Job): boolean {
  if (known.id !== told.id || known.machine !== told.machine) return false;
  if (known.user !== null && told.user !== null && known.user !== told.user) return false;
  if (known.submittedAt === null || told.submittedAt === null) return couldBeSame(known, told);
  const apart = Math.abs(known.submittedAt - told.submittedAt);
  if (apart <= slack) return true;
  // Times without a zone move with this computer's zone.
  const ofZones =
    apart <= 26 * hour && Math.abs(apart - Math.round(apart / quarter) * quarter) <= 1000;
  return ofZones && known.name === told.name;
}

/** Where no time of submission tells two jobs of one id apart, their names and what came before the other do. */
function couldBeSame(known: Job, told: Job): boolean {
  // One that was just submitted here has no state of the API yet, and the name may come back otherwise.
  const named = known.stateText !== '' && told.stateText !== '';
  if (named && known.name !== null && told.name !== null && known.name !== told.name) return false;
  // An array starts with the first of the tasks that are told.
  const isArray = known.tasks !== null || told.tasks !== null;
  const first = isArray ? null : known.startedAt;
  if (hasEnded(known.state)) {
    const isNear = near(first, told.startedAt);
    if (hasEnded(told.state)) return isNear && near(known.endedAt, told.endedAt);
    // It ended, and goes on: only an answer that is late tells the same job so.
    return isNear && !isBefore(known.endedAt, told.startedAt) && (first === null || !waits(told));
  }
  // It may start again, but not before it did.
  return !isBefore(told.startedAt, first) && !isBefore(told.endedAt, first);
}

type Moment = number | null;

const waits = ({ state }: Job): boolean => state === 'waiting' || state === 'held';

const near = (a: Moment, b: Moment): boolean =>
  a === null || b === null || Math.abs(a - b) <= slack;

const isBefore = (a: Moment, b: Moment): boolean => a !== null && b !== null && a < b - slack;

/** Returns the job among those told; of several of its id, the one that began when it did, else the latest. */
export function findSame(known: Job, told: readonly Unit[] | undefined): Unit | undefined {
  const same = (told ?? []).filter(({ job }) => isSameJob(known, job));
  if (same.length < 2) return same[0];
  const exact = same.find(({ job }) => job.startedAt !== null && job.startedAt === known.startedAt);
  const latest = (a: Unit, b: Unit): number => timeOf(b.job) - timeOf(a.job);
  return exact ?? [...same].sort(latest)[0];
}

const timeOf = ({ submittedAt, startedAt, endedAt }: Job): number =>
  submittedAt ?? startedAt ?? endedAt ?? 0;

export function unitsById(units: readonly Unit[]): Map<string, Unit[]> {
  const byId = new Map<string, Unit[]>();
  for (const unit of units) addTo(byId, unit.job.id, unit);
  return byId;
}

export function addTo<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const others = lists.get(key);
  if (others === undefined) lists.set(key, [one]);
  else others.push(one);
}

const slack = 120_000;
const hour = 3_600_000;
const quarter = hour / 4;

/** Characters of one text of a job that are kept. */
const longest = 1000;
const clip = (text: string | null): string | null => text?.slice(0, longest) ?? null;

/** Shortens texts of a server that sends endless ones. Scripts are shown, and not kept. */
export function clipped({ script: _script, ...job }: Job): Job {
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
