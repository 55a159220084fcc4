import type {
  JobDetail,
  JobRow,
  JobState,
  JobsState,
} from '../../../../preload/contract/work/jobs.ts';

/** How a job looks: its state, refined by what its reason says. */
export type JobLook = JobState | 'stuck';

/**
 * Reasons with which Slurm keeps a job waiting forever (squeue(1), "JOB REASON CODES"): a dependency that cannot be met
 * any more, and constraints that no node meets.
 */
const neverStarts = new Set(['DependencyNeverSatisfied', 'BadConstraints']);

/** Whether an empty list means that there are no jobs: a machine has answered, or the system has none. */
export const isAnswered = ({ machines, machinesKnown }: JobsState): boolean =>
  machines.length === 0 ? machinesKnown : machines.some(({ answeredAt }) => answeredAt !== null);

type Facts = Pick<
  JobRow,
  'state' | 'reason' | 'endedAt' | 'startedAt' | 'elapsedSeconds' | 'limitSeconds'
>;

export function lookOf({ state, reason }: Pick<Facts, 'state' | 'reason'>): JobLook {
  return state === 'waiting' && reason !== null && neverStarts.has(reason) ? 'stuck' : state;
}

const ended: ReadonlySet<JobState> = new Set([
  'done',
  'failed',
  'limit',
  'cancelled',
  'end-unknown',
]);
const active: ReadonlySet<JobState> = new Set(['running', 'starting', 'ending']);

/** Whether it has ended: by its state, or by the time of its end where the state is not known. */
export function hasEnded({ state, endedAt }: Pick<Facts, 'state' | 'endedAt'>): boolean {
  return ended.has(state) || (state === 'unknown' && endedAt !== null);
}

export function isActive({ state }: Pick<Facts, 'state'>): boolean {
  return active.has(state);
}

/** Returns the seconds that it has run, counted on from the last answer; null if not reported. */
export function elapsedOf(
  job: Pick<JobRow, 'state' | 'elapsedSeconds' | 'startedAt' | 'endedAt' | 'toldAt'>,
  now: number,
): number | null {
  const { state, elapsedSeconds, startedAt, endedAt, toldAt } = job;
  if (state === 'running') {
    if (elapsedSeconds !== null) return elapsedSeconds + Math.max(0, now - toldAt) / 1000;
    return startedAt === null ? null : Math.max(0, now - startedAt) / 1000;
  }
  if (elapsedSeconds !== null) return elapsedSeconds;
  return startedAt === null || endedAt === null ? null : (endedAt - startedAt) / 1000;
}

/** The order of an array's states in its bar, ended ones first. */
export const barOrder: readonly JobState[] = [
  'done',
  'failed',
  'limit',
  'cancelled',
  'end-unknown',
  'ending',
  'running',
  'starting',
];

/** Returns how many tasks of an array have ended, by the states told. */
export function endedTasks({ states }: NonNullable<JobRow['tasks']>): number {
  return [...ended].reduce((sum, state) => sum + (states[state] ?? 0), 0);
}

/** Returns how many tasks of an array failed, by the states told. */
export const failedTasks = ({ states }: NonNullable<JobRow['tasks']>): number =>
  (states.failed ?? 0) + (states.limit ?? 0);

/** Returns the tasks of an array by state: as its row tells them, else, after its end, as its own page does. */
export function tasksOf(row: JobRow, detail: JobDetail | null): JobRow['tasks'] {
  const { tasks } = row;
  if (tasks === null || endedTasks(tasks) > 0 || !hasEnded(row) || detail === null) return tasks;
  const { jobTasks, moreTasks } = detail;
  if (moreTasks > 0) return tasks;
  const states: Partial<Record<JobState, number>> = {};
  for (const { state } of jobTasks) states[state] = (states[state] ?? 0) + 1;
  return { total: Math.max(tasks.total, jobTasks.length), states };
}

/** Classes of text in a state's hue. */
export const lookText: Readonly<Record<JobLook, string>> = {
  running: 'text-accent-text',
  starting: 'text-accent-text',
  ending: 'text-accent-text',
  waiting: 'text-text-soft',
  stuck: 'text-degraded-text',
  held: 'text-maintenance-text',
  done: 'text-up-text',
  failed: 'text-down-text',
  limit: 'text-degraded-text',
  cancelled: 'text-text-soft',
  unknown: 'text-unknown-text',
  'end-unknown': 'text-unknown-text',
};

/** Classes of a bar in a state's hue. */
export const lookBar: Readonly<Record<JobLook, string>> = {
  running: 'bg-accent',
  starting: 'bg-accent',
  ending: 'bg-accent',
  waiting: 'bg-unknown',
  stuck: 'bg-degraded',
  held: 'bg-maintenance',
  done: 'bg-up',
  failed: 'bg-down',
  limit: 'bg-degraded',
  cancelled: 'bg-unknown',
  unknown: 'bg-unknown',
  'end-unknown': 'bg-unknown',
};
