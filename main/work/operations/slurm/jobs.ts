import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { readRefusal, refusalError } from '../../../base/network/refusal/index.ts';
import { parseLists } from '../large.ts';
import type {
  ApiAnswer,
  ApiRequest,
  Cancelled,
  Job,
  JobOperations,
  Project,
  Send,
  Submission,
} from '../types.ts';
import {
  isRecord,
  isSettled,
  type JsonRecord,
  notAnId,
  parseBody,
  readEach,
  readNumber,
  readText,
  requireFolder,
  wrongShape,
} from '../values.ts';
import { slurmFields } from './asks.ts';
import { createRemembered, isOf } from './remembered.ts';
import type { SlurmOptions } from './types.ts';
import { readJob } from './values.ts';

/** Bytes of a list: ten thousand jobs, of which Slurm tells a hundred fields each. */
const largestList = 48 * 1024 * 1024;
const longestRefusal = 1024 * 1024;
/** An id of one job or task: `12`, `12_3`. */
const idShape = /^\d{1,10}(_\d{1,10})?$/;

export function createSlurmJobs(send: Send, options: SlurmOptions): JobOperations {
  const { version, accounting, cluster, user } = options;
  const read = async (path: string, signal?: AbortSignal, query?: ApiRequest['query']) => {
    const answer = await send(
      {
        method: 'GET',
        path,
        reads: true,
        maxBytes: largestList,
        ...(query === undefined ? {} : { query }),
      },
      signal,
    );
    return readJobs(answer, cluster);
  };
  const remembered = createRemembered(user);
  const request = (submission: Submission): ApiRequest => ({
    method: 'POST',
    path: `/slurm/${version}/job/submit`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(submitBody(submission, version)),
    reads: false,
  });
  return {
    historyMs: null,
    findsMarker: true,
    sendsDirectives: true,
    needsFolder: true,
    unsent: (submission) => slurmFields(submission, minorOf(version)).unsent,
    listsOnlyOwn: false,
    async list({ ended: wantsEnded, since, signal }) {
      if (wantsEnded && accounting) {
        const query: Record<string, string> = {};
        // All but v0.0.42 take seconds since 1970 only with this word before them.
        if (since !== undefined) query.start_time = `uts${Math.floor(since / 1000)}`;
        if (user !== null && !isOld(version)) query.users = user;
        const jobs = await read(`/slurmdb/${version}/jobs`, signal, query);
        return remembered.with(
          jobs.filter((job) => isSettled(job.state) && isOf(user, job)),
          () => read(`/slurm/${version}/jobs`, signal),
        );
      }
      // Without accounting, those that slurmctld still remembers (MinJobAge, five minutes by default).
      const jobs = await read(`/slurm/${version}/jobs`, signal);
      remembered.keep(jobs);
      return jobs.filter(({ state }) => isSettled(state) === wantsEnded);
    },
    async show({ id, signal }) {
      if (!idShape.test(id)) return [];
      const own = async (path: string): Promise<Job[]> => {
        try {
          return await read(path, signal);
        } catch (error) {
          if (isUnknown(error)) return [];
          throw error;
        }
      };
      const [array = ''] = id.split('_');
      const now = await own(`/slurm/${version}/job/${array}`);
      const jobs =
        now.length > 0 || !accounting ? now : await own(`/slurmdb/${version}/job/${array}`);
      return latestFirst(id === array ? jobs : jobs.filter((job) => job.id === id));
    },
    preview: request,
    async submit(submission, signal) {
      const answer = await send(request(submission), signal);
      // Of a job that was made, Slurm 22.05 tells as an error that it is held.
      const made = answer.status < 400 ? idOf(parseBody(answer)) : null;
      const id = made ?? idOf(readBody(answer));
      if (id === null) throw wrongShape(answer, 'no job id');
      return id;
    },
    async cancel(_machine, ids) {
      const done: Cancelled[] = [];
      for (const id of ids) {
        if (!idShape.test(id)) throw notAnId(cluster, id);
        const path = `/slurm/${version}/job/${id}`;
        const answer = await send({ method: 'DELETE', path, reads: false });
        const error =
          errorOf(answer) ?? (answer.status < 400 ? await errorBehind(path, answer) : null);
        const accepted = answer.status < 400 && error === null;
        done.push({ id, accepted, words: error?.words ?? '' });
      }
      return done;
    },
  };

  /** Slurm 24.11 answers 200 and no error whatever became of it: what it says of each job since v0.0.42, else the job. */
  async function errorBehind(path: string, cancelled: ApiAnswer): Promise<SlurmError | null> {
    const { status } = readBody(cancelled);
    if (Array.isArray(status)) return errorOfEach(status);
    if (!silentVersions.includes(version)) return null;
    const answer = await send({ method: 'GET', path, reads: true });
    return answer.status === 404 ? errorOf(answer) : null;
  }
}

