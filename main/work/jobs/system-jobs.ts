import { ignoring } from '../../../common/ignoring.ts';
import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import type { MachineChange } from '../../../preload/contract/machines/notifications.ts';
import type { JobSubmission, JobsState } from '../../../preload/contract/work/jobs.ts';
import type { Log } from '../../base/host.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import type { Notifications } from '../../machines/notifications/index.ts';
import type { ComputeApi, JobOperations } from '../operations/types.ts';
import { askMachine } from './ask.ts';
import { type Book, isOpen, learnUser, newMachine, takeAnswer } from './book.ts';
import { createFolders } from './folder.ts';
import { noticesOf } from './notices.ts';
import type { JobStore } from './store.ts';
import {
  completed,
  isLost,
  newSubmission,
  searchMarkers,
  send,
  trackSubmitted,
} from './submissions.ts';
import type { Answered, Tracked } from './tracked.ts';
import { countUnseen, stateOf, trackedKey } from './view.ts';

/** Machines of a system that are asked, at most. */
const mostMachines = 100;
/** How long a screen's look lasts, ms. */
const lookMs = 120_000;

export interface SystemJobsOptions {
  readonly book: Book;
  /** The API as the system's settings are now; null: none. */
  readonly api: () => ComputeApi | null;
  readonly store: JobStore;
  readonly database: Pick<Database, 'runAll'>;
  readonly notices: Pick<Notifications, 'jobs'>;
  readonly nextId: () => number;
  readonly isLocked: () => boolean;
  readonly emit: Emit;
  readonly log: Log;
  readonly now: () => number;
  /** These followed jobs have ended, and that is on the disk. */
  readonly ended: (api: ComputeApi, jobs: readonly Tracked[]) => void;
  /** Takes the followed jobs as they are on the disk. */
  readonly reload: () => Promise<void>;
}

export type SystemJobs = ReturnType<typeof createSystemJobs>;

/** The jobs of one system: asks its machines, keeps what they answer, and sends submissions. */
export function createSystemJobs(options: SystemJobsOptions) {
  const { book, now } = options;
  const checking = new Set<string>();
  const ended = new AbortController();
  let lookUntil = 0;
  /** Notices may be held back; unknown at first. */
  let holds = true;
  let unseen = -1;

  const isLooked = (): boolean => now() < lookUntil;
  const changed = (keys: readonly string[] | null): void => {
    const { systemId } = book;
    options.emit('jobs.changed', { systemId, keys: keys && [...keys] });
    const count = countUnseen(book, options.api());
    if (count !== unseen) options.emit('unseenJobs.changed', { systemId, count });
    unseen = count;
  };
  const lost = () => lostOf(book);

  /** Asks one machine and writes what became different. @throws AppError */
  async function round(api: ComputeApi, machine: string): Promise<void> {
    const { jobs } = api;
    if (jobs === null) return;
    const looking = isLooked() || lost().some(({ what }) => what.machine === machine);
    const how = { looking, at: now(), signal: ended.signal };
    book.onlyOwn = jobs.listsOnlyOwn;
    if (looking && !book.onlyOwn) book.user ??= (await api.user?.(ended.signal)) ?? null;
    const answered = await askMachine(jobs, machine, book, how);
    const searched = lost();
    const { notices, statements, over } = learn(options, machine, answered);
    try {
      holds = await options.notices.jobs(book.systemId, answered.at, notices, statements);
    } catch (cause) {
      // What was not written was not told: the next round finds it again.
      await options.reload();
      for (const one of searched) book.submissions.set(one.id, one);
      throw cause;
    }
    options.ended(api, over);
    changed(null);
  }

  /** Gives notices that were held back, also when there is nothing to ask about any more. */
  async function giveHeld(): Promise<void> {
    if (!holds) return;
    try {
      holds = await options.notices.jobs(book.systemId, now(), [], []);
    } catch (cause) {
      options.log.error('jobs.notices', cause);
    }
  }

  async function askAll(): Promise<void> {
    const api = options.api();
    if (api === null || api.jobs === null) return;
    let names: string[];
    try {
      names = await namesOf(api, book, isLooked(), ended.signal);
      book.problem = null;
    } catch (cause) {
      book.problem = dataOf(cause);
      changed(null);
      return;
    }
    let failed = 0;
    await inTurns(names, 4, async (name) => {
      checking.add(name);
      try {
        await round(api, name);
      } catch (cause) {
        if (ended.signal.aborted) return;
        if (noteFailure(options, name, cause)) failed += 1;
      } finally {
        checking.delete(name);
      }
    });
    failures = names.length > 0 && failed === names.length ? failures + 1 : 0;
    changed(null);
  }
  let failures = 0;

  const rounds = oneAtATime(async () => {
    await askAll();
    await giveHeld();
  }, ended.signal);

  const submitting = createSubmitting(options, changed, ended.signal);
  for (const { id } of lost()) book.gappy.add(id);
  return {
    book,
    nextId: options.nextId,
    refresh: rounds.run,
    ...submitting,
    changed,
    look() {
      lookUntil = now() + lookMs;
    },
    isLooked,
    /** Whether there is something to ask about, or to tell, with no screen open. */
    isFollowing: () => holds || book.tracked.some(isOpen) || lost().length > 0,
    unseen: () => ({ systemId: book.systemId, count: countUnseen(book, options.api()) }),
    /** Rounds in a row in which no machine answered. */
    failures: () => failures,
    problem: (): AppErrorData | null =>
      book.problem ?? [...book.machines.values()].find(({ problem }) => problem)?.problem ?? null,
    snapshot: (): JobsState =>
      stateOf(book, options.api(), { locked: options.isLocked(), checking }),
    async close() {
      ended.abort();
      await rounds.settled();
    },
  };
}

