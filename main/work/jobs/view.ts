import type {
  JobDetail,
  JobRow,
  JobsState,
  SentSubmission,
} from '../../../preload/contract/work/jobs.ts';
import type { ComputeApi, Job } from '../operations/types.ts';
import { type Book, isOwn, newMachine } from './book.ts';
import type { KeptSubmission } from './store.ts';
import { countTasks, shownState, type Tracked } from './tracked.ts';
import { addTo, isSameJob, type Unit } from './units.ts';

/** Key of a job that is not followed; a followed one has its number. */
const listedKey = (job: Job): string => `${job.machine}\n${job.id}`;
export const trackedKey = ({ id }: Tracked): string => String(id);

export type Found =
  | { readonly tracked: Tracked; readonly unit: Unit }
  | { readonly tracked: null; readonly unit: Unit };

/** Returns the job of a key; null if it is known no more. */
export function findJob(book: Book, key: string): Found | null {
  const tracked = book.tracked.find((one) => trackedKey(one) === key);
  if (tracked !== undefined) return { tracked, unit: tracked };
  for (const { live, ended } of book.machines.values()) {
    const unit = [...live, ...ended].find(({ job }) => listedKey(job) === key);
    if (unit !== undefined) return { tracked: null, unit };
  }
  return null;
}

/** Key of a task: that of its array, and its id. */
const taskKey = (array: string, id: string): string => `${array}\t${id}`;

export function readTaskKey(key: string): { readonly array: string; readonly id: string } | null {
  const at = key.lastIndexOf('\t');
  return at < 0 ? null : { array: key.slice(0, at), id: key.slice(at + 1) };
}

/** Whether an id has the shape of a task of this array: `12_3`, `12[3]`, and no range. */
export const isTaskOf = (array: string, id: string): boolean =>
  id.startsWith(array) && /^(?:\[\d{1,10}\]|_\d{1,10})$/.test(id.slice(array.length));

/** Returns the task of a key as a job of its own; null if it is no task of a known array. */
export function findTask(book: Book, key: string): Found | null {
  const asked = readTaskKey(key);
  const found = asked && findJob(book, asked.array);
  if (found === null || asked === null || !isTaskOf(found.unit.job.id, asked.id)) return null;
  const { job: array, tasks } = found.unit;
  // Lists of some APIs have an array without its tasks.
  const unlisted = { ...array, id: asked.id, tasks: null, outputPath: null, errorPath: null };
  const job = tasks.find(({ id }) => id === asked.id) ?? unlisted;
  return { tracked: null, unit: { job, tasks: [] } };
}

const factsOf = (job: Job) => ({
  id: job.id,
  name: job.name,
  user: job.user,
  state: job.state,
  stateText: job.stateText,
  reason: job.reason,
  queue: job.queue,
  project: job.project,
  nodes: job.nodes,
  cpus: job.cpus,
  limitSeconds: job.limitSeconds,
  elapsedSeconds: job.elapsedSeconds,
  submittedAt: job.submittedAt,
  startedAt: job.startedAt,
  endedAt: job.endedAt,
  endBetween: null,
  exitCode: job.exitCode,
  signal: job.signal,
});

function trackedRow(one: Tracked): JobRow {
  return {
    ...factsOf(one.job),
    key: trackedKey(one),
    machine: one.job.machine,
    state: shownState(one),
    endedAt: one.endBetween === null ? (one.endedAt ?? one.job.endedAt) : null,
    endBetween: one.endBetween,
    own: true,
    tasks: countTasks(one, one.endedAt !== null),
    followed: one.followed,
    unseen: isUnseen(one),
    toldAt: one.lastAt,
  };
}

const listedRow = (book: Book, unit: Unit, toldAt: number): JobRow => ({
  ...factsOf(unit.job),
  key: listedKey(unit.job),
  machine: unit.job.machine,
  own: isOwn(book, unit),
  tasks: countTasks(unit, false),
  followed: false,
  unseen: false,
  toldAt,
});

