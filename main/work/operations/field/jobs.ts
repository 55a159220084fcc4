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
  JobState,
  Send,
  Submission,
} from '../types.ts';
import {
  isRecord,
  type JsonRecord,
  jsonOf,
  notAnId,
  parseBody,
  pathPart,
  readCount,
  readEach,
  readNumber,
  readSeconds,
  readText,
  readTime,
  requireSuccess,
  textOf,
  wrongShape,
} from '../values.ts';

/** Submitting may take 300 s (shared/openapi, "The field's own Web API"). */
const submitTimeoutMs = 330_000;

const states: Readonly<Record<string, JobState>> = {
  ACC: 'waiting',
  QUE: 'waiting',
  HLD: 'held',
  RNA: 'starting',
  RNP: 'starting',
  RUN: 'running',
  RNE: 'ending',
  RNO: 'ending',
  RJT: 'failed',
  ERR: 'failed',
  CCL: 'cancelled',
};
/** PJM's code of a job that reached its time limit. */
const limitCode = '11';
/** An id of one job, task or step: `12`, `12[3]`, `12_3`. What looks like a range would cancel several. */
const idShape = /^\d{1,18}(?:\[\d{1,9}\]|_\d{1,9})?$/;
/** Bytes of a list: twenty thousand jobs. */
const largestList = 32 * 1024 * 1024;

export function createFieldJobs(send: Send): JobOperations {
  const queue = (machine: string, more = ''): string => `/queue/${pathPart(machine)}${more}`;
  const jobPath = (machine: string, id: string): string =>
    queue(machine, `/${encodeURIComponent(id)}`);
  return {
    historyMs: 24 * 3_600_000,
    findsMarker: false,
    listsOnlyOwn: false,
    async list({ machine, ended, signal }) {
      const path = queue(machine, ended ? '/sacct' : '');
      const answer = await send(
        { method: 'GET', path, reads: true, maxBytes: largestList },
        signal,
      );
      return readJobs(answer, machine);
    },
    async show({ machine, id, signal }) {
      if (!idShape.test(id)) return [];
      const answer = await send(
        { method: 'GET', path: jobPath(machine, arrayOf(id)), reads: true },
        signal,
      );
      if (isUnknown(answer)) return [];
      const jobs = await readJobs(answer, machine);
      return id === arrayOf(id) ? jobs : jobs.filter((job) => job.id === id);
    },
    preview: (submission) => submitRequest(submission, queue(submission.machine)),
    async submit(submission, signal) {
      const answer = await send(submitRequest(submission, queue(submission.machine)), signal);
      const output = outputOf(jsonOf(answer), answer);
      const id = typeof output === 'string' ? /\bJob (\d+)/i.exec(output)?.[1] : undefined;
      if (id === undefined) throw wrongShape(answer, 'no job id');
      return id;
    },
    async cancel(machine, ids) {
      const done: Cancelled[] = [];
      for (const id of ids) {
        if (!idShape.test(id)) throw notAnId(machine, id);
        const answer = await send({ method: 'DELETE', path: jobPath(machine, id), reads: false });
        done.push(readCancelled(id, answer));
      }
      return done;
    },
  };
}

/** `1394531[0]` is a task of the array `1394531`, `1394531_0` a step of the step job. */
const arrayOf = (id: string): string => /^\d+/.exec(id)?.[0] ?? id;

function taskOf(id: string, record: JsonRecord): Job['task'] {
  const [, array, task, step] = /^(\d{1,18})(?:\[(\d{1,9})\]|_(\d{1,9}))$/.exec(id) ?? [];
  if (array === undefined) return null;
  const number = task === undefined ? record.stepno : record.bulkno;
  return { array, number: readNumber(number) ?? Number(task ?? step) };
}