/** Takes what a machine answered into the book. Returns what is to be told, and written with it. */
function learn(
  { book, store, nextId }: SystemJobsOptions,
  machine: string,
  answered: Answered,
): {
  readonly notices: MachineChange[];
  readonly statements: Statement[];
  readonly over: readonly Tracked[];
} {
  // First: a job that is found is followed by this answer already.
  const found = searchMarkers(book, machine, answered, store, nextId);
  const taken = takeAnswer(book, machine, answered, nextId);
  learnUser(book);
  const notices = noticesOf(taken.happened);
  const statements: Statement[] = [...found, ...taken.changed.map(store.saving)];
  if (taken.stillThere.length > 0) {
    const ids = taken.stillThere.map(({ id }) => id);
    statements.push(store.stillThere(ids, answered.at));
  }
  const over = taken.happened.flatMap(({ one, what }) => (what === 'ended' ? [one] : []));
  return { notices, statements, over };
}

/** Runs one piece of work at a time; who asks while one runs gets another after it. */
function oneAtATime(work: () => Promise<void>, ended: AbortSignal) {
  let running: Promise<void> | null = null;
  let again = false;
  return {
    run(): Promise<void> {
      if (running !== null) {
        again = true;
        return running;
      }
      running = (async () => {
        do {
          again = false;
          await work();
        } while (again && !ended.aborted);
      })().finally(() => {
        running = null;
      });
      return running;
    },
    async settled(): Promise<void> {
      if (running !== null) await ignoring('whoever asked has its failure', running);
    },
  };
}

/** Returns the machines to ask: while nobody looks, those with something to follow. */
async function namesOf(
  api: ComputeApi,
  book: Book,
  looked: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const followed = book.tracked.filter(isOpen).map(({ job }) => job.machine);
  const needed = [...followed, ...lostOf(book).map(({ what }) => what.machine)];
  if (!looked) return [...new Set(needed)];
  const all = await api.machines(signal);
  const named = all.filter((name) => !book.withoutQueue.has(name));
  for (const name of named.slice(0, mostMachines)) {
    if (!book.machines.has(name)) book.machines.set(name, newMachine);
  }
  book.machinesKnown = true;
  return [...new Set([...needed, ...named.slice(0, mostMachines)])];
}

function createSubmitting(
  options: SystemJobsOptions,
  changed: (keys: readonly string[]) => void,
  signal: AbortSignal,
) {
  const { book } = options;
  const folders = createFolders();
  /** Returns a submission as it is sent: with a folder where it needs one. @throws AppError */
  async function complete(what: JobSubmission): Promise<JobSubmission> {
    const api = options.api();
    return api === null ? what : folders.complete(api, what);
  }
  return {
    complete,
    forgetFolders: folders.forget,
    async submit(id: string, what: JobSubmission): Promise<void> {
      const jobs = options.api()?.jobs ?? null;
      if (jobs === null) throw missing('compute-api');
      if (book.submissions.has(id)) return;
      const whole = await complete(what);
      // The same may have been asked meanwhile.
      if (book.submissions.has(id)) return;
      await submitOnce(options, jobs, id, whole, { changed, signal });
    },
  };
}

/** Saves a submission, sends it once, and saves what became of it. @throws AppError if it was not sent */
async function submitOnce(
  { book, store, database, now, nextId }: SystemJobsOptions,
  jobs: JobOperations,
  id: string,
  what: JobSubmission,
  { changed, signal }: { changed(keys: readonly string[]): void; readonly signal: AbortSignal },
): Promise<void> {
  // Fails before anything is written if it cannot be sent at all.
  jobs.preview({ ...completed(what, jobs), marker: null });
  const one = newSubmission(book.systemId, id, what, jobs.findsMarker, now());
  book.submissions.set(id, one);
  try {
    await database.runAll([store.savingSubmission(one)]);
  } catch (cause) {
    // Nothing leaves that is not on the disk.
    book.submissions.delete(id);
    throw cause;
  }
  changed([]);
  const sent = await send(jobs, one, signal);
  book.submissions.set(id, sent);
  const tracked = trackSubmitted(book, sent, now(), nextId);
  await database.runAll([
    store.savingSubmission(sent),
    ...(tracked === null ? [] : [store.saving(tracked)]),
  ]);
  changed(tracked === null ? [] : [trackedKey(tracked)]);
}

/** Keeps why a machine did not answer. Returns false for one that turns out to have no queue. */
function noteFailure({ book, log }: SystemJobsOptions, name: string, cause: unknown): boolean {
  if (!(cause instanceof AppError)) log.error('jobs.round', cause);
  if (hasNoQueue(cause) && !book.tracked.some(({ job }) => job.machine === name)) {
    book.withoutQueue.add(name);
    book.machines.delete(name);
    return false;
  }
  const old = book.machines.get(name) ?? newMachine;
  book.machines.set(name, { ...old, problem: dataOf(cause) });
  return true;
}

const lostOf = (book: Book) => [...book.submissions.values()].filter(isLost);

export const missing = (what: string): AppError => new AppError('not-found', { details: { what } });

const hasNoQueue = (cause: unknown): boolean =>
  cause instanceof AppError && (cause.details.status === 404 || cause.details.status === 422);

const dataOf = (cause: unknown): AppErrorData =>
  (cause instanceof AppError ? cause : new AppError('internal', { cause })).toData();

/** Runs work for each, some at a time. */
export async function inTurns<T>(
  all: readonly T[],
  most: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, next));
}
