import { AppError } from '../../../preload/contract/errors.ts';
import type { JobOperations } from '../operations/types.ts';
import { type Book, isOpen } from './book.ts';
import type { Answered, Tracked } from './tracked.ts';
import { clipped, findSame, foldArrays, type Unit, unitsById } from './units.ts';

/** Jobs that are asked for one by one in one round, at most; the others come with the next ones. */
const mostShown = 50;
const hour = 3_600_000;
const day = 24 * hour;

interface How {
  readonly looking: boolean;
  readonly at: number;
  readonly signal: AbortSignal;
}

/**
 * Asks one machine for what its followed jobs need, and for what a screen shows. After an absence the widest window is
 * asked: from when the job that was told the longest ago was still there.
 */
export async function askMachine(
  jobs: JobOperations,
  machine: string,
  book: Book,
  how: How,
): Promise<Answered> {
  const { looking, at, signal } = how;
  const live = foldArrays((await jobs.list({ machine, ended: false, signal })).map(clipped));
  const ids = unitsById(live);
  const findIn = (units: ReadonlyMap<string, readonly Unit[]>, one: Tracked): Unit | undefined =>
    findSame(one.job, units.get(one.job.id));
  const open = book.tracked.filter((one) => one.job.machine === machine && isOpen(one));
  const missing = open.filter((one) => findIn(ids, one) === undefined);
  const hasArray = open.some(({ job, tasks }) => tasks.length > 0 || job.tasks !== null);
  if (!looking && missing.length === 0 && !hasArray) {
    return { at, live, ended: null, shown: new Map() };
  }
  const since = Math.min(at - day, ...missing.map(({ lastAt }) => lastAt)) - hour;
  const listed = await jobs.list({ machine, ended: true, since, signal });
  const ended = foldArrays(listed.map(clipped));
  const told = unitsById(ended);
  const untold: Tracked[] = [];
  const whole: Tracked[] = [];
  for (const one of open) {
    const unit = findIn(ids, one) ?? findIn(told, one);
    if (unit === undefined) untold.push(one);
    // Lists of some APIs have an array without its tasks.
    else if (unit.job.tasks !== null && unit.tasks.length === 0) whole.push(one);
  }
  const shown = await showEach(jobs, book, [...inTurn(book, untold), ...inTurn(book, whole)], how);
  return { at, live, ended, shown };
}

/** Those that waited the longest come first, so that each has its turn. */
const inTurn = ({ shownAt }: Book, all: readonly Tracked[]): Tracked[] =>
  [...all].sort((a, b) => (shownAt.get(a.id) ?? 0) - (shownAt.get(b.id) ?? 0));

/** Asks for some jobs one by one. One that is refused is left out: what the lists told of the others stays true. */
async function showEach(
  jobs: JobOperations,
  book: Book,
  wanted: readonly Tracked[],
  { at, signal }: How,
): Promise<Map<string, readonly Unit[]>> {
  const shown = new Map<string, readonly Unit[]>();
  const { shownAt } = book;
  const followed = new Set(book.tracked.filter(isOpen).map(({ id }) => id));
  for (const id of shownAt.keys()) if (!followed.has(id)) shownAt.delete(id);
  for (const one of wanted.slice(0, mostShown)) {
    const { id, machine } = one.job;
    shownAt.set(one.id, at);
    try {
      const own = await jobs.show({ machine, id, signal });
      shown.set(id, foldArrays(own.map(clipped)));
    } catch (cause) {
      if (!(cause instanceof AppError) || signal.aborted) throw cause;
      if (!isOfOne(cause)) break;
    }
  }
  return shown;
}

/** Whether a failure says something about the one job that was asked for, not about all requests. */
function isOfOne({ code, details }: AppError): boolean {
  const { status } = details;
  if (status === 401 || status === 429 || status === 503) return false;
  return /^(?:http|answer)-/.test(code) || code === 'ssh-command-failed';
}
