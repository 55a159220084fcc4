import { AppError } from '../../../../preload/contract/errors.ts';
import { readRefusal } from '../../../base/network/refusal/index.ts';
import { markedName, readMarkedName } from '../marked-name.ts';
import { stateOfSlurm } from '../slurm/values.ts';
import type {
  ApiAnswer,
  ApiRequest,
  Cancelled,
  Job,
  JobOperations,
  Send,
  Submission,
} from '../types.ts';
import {
  isRecord,
  isSettled,
  type JsonRecord,
  jsonOf,
  pathPart,
  readNumber,
  readText,
  readTime,
  requireFolder,
  wrongShape,
} from '../values.ts';
import { scriptWith } from './script.ts';
import type { FirecrestOptions } from './types.ts';

const hour = 3_600_000;
/** From 2.5.7 on a day of history is answered unless more is asked for; before, always a week. */
const windows = [
  ['1h', hour],
  ['8h', 8 * hour],
  ['24h', 24 * hour],
  ['3d', 72 * hour],
  ['7d', 168 * hour],
] as const;
const historyMs = 168 * hour;
/** What the description demands of a job's id in a path. */
const askable = /^[a-zA-Z0-9]+$/;

export const jobsPath = (machine: string, more = ''): string =>
  `/compute/${pathPart(machine)}/jobs${more}`;

export function createFirecrestJobs(send: Send, { user }: FirecrestOptions): JobOperations {
  const read = async (
    machine: string,
    more: string,
    signal?: AbortSignal,
    query?: ApiRequest['query'],
  ): Promise<{ answer: ApiAnswer; records: JsonRecord[] }> => {
    const answer = await send(
      {
        method: 'GET',
        path: jobsPath(machine, more),
        reads: true,
        ...(query === undefined ? {} : { query }),
      },
      signal,
    );
    return { answer, records: answer.status === 404 && more !== '' ? [] : recordsIn(answer) };
  };
  const request = (submission: Submission): ApiRequest => {
    const { machine, script, name, queue, project, marker } = submission;
    const sentName = markedName(name, marker);
    return {
      method: 'POST',
      path: jobsPath(machine),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        job: {
          script: scriptWith(script, submission),
          workingDirectory: requireFolder(submission),
          ...(sentName === null ? {} : { name: sentName }),
          ...(queue === null ? {} : { partition: queue }),
          ...(project === null ? {} : { account: project }),
        },
      }),
      reads: false,
    };
  };
  return {
    historyMs,
    findsMarker: true,
    sendsDirectives: true,
    needsFolder: true,
    listsOnlyOwn: user === null,
    async list({ machine, ended, since, signal }) {
      const query: Record<string, string> = {};
      // Those of others are asked for only where they can be told from own ones.
      if (user !== null && !ended) query.allusers = 'true';
      if (ended) query.time_window = windowOf(since);
      const { records } = await read(machine, '', signal, query);
      const jobs = records.map((record) => readJob(record, machine));
      return jobs.filter(({ state }) => isSettled(state) === ended);
    },
    async show({ machine, id, signal }) {
      const [array = ''] = id.split('_');
      if (!askable.test(array)) return [];
      const { records } = await read(machine, `/${array}`, signal);
      if (records.length === 0) return [];
      const metadata = await metadataOf((more) => read(machine, more, signal), array);
      const jobs = records.map((record) => {
        const job = readJob(record, machine);
        return { ...job, ...(metadata.get(job.id) ?? metadata.get(array)) };
      });
      return id === array ? jobs : jobs.filter((job) => job.id === id);
    },
    preview: request,
    async submit(submission, signal) {
      const answer = await send(request(submission), signal);
      const value = jsonOf(answer);
      const id = isRecord(value) ? readText(value.jobId) : null;
      if (id === null) throw wrongShape(answer, 'no job id');
      return id;
    },
    async cancel(machine, ids) {
      const done: Cancelled[] = [];
      for (const id of ids) {
        const path = jobsPath(machine, `/${pathPart(id)}`);
        const answer = await send({ method: 'DELETE', path, reads: false });
        const accepted = answer.status < 300;
        done.push({ id, accepted, words: accepted ? '' : readRefusal(answer).words.text });
      }
      return done;
    },
  };
}

function windowOf(since: number | undefined): string {
  const age = since === undefined ? historyMs : Date.now() - since;
  return (windows.find(([, ms]) => ms >= age) ?? windows[4])[0];
}

function recordsIn(answer: ApiAnswer): JsonRecord[] {
  const value = jsonOf(answer);
  if (!isRecord(value)) throw wrongShape(answer, typeof value);
  const { jobs } = value;
  if (jobs === null || jobs === undefined) return [];
  if (!Array.isArray(jobs)) throw wrongShape(answer, typeof jobs);
  return jobs.filter(isRecord);
}

/** Where jobs write, and what they run, which only their metadata tell. A job is shown without them too. */
async function metadataOf(
  read: (more: string) => Promise<{ records: JsonRecord[] }>,
  id: string,
): Promise<Map<string, Pick<Job, 'outputPath' | 'errorPath' | 'script'>>> {
  try {
    const { records } = await read(`/${id}/metadata`);
    return new Map(
      records.map((record) => [
        readText(record.jobId) ?? '',
        {
          outputPath: readText(record.standardOutput),
          errorPath: readText(record.standardError),
          script: typeof record.script === 'string' ? record.script : null,
        },
      ]),
    );
  } catch (cause) {
    if (!(cause instanceof AppError) || !/^(http|answer)-/.test(cause.code)) throw cause;
    return new Map();
  }
}

export function readJob(record: JsonRecord, machine: string): Job {
  const status = isRecord(record.status) ? record.status : {};
  const time = isRecord(record.time) ? record.time : {};
  const stateText = readText(status.state) ?? '';
  const reason = readText(status.stateReason);
  const state = stateOfSlurm(stateText.split(','), reason);
  const hasEnded = isSettled(state);
  const hasStarted = !['waiting', 'held'].includes(state);
  const id = readText(record.jobId) ?? '';
  const [array = '', task = ''] = id.split('_');
  const signal = readNumber(status.interruptSignal);
  return {
    id,
    machine,
    ...readMarkedName(readText(record.name)),
    user: readText(record.user),
    state,
    stateText,
    reason,
    queue: readText(record.partition),
    project: readText(record.account),
    nodes: readNumber(record.allocationNodes),
    cpus: null,
    limitSeconds: readNumber(time.limit),
    elapsedSeconds: readNumber(time.elapsed),
    submittedAt: null,
    startedAt: hasStarted ? readTime(time.start) : null,
    endedAt: hasEnded ? readTime(time.end) : null,
    exitCode: hasEnded ? readNumber(status.exitCode) : null,
    signal: hasEnded && signal !== 0 ? signal : null,
    task: /^\d{1,9}$/.test(task) ? { array, number: Number(task) } : null,
    tasks: null,
    folder: readText(record.workingDirectory),
    outputPath: null,
    errorPath: null,
    record: { ...record },
  };
}
