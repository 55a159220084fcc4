import { AppError } from '../../../preload/contract/errors.ts';
import type {
  CallInput,
  CallOutput,
  Handlers,
  ParsedInput,
} from '../../../preload/contract/index.ts';
import {
  type JobSubmission,
  longestScript,
  type SentSubmission,
} from '../../../preload/contract/work/jobs.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Links } from '../../systems/links/index.ts';
import type { ComputeApis } from '../apis.ts';
import type { ApiRequest, ComputeApi, JobOperations } from '../operations/types.ts';
import { type Book, newTracked } from './book.ts';
import { cancelEach } from './cancel.ts';
import { draftCalls } from './drafts.ts';
import type { KeptOutputs } from './kept-outputs.ts';
import { type createOutputFinder, pieceOf, readOutput } from './output.ts';
import { projectsOf, queuesOf } from './projects.ts';
import type { JobStore } from './store.ts';
import { completed, markerOf, unsentLines } from './submissions.ts';
import { missing, type SystemJobs } from './system-jobs.ts';
import { clipped, findSame, foldArrays, hasEnded } from './units.ts';
import { detailOf, type Found, findJob, findTask, sentOf, trackedKey } from './view.ts';

export interface CallDeps {
  readonly apis: Pick<ComputeApis, 'of' | 'retry'>;
  readonly links: Pick<Links, 'to'>;
  readonly policy: Pick<Policy, 'requireOpen'>;
  readonly store: JobStore;
  readonly database: Pick<Database, 'runAll'>;
  readonly now: () => number;
  readonly keptOutputs: Pick<KeptOutputs, 'read'>;
  readonly findOutput: ReturnType<typeof createOutputFinder>;
  /** Returns a system's jobs, once the stored ones are loaded. @throws AppError `no-system` */
  open(systemId: string): Promise<SystemJobs>;
  refresh(systemId: string): Promise<void>;
  /** Call when there may be something new to follow. */
  follow(systemId: string): void;
}

/** Submissions of the same script within this time are asked about, ms. */
const sameWithin = 60_000;

/** Maps the contract's calls to operations. */
export function jobCalls(deps: CallDeps): Handlers<'jobs'> {
  const { apis, store, database, now } = deps;

  function apiOf(systemId: string) {
    const api = apis.of(systemId);
    if (api === null || api.jobs === null) throw missing('compute-api');
    return { ...api, jobs: api.jobs };
  }
  async function find(systemId: string, key: string): Promise<[SystemJobs, Found]> {
    const jobs = await deps.open(systemId);
    const found = findJob(jobs.book, key);
    if (found === null) throw missing('job');
    return [jobs, found];
  }
  async function submissionOf(systemId: string, id: string) {
    const jobs = await deps.open(systemId);
    const one = jobs.book.submissions.get(id);
    if (one === undefined) throw missing('job-submission');
    return { jobs, one };
  }

  return {
    snapshot: async ({ systemId }) => (await deps.open(systemId)).snapshot(),
    async look({ systemId }) {
      const jobs = await deps.open(systemId);
      const wasLooked = jobs.isLooked();
      jobs.look();
      if (!wasLooked && apis.of(systemId) !== null) await deps.refresh(systemId);
    },
    async refresh({ systemId }) {
      apis.retry(systemId);
      await deps.refresh(systemId);
    },
    show: (asked) => showJob(deps, asked.systemId, asked.key, find),
    async output(asked) {
      const { book } = await deps.open(asked.systemId);
      const found = findTask(book, asked.key) ?? findJob(book, asked.key);
      if (found === null) throw missing('job');
      return outputOf(deps, apiOf(asked.systemId), found, asked);
    },
    preview: (asked) => previewJob(deps, asked, apiOf(asked.systemId)),
    submit: (asked) => submitJob(deps, asked),
    async search({ systemId, id }) {
      await submissionOf(systemId, id);
      await deps.refresh(systemId);
      const { jobs, one } = await submissionOf(systemId, id);
      return sentOf(jobs.book, one);
    },
    async drop({ systemId, id }) {
      const { jobs, one } = await submissionOf(systemId, id);
      if (one.state !== 'not-known' && one.state !== 'not-tellable') return;
      const dropped = { ...one, state: 'dropped' } as const;
      await database.runAll([store.savingSubmission(dropped)]);
      jobs.book.submissions.set(id, dropped);
      jobs.changed([]);
    },
    projects: ({ systemId, machine }) => projectsOf(apiOf(systemId), machine),
    queues: ({ systemId, machine }) => queuesOf(apiOf(systemId), machine),
    ...draftCalls(deps),
    submitted: async ({ systemId, id }) => (await submissionOf(systemId, id)).one.what,
    async cancel({ systemId, keys }) {
      const { jobs: operations } = apiOf(systemId);
      const { book } = await deps.open(systemId);
      const results = await cancelEach(operations, book, keys);
      await deps.refresh(systemId);
      return results;
    },
    async follow({ systemId, key, on }) {
      const [jobs, found] = await find(systemId, key);
      const one = found.tracked ?? newTracked(systemId, jobs.nextId(), found.unit, now());
      if (found.tracked === null && !on) return;
      one.followed = on;
      if (found.tracked === null) jobs.book.tracked.push(one);
      await database.runAll([store.saving(one)]);
      jobs.changed(null);
      deps.follow(systemId);
    },
    async wish({ systemId, key, wishes }) {
      const [jobs, { tracked }] = await find(systemId, key);
      if (tracked === null) throw missing('job');
      tracked.wishes = wishes;
      await database.runAll([store.saving(tracked)]);
      jobs.changed([key]);
    },
    async markSeen({ systemId, keys }) {
      const jobs = await deps.open(systemId);
      const wanted = keys === null ? null : new Set(keys);
      const unseen = jobs.book.tracked.filter(
        (one) =>
          one.endedAt !== null && !one.seen && (wanted === null || wanted.has(trackedKey(one))),
      );
      if (unseen.length === 0) return;
      for (const one of unseen) one.seen = true;
      await database.runAll(unseen.map(store.saving));
      jobs.changed(unseen.map(trackedKey));
    },
  };
}