/** Interfaces before that of v0.0.39: other fields at a submission, and jobs of accounting by no user's name. */
const isOld = (version: string): boolean => minorOf(version) <= 38;
const minorOf = (version: string): number => Number(version.split('.').at(-1));

/** An id is used again by and by, and accounting tells all jobs that had it. */
const latestFirst = (jobs: readonly Job[]): Job[] =>
  jobs.toSorted((a, b) => (b.submittedAt ?? 0) - (a.submittedAt ?? 0));

/** Interfaces of 24.11 that do not say whether a job was cancelled. */
const silentVersions: readonly string[] = ['v0.0.40', 'v0.0.41'];

/** What went wrong with a job and all its tasks; null if one of them was cancelled. */
function errorOfEach(all: readonly Json[]): SlurmError | null {
  const errors = all.map((one) => (isRecord(one) && isRecord(one.error) ? one.error : {}));
  const real = errors.filter(({ code }) => (readNumber(code) ?? 0) !== 0);
  const [first] = real;
  if (first === undefined || real.length < all.length) return null;
  const words = real.map((error) => readText(error.message) ?? readText(error.string) ?? '');
  return { number: readNumber(first.code), words: [...new Set(words)].join('; ') };
}

/**
 * The description of a job. What the script's directives say is repeated as fields: slurmrestd does not read them.
 * An environment is required; its shape changed with v0.0.39.
 */
function submitBody(submission: Submission, version: string): Json {
  const { script, name, queue, project, nodes, limitSeconds, array, marker } = submission;
  const path = '/usr/local/bin:/usr/bin:/bin';
  const old = isOld(version);
  const minutes = limitSeconds === null ? null : Math.max(1, Math.ceil(limitSeconds / 60));
  return {
    script,
    job: {
      environment: old ? { PATH: path } : [`PATH=${path}`],
      current_working_directory: requireFolder(submission),
      ...(name === null ? {} : { name }),
      ...(queue === null ? {} : { partition: queue }),
      ...(project === null ? {} : { account: project }),
      ...(nodes === null
        ? {}
        : old
          ? { nodes: [nodes] }
          : { minimum_nodes: nodes, maximum_nodes: nodes }),
      ...(minutes === null
        ? {}
        : { time_limit: old ? minutes : { set: true, infinite: false, number: minutes } }),
      ...(array === null ? {} : { array }),
      ...(marker === null ? {} : { comment: marker }),
      ...slurmFields(submission, minorOf(version)).fields,
    },
  };
}

/** Returns the accounts that the accounting database lets a user charge. */
export async function readAccounts(send: Send, version: string, user: string): Promise<Project[]> {
  const path = `/slurmdb/${version}/associations`;
  const answer = await send({ method: 'GET', path, query: { user }, reads: true });
  const { associations } = readBody(answer);
  if (!Array.isArray(associations)) throw wrongShape(answer, typeof associations);
  const names = associations.flatMap((one) =>
    isRecord(one) && (one.user ?? user) === user ? (readText(one.account) ?? []) : [],
  );
  return [...new Set(names)].map((name) => ({ name, title: null, allocations: [] }));
}