export function rowsOf(book: Book): JobRow[] {
  const rows = book.tracked.map(trackedRow);
  const followed = new Map<string, Job[]>();
  for (const { job } of book.tracked) {
    addTo(followed, listedKey(job), job);
  }
  for (const { live, ended, answeredAt, endedAnsweredAt } of book.machines.values()) {
    const seen = new Set<string>();
    const add = (unit: Unit, toldAt: number): void => {
      const key = listedKey(unit.job);
      if (seen.has(key) || followed.get(key)?.some((job) => isSameJob(job, unit.job))) return;
      seen.add(key);
      rows.push(listedRow(book, unit, toldAt));
    };
    for (const unit of live) add(unit, answeredAt ?? 0);
    for (const unit of ended) add(unit, endedAnsweredAt ?? 0);
  }
  return rows.sort((a, b) => (b.submittedAt ?? b.toldAt) - (a.submittedAt ?? a.toldAt));
}

export function sentOf(book: Book, one: KeptSubmission): SentSubmission {
  const { what, systemId: _systemId, ...rest } = one;
  const row =
    one.jobId === null
      ? undefined
      : book.tracked.find(({ job }) => job.id === one.jobId && job.machine === what.machine);
  return { ...rest, machine: what.machine, name: what.name, key: row ? trackedKey(row) : null };
}

/** Followed jobs that ended and were not seen yet; none where the system has no jobs any more. */
export const countUnseen = (book: Book, api: ComputeApi | null): number =>
  api === null ? 0 : book.tracked.filter(isUnseen).length;

const isUnseen = ({ followed, endedAt, seen }: Tracked): boolean =>
  followed && endedAt !== null && !seen;

/** Names offered for a machine's queues and projects, at most. */
const mostNames = 30;

export function stateOf(
  book: Book,
  api: ComputeApi | null,
  how: { readonly locked: boolean; readonly checking: ReadonlySet<string> },
): JobsState {
  const submissions = [...book.submissions.values()].sort((a, b) => b.at - a.at);
  const rows = api === null ? [] : rowsOf(book);
  const unique = (names: readonly (string | null)[]): string[] =>
    [...new Set(names.flatMap((name) => name ?? []))].slice(0, mostNames);
  return {
    systemId: book.systemId,
    family: api?.family ?? null,
    historyMs: api?.jobs?.historyMs ?? null,
    findsMarker: api?.jobs?.findsMarker ?? false,
    readsOutput: api !== null && api.files !== null,
    locked: how.locked,
    ownUnknown: book.user === null && api?.jobs?.listsOnlyOwn !== true,
    machines: [...book.machines].map(([name, machine]) => {
      const { answeredAt, endedAnsweredAt, problem, leftOut } = { ...newMachine, ...machine };
      const sent = submissions.filter(({ what }) => what.machine === name);
      const here = rows.filter((row) => row.machine === name);
      return {
        name,
        answeredAt,
        endedAnsweredAt,
        problem,
        leftOut,
        checking: how.checking.has(name),
        queues: unique([...sent.map(({ what }) => what.queue), ...here.map(({ queue }) => queue)]),
        projects: unique([
          ...sent.map(({ what }) => what.project),
          ...here.filter(({ own }) => own).map(({ project }) => project),
        ]),
      };
    }),
    machinesKnown: book.machinesKnown,
    problem: book.problem,
    jobs: rows,
    unseen: countUnseen(book, api),
    submissions: submissions.map((one) => sentOf(book, one)),
  };
}

/** Tasks of one array in its detail, at most. */
const mostTasks = 2_000;

/** @param script what the API just told that it runs */
export function detailOf(
  book: Book,
  found: Found,
  script: string | null,
  problem: JobDetail['problem'],
): JobDetail {
  const { tracked, unit } = found;
  const { job } = unit;
  const row = tracked === null ? listedRow(book, unit, job.submittedAt ?? 0) : trackedRow(tracked);
  const sent = [...book.submissions.values()].find(
    ({ jobId, what }) => jobId === job.id && what.machine === job.machine,
  );
  return {
    ...row,
    jobTasks: unit.tasks
      .slice(0, mostTasks)
      .map((task) => ({ ...factsOf(task), key: taskKey(row.key, task.id) })),
    moreTasks: Math.max(0, unit.tasks.length - mostTasks),
    used: job.used ?? null,
    folder: job.folder ?? sent?.what.folder ?? null,
    outputPath: job.outputPath,
    errorPath: job.errorPath,
    comment: job.comment,
    script: sent?.what.script ?? script,
    wishes: tracked?.wishes ?? { start: false, end: false },
    seen: tracked === null ? [] : [...tracked.states],
    record: job.record,
    problem,
  };
}
