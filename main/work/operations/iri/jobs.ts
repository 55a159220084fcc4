import { createHash } from 'node:crypto';
import { AppError } from '../../../../preload/contract/errors.ts';
import { readRefusal } from '../../../base/network/refusal/index.ts';
import { markedName, readMarkedName } from '../marked-name.ts';
import type {
  ApiAnswer,
  ApiRequest,
  Cancelled,
  Job,
  JobOperations,
  JobState,
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
  wrongShape,
} from '../values.ts';
import { iriFields } from './asks.ts';
import { programFor, scriptIn } from './program.ts';
import type { Resources } from './resources.ts';
import type { IriVersion } from './types.ts';

const states: Readonly<Record<string, JobState>> = {
  new: 'waiting',
  queued: 'waiting',
  held: 'held',
  active: 'running',
  completed: 'done',
  failed: 'failed',
  canceled: 'cancelled',
};
const pageSize = 1000;
/** Pages of a list that are asked for, at most. */
const mostPages = 20;

export function createIriJobs(
  send: Send,
  version: IriVersion,
  resources: Resources,
): JobOperations {
  const path = (what: string, id: string, job = ''): string =>
    `/api/${version}/compute/${what}/${pathPart(id)}${job && `/${pathPart(job)}`}`;
  const request = (submission: Submission, id: string): ApiRequest => ({
    method: 'POST',
    path: path('job', id),
    headers: {
      'content-type': 'application/json',
      ...(version === 'v2' &&
        submission.marker !== null && { 'idempotency-key': keyOf(submission.marker) }),
    },
    body: JSON.stringify(specOf(submission)),
    reads: false,
  });
  return {
    historyMs: null,
    findsMarker: true,
    sendsDirectives: true,
    unsent: (submission) => iriFields(submission).unsent,
    // It has no word for whose jobs they are: those of whoever asks.
    listsOnlyOwn: true,
    async list({ machine, ended, signal }) {
      const id = await resources.idOf(machine, signal);
      const all: Job[] = [];
      for (let page = 0; page < mostPages; page += 1) {
        const query = {
          offset: String(page * pageSize),
          limit: String(pageSize),
          historical: String(ended),
          include_spec: 'true',
        };
        // It reads, whatever its method says.
        const answer = await send(
          {
            method: 'POST',
            path: path('status', id),
            query,
            headers: { 'content-type': 'application/json' },
            body: '{}',
            reads: true,
          },
          signal,
        );
        const records = jsonOf(answer);
        if (!Array.isArray(records)) throw wrongShape(answer, typeof records);
        all.push(...records.filter(isRecord).map((record) => readJob(record, machine)));
        if (records.length < pageSize) break;
      }
      return all.filter(({ state }) => isSettled(state) === ended);
    },
    async show({ machine, id, signal }) {
      const resource = await resources.idOf(machine, signal);
      const answer = await send(
        {
          method: 'GET',
          path: path('status', resource, id),
          query: { historical: 'true', include_spec: 'true' },
          reads: true,
        },
        signal,
      );
      if (answer.status === 404) return [];
      return [readJob(recordIn(answer), machine)];
    },
    preview: (submission) => request(submission, submission.machine),
    async submit(submission, signal) {
      const sent = request(submission, await resources.idOf(submission.machine, signal));
      const first = await send(sent, signal);
      // A server that keeps no keys says so before it does anything.
      const isKeyless = first.status === 501 && sent.headers?.['idempotency-key'] !== undefined;
      const { 'idempotency-key': _key, ...headers } = sent.headers ?? {};
      const answer = isKeyless ? await send({ ...sent, headers }, signal) : first;
      const id = readText(recordIn(answer).id);
      if (id === null) throw wrongShape(answer, 'no job id');
      return id;
    },
    async cancel(machine, ids) {
      const resource = await resources.idOf(machine);
      const done: Cancelled[] = [];
      for (const id of ids) {
        const answer = await send({
          method: 'DELETE',
          path: path('cancel', resource, id),
          reads: false,
        });
        const accepted = answer.status < 300;
        done.push({ id, accepted, words: accepted ? '' : readRefusal(answer).words.text });
      }
      return done;
    },
  };
}

function recordIn(answer: ApiAnswer): JsonRecord {
  const value = jsonOf(answer);
  if (!isRecord(value)) throw wrongShape(answer, typeof value);
  return value;
}

/** The key has to be a UUID: made of the marker, so that it is the same one after a restart. */
function keyOf(marker: string): string {
  const hex = createHash('sha256').update(marker).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** @throws AppError `submission-unsupported` */
function specOf(submission: Submission): JsonRecord {
  const { script, name, queue, project, nodes, limitSeconds, array, folder, marker } = submission;
  if (array !== null) {
    throw new AppError('submission-unsupported', { details: { what: `--array ${array}` } });
  }
  const sentName = markedName(name, marker);
  const asked = iriFields(submission);
  const resources = { ...(nodes === null ? {} : { node_count: nodes }), ...asked.resources };
  const attributes = {
    ...(limitSeconds === null ? {} : { duration: Math.max(1, Math.round(limitSeconds)) }),
    ...(queue === null ? {} : { queue_name: queue }),
    ...(project === null ? {} : { account: project }),
    ...asked.attributes,
  };
  return {
    ...programFor(script),
    ...(sentName === null ? {} : { name: sentName }),
    ...(folder === null ? {} : { directory: folder }),
    ...asked.job,
    ...(Object.keys(resources).length === 0 ? {} : { resources }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
}

function readJob(record: JsonRecord, machine: string): Job {
  const status = isRecord(record.status) ? record.status : {};
  const spec = isRecord(record.job_spec) ? record.job_spec : {};
  const attributes = isRecord(spec.attributes) ? spec.attributes : {};
  const resources = isRecord(spec.resources) ? spec.resources : {};
  const stateText = readText(status.state) ?? '';
  const state = states[stateText] ?? 'unknown';
  // The time at which it came into its state.
  const since = readTime(status.time);
  return {
    id: readText(record.id) ?? '',
    machine,
    ...readMarkedName(readText(spec.name)),
    user: null,
    state,
    stateText,
    reason: readText(status.message),
    queue: readText(attributes.queue_name),
    project: readText(attributes.account),
    nodes: readNumber(resources.node_count),
    cpus: null,
    limitSeconds: readNumber(attributes.duration),
    elapsedSeconds: null,
    // A job that was held, or waits again, came into its state later than it was submitted.
    submittedAt: null,
    startedAt: state === 'running' ? since : null,
    endedAt: isSettled(state) ? since : null,
    exitCode: isSettled(state) ? readNumber(status.exit_code) : null,
    signal: null,
    task: null,
    tasks: null,
    folder: readText(spec.directory),
    outputPath: readText(spec.stdout_path),
    errorPath: readText(spec.stderr_path),
    script: scriptIn(spec),
    record: { ...record },
  };
}