/** Returns the id of a job that was made; null: none was. */
function idOf(value: Json): string | null {
  if (!isRecord(value)) return null;
  const { job_id: id, result } = value;
  const told = readText(id) ?? (isRecord(result) ? readText(result.job_id) : null);
  return told === '0' ? null : told;
}

async function readJobs(answer: ApiAnswer, cluster: string): Promise<Job[]> {
  const { jobs } =
    answer.status >= 400 ? readBody(answer) : recordOf(answer, await parseLists(answer));
  if (!Array.isArray(jobs)) throw wrongShape(answer, typeof jobs);
  return readEach(jobs, (record) => readJob(record, cluster));
}

/** @throws AppError with Slurm's own words */
export function readBody(answer: ApiAnswer): JsonRecord {
  if (answer.status >= 400) throw refusalBy(answer, errorOf(answer));
  return recordOf(answer, parseBody(answer));
}

/** @throws AppError with Slurm's own words, which stand in `errors` with any status, 200 too */
function recordOf(answer: ApiAnswer, value: Json): JsonRecord {
  const error = errorIn(value);
  if (error !== null) throw refusalBy(answer, error);
  if (!isRecord(value)) throw wrongShape(answer, typeof value);
  return value;
}

const refusalBy = (answer: ApiAnswer, error: SlurmError | null): AppError =>
  refusalError(readRefusal(answer), {
    ...(error === null ? {} : { details: { server: error.words } }),
    ...(error?.number === unknownJob ? { code: 'http-not-found' } : {}),
    ...(isOfConnection(error?.number) ? { code: 'network-timeout' } : {}),
  });

/** `ESLURM_INVALID_JOB_ID`: 22.05 sends it with the status 500. */
const unknownJob = 2017;

/**
 * slurmrestd lost its own connection to the controller (slurm_errno.h: 1001 to 1004 and 5000 to 5999, such as 5004,
 * `Socket timed out on send/recv operation`): a job may have been made all the same.
 */
const isOfConnection = (number: number | null | undefined): boolean =>
  typeof number === 'number' &&
  ((number >= 1001 && number <= 1004) || (number >= 5000 && number <= 5999));

/** Returns what Slurm says went wrong, or null. */
export function errorOfSlurm(
  answer: ApiAnswer,
): { readonly isUnknownJob: boolean; readonly words: string } | null {
  const error = errorOf(answer);
  return error && { isUnknownJob: error.number === unknownJob, words: error.words };
}

interface SlurmError {
  readonly number: number | null;
  readonly words: string;
}

/** Returns null for a refusal that is not Slurm's: no JSON, or as long as none is. */
function errorOf(answer: ApiAnswer): SlurmError | null {
  const isRefused = answer.status >= 400;
  if (isRefused && answer.body.length > longestRefusal) return null;
  try {
    return errorIn(parseBody(answer));
  } catch (error) {
    if (error instanceof AppError && isRefused) return null;
    throw error;
  }
}

/** Reads `{ errors: [{ error, error_number, description }] }`; an entry with the number 0 and no text is none. */
function errorIn(value: Json): SlurmError | null {
  const errors =
    isRecord(value) && Array.isArray(value.errors) ? value.errors.filter(isRecord) : [];
  const all = errors.map((one) => ({
    number: readNumber(one.error_number ?? one.error_code),
    words: readText(one.description) ?? readText(one.error) ?? '',
  }));
  const real = all.filter(({ number, words }) => (number ?? 0) !== 0 || words !== '');
  const [first] = real;
  return first === undefined
    ? null
    : { number: first.number, words: real.map(({ words }) => words).join('; ') };
}

const isUnknown = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'http-not-found';
