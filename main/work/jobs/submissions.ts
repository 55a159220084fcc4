import { directiveFields, readDirectives } from '../../../common/scripts/directives.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { UnsentLines } from '../../../preload/contract/shapes.ts';
import { schedulerOf } from '../../../preload/contract/work/compute-api.ts';
import type { JobSubmission } from '../../../preload/contract/work/jobs.ts';
import type { Statement } from '../../base/storage/database.ts';
import type { ComputeApi, Job, JobOperations, Submission } from '../operations/types.ts';
import { type Book, newTracked } from './book.ts';
import type { JobStore, KeptSubmission } from './store.ts';
import type { Answered, Tracked } from './tracked.ts';

/** A gap between two searches in which a job could have come and gone, ms. */
const longestGap = 4 * 60_000;
/** A server may take this long over a submission, with some time to list it, ms. */
const settlesAfter = 10 * 60_000;

export const markerOf = (id: string): string => `compute-desk ${id}`;

export function newSubmission(
  systemId: string,
  id: string,
  what: JobSubmission,
  findsMarker: boolean,
  at: number,
): KeptSubmission {
  return {
    id,
    systemId,
    what,
    marker: findsMarker ? markerOf(id) : null,
    at,
    state: 'sending',
    jobId: null,
    problem: null,
    searches: 0,
    searchedAt: null,
  };
}

/** What is handed over, without the marker. */
type Completed = JobSubmission & Pick<Submission, 'asks'>;

/** slurmrestd does not read `#SBATCH` lines: what they say goes as fields too. Fields that were given stay. */
export function completed(
  what: JobSubmission,
  { sendsDirectives }: Pick<JobOperations, 'sendsDirectives'>,
): Completed {
  if (sendsDirectives !== true) return what;
  const said = readDirectives(what.script, 'slurm');
  return {
    ...what,
    name: what.name ?? said.name?.value ?? null,
    queue: what.queue ?? said.queue?.value ?? null,
    project: what.project ?? said.project?.value ?? null,
    nodes: what.nodes ?? said.nodes?.value ?? null,
    limitSeconds: what.limitSeconds ?? said.limitSeconds?.value ?? null,
    array: what.array ?? said.array?.value ?? null,
    folder: what.folder ?? said.folder?.value ?? null,
    asks: said.asks.filter(({ name }) => name !== 'nodes' || what.nodes === null),
  };
}

/** Lines of a script that are told not to go along, at most. */
const mostUnsent = 20;
/** Characters of such a line that are shown. */
const longestUnsent = 200;

/**
 * Returns the lines of a script whose words do not go along: those for another scheduler, and where a system gets fields
 * in their place, what no field says.
 */
export function unsentLines(
  what: JobSubmission,
  api: Pick<ComputeApi, 'family' | 'jobs'> | null,
): UnsentLines {
  if (api === null) return { unsent: [], moreUnsent: 0 };
  const { family, jobs } = api;
  const said = readDirectives(what.script, schedulerOf(family));
  const lines = new Set(said.foreign);
  if (jobs?.unsent !== undefined) {
    const sent = completed(what, jobs);
    const unsaid = directiveFields
      .filter((field) => said[field]?.value === null && sent[field] === null)
      // a range of nodes is among what else is asked for
      .filter((field) => said.asks.every(({ name }) => name !== field))
      .flatMap((field) => said[field]?.line ?? []);
    const asks = jobs.unsent({ ...sent, marker: null }).map(({ line }) => line);
    for (const line of [...said.others, ...unsaid, ...asks]) lines.add(line);
  }
  const texts = what.script.split('\n');
  const unsent = [...lines]
    .sort((a, b) => a - b)
    .slice(0, mostUnsent)
    .map((line) => ({ line, text: (texts[line - 1] ?? '').trim().slice(0, longestUnsent) }));
  return { unsent, moreUnsent: lines.size - unsent.length };
}

/** Sends a saved submission, once. Never throws: what became of it is in the result. */
export async function send(
  jobs: JobOperations,
  one: KeptSubmission,
  signal: AbortSignal,
): Promise<KeptSubmission> {
  try {
    const jobId = await jobs.submit({ ...completed(one.what, jobs), marker: one.marker }, signal);
    return { ...one, state: 'accepted', jobId };
  } catch (cause) {
    const error = cause instanceof AppError ? cause : new AppError('internal', { cause });
    const state = isRefusal(error) ? 'refused' : lostState(one);
    return { ...one, state, problem: error.toData() };
  }
}

