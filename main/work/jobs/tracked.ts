import type { JobWishes, JobState as ShownState } from '../../../preload/contract/work/jobs.ts';
import type { Job } from '../operations/types.ts';
import { findSame, hasEnded, sumUp, type Unit } from './units.ts';

/** Changes that the user was notified of. */
export interface Told {
  readonly start: boolean;
  readonly end: boolean;
  readonly lost: boolean;
}

/** A job that is followed to its end. Times are ms since 1970. */
export interface Tracked {
  readonly id: number;
  readonly systemId: string;
  job: Job;
  tasks: readonly Job[];
  states: readonly { readonly at: number; readonly state: ShownState }[];
  wishes: JobWishes;
  told: Told;
  readonly firstAt: number;
  /** When an answer told it last. */
  lastAt: number;
  /** Null until its end is known, or known to stay unknown. */
  endedAt: number | null;
  /** Of an end that no answer tells. */
  endBetween: { readonly from: number; readonly to: number } | null;
  /** First answer that did not have it any more; null while it is told. */
  missingAt: number | null;
  followed: boolean;
  seen: boolean;
}

/** What was asked of one machine. Null: not asked. */
export interface Answered {
  /** Before the first request was sent. */
  readonly at: number;
  readonly live: readonly Unit[];
  readonly ended: readonly Unit[] | null;
  /** Jobs asked for one by one; an empty list: the API does not know it. */
  readonly shown: ReadonlyMap<string, readonly Unit[]>;
}

const goesOn = (state: Job['state']): boolean => !hasEnded(state) && state !== 'unknown';

export type Happening = 'started' | 'ended' | 'lost';

/**
 * A job is missing this long before its end counts as unknown, ms: accounting may be late, and a job that was just
 * accepted may not be listed yet.
 */
export const graceMs = 60_000;
/** States kept of one job. */
const mostStates = 50;

export const shownState = ({ endBetween, job }: Tracked): ShownState =>
  endBetween === null ? job.state : 'end-unknown';

/** Takes what an answer tells of a job; returns what happened to it, in order. */
export function follow(one: Tracked, answered: Answered): Happening[] {
  const { at } = answered;
  const same = (units: readonly Unit[] | null | undefined): Unit | undefined =>
    findSame(one.job, units ?? undefined);
  const shown = answered.shown.get(one.job.id);
  const elsewhere = [...(answered.ended ?? []), ...(shown ?? [])];
  // A list of ended jobs may have one that is only about to end.
  const live = same(answered.live) ?? same(elsewhere.filter(({ job }) => goesOn(job.state)));
  if (live !== undefined) {
    if (one.endedAt !== null && one.endBetween === null) return [];
    return take(one, withTasks(live, same(shown)), at, false);
  }
  const ended = same(elsewhere);
  if (ended !== undefined) return take(one, withTasks(ended, same(shown)), at, true);
  if (one.endedAt !== null || answered.ended === null || shown === undefined) return [];
  one.missingAt ??= at;
  if (at - one.missingAt < graceMs) return [];
  one.endBetween = { from: one.lastAt, to: one.missingAt };
  one.endedAt = one.missingAt;
  note(one, at);
  return ['lost'];
}

const withTasks = (unit: Unit, shown: Unit | undefined): Unit =>
  unit.tasks.length > 0 || shown === undefined ? unit : { job: unit.job, tasks: shown.tasks };

function take(one: Tracked, unit: Unit, at: number, isEnd: boolean): Happening[] {
  const hadStarted = hasStarted(one.job);
  const wasEnded = one.endedAt !== null && one.endBetween === null;
  const { job, tasks } = merged(one, unit, isEnd);
  one.job = {
    ...job,
    submittedAt: job.submittedAt ?? one.job.submittedAt,
    // Some tell when a job came into its state only.
    startedAt: job.startedAt ?? (isEnd ? one.job.startedAt : null),
  };
  one.tasks = tasks;
  one.lastAt = Math.max(one.lastAt, at);
  one.missingAt = null;
  one.endBetween = null;
  one.endedAt = isEnd ? (job.endedAt ?? one.endedAt ?? at) : null;
  note(one, at);
  const happened: Happening[] = [];
  if (!hadStarted && hasStarted(job) && !isEnd) happened.push('started');
  if (isEnd && !wasEnded) happened.push('ended');
  return happened;
}

const hasStarted = ({ state, startedAt }: Job): boolean =>
  startedAt !== null || state === 'running' || state === 'ending';

/** Tasks that ended early may be told no more by the time the last one ends. */
function merged(one: Tracked, unit: Unit, isEnd: boolean): Unit {
  if (one.tasks.length === 0) return unit;
  const byId = new Map([...one.tasks, ...unit.tasks].map((task) => [task.id, task]));
  for (const task of one.tasks) if (hasEnded(task.state)) byId.set(task.id, task);
  const tasks = [...byId.values()];
  // The record of the whole array (`tasks` comes with it) knows more than its tasks.
  const isWhole = unit.job.tasks !== null && unit.tasks.length === 0;
  if (isWhole || !isEnd) return { job: unit.job, tasks };
  const ended = tasks.filter(({ state }) => hasEnded(state));
  return ended.length === 0 ? unit : { job: sumUp(unit.job.id, ended, []).job, tasks };
}

function note(one: Tracked, at: number): void {
  const state = shownState(one);
  if (one.states.at(-1)?.state === state) return;
  one.states = [...one.states, { at, state }].slice(-mostStates);
}

/** Counts the tasks of an array by state; those that nothing tells after its end are `end-unknown`. */
export function countTasks(
  { job, tasks }: Unit,
  isOver: boolean,
): { total: number; states: Partial<Record<ShownState, number>> } | null {
  if (tasks.length === 0 && job.tasks === null) return null;
  const states: Partial<Record<ShownState, number>> = {};
  for (const { state } of tasks) {
    const shown = isOver && !hasEnded(state) ? 'end-unknown' : state;
    states[shown] = (states[shown] ?? 0) + 1;
  }
  return { total: Math.max(job.tasks?.total ?? 0, tasks.length), states };
}
