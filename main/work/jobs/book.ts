import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { JobMachine } from '../../../preload/contract/work/jobs.ts';
import type { KeptSubmission } from './store.ts';
import { type Answered, follow, type Happening, type Tracked } from './tracked.ts';
import { addTo, hasEnded, isSameJob, type Unit, unitsById } from './units.ts';

/** Jobs that are listed of one machine, and followed of one system, at most; others are counted. */
export const mostListed = 10_000;
export const mostFollowed = 2_000;

type Known = Omit<JobMachine, 'name' | 'queues' | 'projects' | 'checking'>;

/** A machine with what its last answers listed. */
export interface Machine extends Known {
  readonly live: readonly Unit[];
  readonly ended: readonly Unit[];
}

export const newMachine: Machine = {
  answeredAt: null,
  endedAnsweredAt: null,
  problem: null,
  leftOut: 0,
  live: [],
  ended: [],
};

/** What is known of one system's jobs. */
export interface Book {
  readonly systemId: string;
  tracked: Tracked[];
  readonly submissions: Map<string, KeptSubmission>;
  readonly machines: Map<string, Machine>;
  /** The system told them. */
  machinesKnown: boolean;
  problem: AppErrorData | null;
  /** Lost submissions whose searches left a gap: they can be found, but never be absent. */
  readonly gappy: Set<string>;
  /** Machines that refused as having no queue, such as login nodes: they are not asked again. */
  readonly withoutQueue: Set<string>;
  /** The user there; null: not known, so only jobs that were submitted here are own ones. */
  user: string | null;
  /** The API's lists have the user's own jobs only, as the last round knew it. */
  onlyOwn: boolean;
  /** When jobs were last asked for one by one, by their number here. */
  readonly shownAt: Map<number, number>;
}

export const isOpen = ({ followed, endedAt }: Tracked): boolean => followed && endedAt === null;

export interface Taken {
  readonly happened: readonly { readonly one: Tracked; readonly what: Happening }[];
  /** Became different, or are new: to be written. */
  readonly changed: readonly Tracked[];
  readonly stillThere: readonly Tracked[];
}

/** Takes what a machine answered: changes `book`. @param nextId of a newly followed job */
export function takeAnswer(
  book: Book,
  machine: string,
  answered: Answered,
  nextId: () => number,
): Taken {
  const happened: { one: Tracked; what: Happening }[] = [];
  const changed: Tracked[] = [];
  const stillThere: Tracked[] = [];
  const byId = new Map<string, Tracked[]>();
  // Narrowed to one id each, so that thousands of jobs do not search the whole answer.
  const live = unitsById(answered.live);
  const ended = answered.ended && unitsById(answered.ended);
  const about = (id: string): Answered => ({
    ...answered,
    live: live.get(id) ?? [],
    ended: ended && (ended.get(id) ?? []),
  });
  for (const one of book.tracked) {
    if (one.job.machine !== machine) continue;
    addTo(byId, one.job.id, one);
    if (!one.followed || (one.endedAt !== null && one.endBetween === null)) continue;
    const before = fingerprint(one);
    for (const what of follow(one, about(one.job.id))) happened.push({ one, what });
    if (fingerprint(one) !== before) changed.push(one);
    else if (one.lastAt === answered.at && one.endedAt === null) stillThere.push(one);
  }
  let open = book.tracked.filter(isOpen).length;
  let leftOut = 0;
  for (const unit of answered.live) {
    if (!isOwn(book, unit) || hasEnded(unit.job.state)) continue;
    if (byId.get(unit.job.id)?.some(({ job }) => isSameJob(job, unit.job))) continue;
    if (open >= mostFollowed) {
      leftOut += 1;
      continue;
    }
    open += 1;
    const one = newTracked(book.systemId, nextId(), unit, answered.at);
    book.tracked.push(one);
    changed.push(one);
  }
  const listed = [...answered.live, ...(answered.ended ?? [])].length;
  const own = (units: readonly Unit[]) =>
    units.length <= mostListed
      ? units
      : [...units].sort((a, b) => Number(isOwn(book, b)) - Number(isOwn(book, a)));
  const shownLive = own(answered.live).slice(0, mostListed);
  const old = book.machines.get(machine) ?? newMachine;
  const shownEnded = (answered.ended === null ? old.ended : own(answered.ended)).slice(
    0,
    mostListed - shownLive.length,
  );
  book.machines.set(machine, {
    answeredAt: answered.at,
    endedAnsweredAt: answered.ended === null ? old.endedAnsweredAt : answered.at,
    problem: null,
    // Most of those that are not listed are not followed either.
    leftOut: Math.max(0, listed - mostListed, leftOut),
    live: shownLive,
    ended: shownEnded,
  });
  return { happened, changed, stillThere };
}

export const isOwn = ({ user, onlyOwn }: Pick<Book, 'user' | 'onlyOwn'>, { job }: Unit): boolean =>
  onlyOwn || (user !== null && job.user === user);

/** A job that was submitted here is the user's own, by whatever name it is told. */
export function learnUser(book: Book): void {
  if (book.user !== null || book.submissions.size === 0) return;
  const sent = new Set(
    [...book.submissions.values()].map(({ jobId, what }) => `${what.machine}\n${jobId}`),
  );
  const own = book.tracked.find(
    ({ job }) => job.user !== null && sent.has(`${job.machine}\n${job.id}`),
  );
  book.user = own?.job.user ?? null;
}

export function newTracked(systemId: string, id: number, unit: Unit, at: number): Tracked {
  return {
    id,
    systemId,
    job: unit.job,
    tasks: unit.tasks,
    states: [{ at, state: unit.job.state }],
    wishes: { start: true, end: true },
    // It had started before it was seen.
    told: { start: unit.job.startedAt !== null, end: false, lost: false },
    firstAt: at,
    lastAt: at,
    endedAt: null,
    endBetween: null,
    missingAt: null,
    followed: true,
    seen: false,
  };
}

/** What of a followed job is worth writing. */
const fingerprint = ({ job, tasks, states, endedAt, endBetween }: Tracked): string =>
  JSON.stringify([
    states.length,
    endedAt,
    endBetween,
    { ...job, elapsedSeconds: null, record: null },
    tasks.map(({ id, state }) => [id, state]),
  ]);