/** Where no marker is shown, the app cannot tell a lost answer from a lost request. */
const lostState = ({ marker }: Pick<KeptSubmission, 'marker'>): KeptSubmission['state'] =>
  marker === null ? 'not-tellable' : 'not-known';

/** Failures of which the request may have arrived. */
const mayHaveArrived: ReadonlySet<string> = new Set([
  'network-timeout',
  'network-reset',
  'network-offline',
  'ssh-cut',
  'http-broken',
  'answer-encoding',
  'answer-not-json',
  'answer-shape',
  'answer-too-large',
  'cancelled',
  'internal',
]);

/** Whether it is certain that no job was made: the server said no, or nothing could be sent. */
function isRefusal({ code, details }: AppError): boolean {
  if (mayHaveArrived.has(code)) return false;
  const { status, server } = details;
  if (typeof status !== 'number') return true;
  if (status === 408) return false;
  // 500 with words of its own is how both families refuse; a gateway's 502 to 504 says nothing of the server.
  return status < 500 || status === 501 || status === 511 || (status === 500 && Boolean(server));
}

/** What was being sent when the app ended is not known: it is not sent again. */
export function afterRestart(one: KeptSubmission): KeptSubmission {
  return one.state === 'sending' ? { ...one, state: lostState(one) } : one;
}

export const isLost = ({ state }: KeptSubmission): boolean => state === 'not-known';

/** Follows the job of an accepted submission, which may not be listed yet. Returns null if it is followed already. */
export function trackSubmitted(
  book: Book,
  one: KeptSubmission,
  at: number,
  nextId: () => number,
): Tracked | null {
  const { what, jobId } = one;
  if (jobId === null) return null;
  const known = book.tracked.find(
    ({ job, endedAt }) => job.id === jobId && job.machine === what.machine && endedAt === null,
  );
  if (known !== undefined) return null;
  const unit = { job: unlisted(what, jobId), tasks: [] };
  const tracked = newTracked(book.systemId, nextId(), unit, at);
  book.tracked.push(tracked);
  return tracked;
}

const unlisted = (what: JobSubmission, id: string): Job => ({
  id,
  machine: what.machine,
  name: what.name,
  user: null,
  state: 'waiting',
  stateText: '',
  reason: null,
  queue: what.queue,
  project: what.project,
  nodes: what.nodes,
  cpus: null,
  limitSeconds: what.limitSeconds,
  elapsedSeconds: null,
  // The server's own time comes with its first answer.
  submittedAt: null,
  startedAt: null,
  endedAt: null,
  exitCode: null,
  signal: null,
  task: null,
  tasks: null,
  folder: what.folder,
  outputPath: null,
  errorPath: null,
  comment: null,
  record: null,
});

/** Searches an answer for the markers of lost submissions. Changes `book`. */
export function searchMarkers(
  book: Book,
  machine: string,
  answered: Answered,
  store: JobStore,
  nextId: () => number,
): Statement[] {
  const lost = [...book.submissions.values()].filter(
    (one) => isLost(one) && one.what.machine === machine,
  );
  return lost.flatMap((one) => {
    const units = [...answered.live, ...(answered.ended ?? [])];
    const found = units.find(({ job, tasks }) =>
      [job, ...tasks].some(({ comment }) => comment === one.marker),
    );
    const next: KeptSubmission =
      found === undefined
        ? searched(book, one, answered.at)
        : {
            ...one,
            state: 'accepted',
            jobId: found.job.id,
            searchedAt: answered.at,
            problem: null,
          };
    book.submissions.set(one.id, next);
    const tracked = found && trackSubmitted(book, next, answered.at, nextId);
    return [store.savingSubmission(next), ...(tracked ? [store.saving(tracked)] : [])];
  });
}

function searched({ gappy }: Book, one: KeptSubmission, at: number): KeptSubmission {
  if (at - (one.searchedAt ?? one.at) > longestGap) gappy.add(one.id);
  const isAbsent = at - one.at >= settlesAfter && !gappy.has(one.id);
  return {
    ...one,
    searches: one.searches + 1,
    searchedAt: at,
    ...(isAbsent && { state: 'absent' as const }),
  };
}