/** Options go as the scheduler's own words, which need no quotes for the characters that are allowed here. */
function submitRequest(submission: Submission, path: string): ApiRequest {
  const { script, name, queue, project, nodes, limitSeconds, array } = submission;
  const resources = [
    ...(queue === null ? [] : [`rscgrp=${queue}`]),
    ...(nodes === null ? [] : [`node=${nodes}`]),
    ...(limitSeconds === null ? [] : [`elapse=${limitSeconds}`]),
  ];
  const options = [
    ...(name === null ? [] : ['-N', name]),
    ...(project === null ? [] : ['-g', project]),
    ...(resources.length === 0 ? [] : ['-L', resources.join(',')]),
    ...(array === null ? [] : ['--bulk', '--sparam', array]),
  ];
  const unsafe = options.find((option) => !/^[\w.,=:+-]+$/.test(option));
  if (unsafe !== undefined) throw new AppError('contract-invalid-input');
  const form = new FormData();
  form.set('jobscript', new Blob([script], { type: 'text/x-shellscript' }), 'job.sh');
  if (options.length > 0) form.set('qopt', options.join(' '));
  return { method: 'POST', path, body: form, reads: false, timeoutMs: submitTimeoutMs };
}

/** Reads `{ status, error, output: [job] }`; an empty queue says `No Jobs.` with the status NG. */
async function readJobs(answer: ApiAnswer, machine: string): Promise<Job[]> {
  requireSuccess(answer);
  const output = outputOf(await parseLists(answer), answer);
  if (typeof output === 'string' && /no jobs/i.test(output)) return [];
  if (!Array.isArray(output)) throw wrongShape(answer, typeof output);
  return readEach(output, (record) => readJob(record, machine));
}

/** @throws AppError where the answer says NG */
function outputOf(value: Json, answer: ApiAnswer): Json {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) throw wrongShape(answer, typeof value);
  const { status, output = null } = value;
  const isEmpty = typeof output === 'string' && /no jobs/i.test(output);
  if (status === 'NG' && !isEmpty) {
    const server = readText(value.error) ?? readText(output) ?? textOf(answer);
    throw refusalError(readRefusal(answer), { code: 'http-status', details: { server } });
  }
  return output;
}

/** A job that is gone is answered with an error of the scheduler, not with 404. */
function isUnknown(answer: ApiAnswer): boolean {
  if (answer.status === 404) return true;
  return answer.status >= 400 && /does not exist|not found|no such/i.test(textOf(answer));
}

function readCancelled(id: string, answer: ApiAnswer): Cancelled {
  if (answer.status >= 400) {
    return {
      id,
      accepted: false,
      words: readRefusal(answer).words.text,
    };
  }
  const value = parseBody(answer);
  const words = isRecord(value) ? (readText(value.output) ?? readText(value.error) ?? '') : '';
  return { id, accepted: !isRecord(value) || value.status !== 'NG', words };
}

function readJob(record: JsonRecord, machine: string): Job {
  const stateText = readText(record.status) ?? '';
  const exitCode = readNumber(record.end_code);
  const id = readText(record.jobid) ?? readText(record.jid) ?? '';
  const total = readCount(record.subjob_num);
  return {
    id,
    machine,
    name: readText(record.name),
    user: readText(record.user),
    state: stateOf(stateText, exitCode, readText(record.pjm_code)),
    stateText,
    reason: readText(record.pjm_code) === '0' ? null : readText(record.pjm_code),
    queue: readText(record.rsc_grp) ?? readText(record.queue),
    project: readText(record.group),
    nodes: readNumber(record.node_num),
    cpus: readNumber(record.cpu_num),
    limitSeconds: readSeconds(record.elapse_limit),
    elapsedSeconds: readSeconds(record.elapse),
    submittedAt: readTime(record.accept_time),
    startedAt: readTime(record.start_time),
    endedAt: readTime(record.end_time),
    exitCode,
    signal: null,
    task: taskOf(id, record),
    tasks: total === null ? null : { total, ended: readCount(record.exit_subjob_num) ?? 0 },
    folder: null,
    outputPath: null,
    errorPath: null,
    comment: null,
    record: { ...record },
  };
}

function stateOf(text: string, exitCode: number | null, code: string | null): JobState {
  if (text !== 'EXT') return states[text] ?? 'unknown';
  if (code === limitCode) return 'limit';
  return exitCode === null || exitCode === 0 ? 'done' : 'failed';
}