/** Submits a job once: the same id is never sent again. @throws AppError if it was not sent */
export async function submitJob(
  { policy, open, follow }: Pick<CallDeps, 'policy' | 'open' | 'follow'>,
  { systemId, id, submission }: ParsedInput<'jobs.submit'>,
): Promise<SentSubmission> {
  policy.requireOpen('noJobSubmission');
  const jobs = await open(systemId);
  await jobs.submit(id, submission);
  follow(systemId);
  const one = jobs.book.submissions.get(id);
  if (one === undefined) throw missing('job-submission');
  return sentOf(jobs.book, one);
}

/** Reads a piece of what a job printed; where that fails, of the copy that was made when it ended. */
async function outputOf(
  { findOutput, keptOutputs }: Pick<CallDeps, 'findOutput' | 'keptOutputs'>,
  api: ComputeApi,
  { unit: { job }, tracked }: Found,
  { which, from, path }: CallInput<'jobs.output'>,
): Promise<CallOutput<'jobs.output'>> {
  try {
    const reported = which === 'error' ? job.errorPath : job.outputPath;
    const place = reported ?? path ?? (await findOutput(api, job, which));
    if (place === null) throw missing('job-output');
    const isWhole = hasEnded(job.state);
    return { ...(await readOutput(api, job.machine, place, { from, isWhole })), keptAt: null };
  } catch (cause) {
    const kept = tracked === null ? null : await keptOutputs.read(tracked, which);
    if (kept === null || !(cause instanceof AppError)) throw cause;
    const { begin } = kept;
    const piece = pieceOf(kept.path, Buffer.from(kept.text), { from, begin });
    return { ...piece, keptAt: kept.at };
  }
}

/** Shows what a submission would send: a request, or a command for ssh. */
async function previewJob(
  { links, now, open }: CallDeps,
  { systemId, id, submission: asked }: ParsedInput<'jobs.preview'>,
  api: ComputeApi & { readonly jobs: JobOperations },
): Promise<CallOutput<'jobs.preview'>> {
  const { book, complete } = await open(systemId);
  const { jobs: operations } = api;
  const submission = await complete(asked);
  const sent = completed(submission, operations);
  const marker = operations.findsMarker ? markerOf(id) : null;
  const { address, byToken } = links.to(systemId, 'webApi');
  const more = {
    folder: sent.folder,
    sameAt: lastOfSame(book, submission, now()),
    ...unsentLines(submission, api),
  };
  const request = operations.preview({ ...sent, marker });
  if ('command' in request) {
    const { host, command, input } = request;
    return { method: 'ssh', url: `${host} ${command}`, headers: {}, body: input, ...more };
  }
  const shown = await showRequest(request, address ?? '');
  return {
    ...shown,
    headers: { ...shown.headers, ...(byToken && { authorization: 'Bearer ••••••••' }) },
    ...more,
  };
}

/** Returns when the same script was last sent to the same machine, if that is not long ago. */
function lastOfSame(book: Book, { script, machine }: JobSubmission, now: number): number | null {
  const times = [...book.submissions.values()]
    .filter(({ what }) => what.script === script && what.machine === machine)
    .map(({ at }) => at)
    .filter((at) => now - at < sameWithin);
  return times.length === 0 ? null : Math.max(...times);
}

/** Asks for one job; where that fails, what is known of it stays, with the problem. */
async function showJob(
  { apis }: CallDeps,
  systemId: string,
  key: string,
  find: (systemId: string, key: string) => Promise<[SystemJobs, Found]>,
): Promise<CallOutput<'jobs.show'>> {
  const [jobs, found] = await find(systemId, key);
  const api = apis.of(systemId);
  const { job } = found.unit;
  let problem: CallOutput<'jobs.show'>['problem'] = null;
  let latest = found;
  let script: string | null = null;
  try {
    const told = (await api?.jobs?.show({ machine: job.machine, id: job.id })) ?? [];
    script = told.find((one) => one.script)?.script?.slice(0, longestScript) ?? null;
    const unit = findSame(job, foldArrays(told.map(clipped)));
    if (unit !== undefined && isStillOpen(found)) {
      latest = { ...found, unit } as Found;
    } else if (unit !== undefined) {
      latest = { ...found, unit: { ...found.unit, tasks: unit.tasks } } as Found;
    }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    problem = cause.toData();
  }
  return detailOf(jobs.book, latest, script, problem);
}

const isStillOpen = ({ tracked }: Found): boolean => tracked === null || tracked.endedAt === null;

/** Returns the request as it is sent; a form as its parts. */
async function showRequest(
  request: ApiRequest,
  address: string,
): Promise<Pick<CallOutput<'jobs.preview'>, 'method' | 'url' | 'headers' | 'body'>> {
  const { method, path, query, headers = {}, body } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const parts =
    body instanceof FormData
      ? await Promise.all(
          [...body].map(async ([name, value]) => {
            const text = typeof value === 'string' ? value : await value.text();
            return `--- ${name}\n${text}`;
          }),
        )
      : [body ?? ''];
  const type: Record<string, string> =
    body instanceof FormData ? { 'content-type': 'multipart/form-data' } : {};
  return {
    method,
    url: `${address}${path}${search}`,
    headers: { ...type, ...headers },
    body: parts.join('\n'),
  };
}
