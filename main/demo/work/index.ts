import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { JsonError, parseJson } from '../../../common/texts/json.ts';
import { isRecord } from '../files.ts';
import { readBody, sendJson } from '../http/server.ts';
import { longLine, runCommand } from './commands.ts';
import { absolutePath, type Home, HomeError, largestFile, openHome } from './home.ts';
import { otherJobs } from './others.ts';
import { past } from './past.ts';
import { openQueue, type Queue } from './queue.ts';
import { toArrayRecord, toRecord } from './records.ts';
import type { Planned } from './schedule.ts';
import { sendFile } from './send-file.ts';

/** Answers what the field's Web API has beyond machine states. Returns false for paths that it does not have. */
export type WorkHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<boolean>;

/** Without computing nodes. */
const noQueue = ['login-1', 'login-2', 'storage'];
const largestForm = largestFile + 1024 * 1024;

/** What is asked about the demo's machines. */
interface Machines {
  list(): readonly { readonly machine: string; readonly status: string }[];
}

interface Work {
  readonly home: Home;
  readonly queue: Queue;
  readonly now: () => number;
}

interface Call extends Work {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly machine: string;
}

/** Opens the demo's queue and home folder, stored in `folder`. */
export async function openWork(options: {
  readonly folder: string;
  readonly machines: Machines;
  readonly now?: () => number;
}): Promise<WorkHandler> {
  const { folder, machines, now = Date.now } = options;
  const home = await openHome(folder);
  const queue = await openQueue({ path: join(folder, 'jobs.json'), home, now, past });
  return async (request, response, url) => {
    const [, kind, machine = '', ...rest] = url.pathname.split('/').map(decode);
    const record = machines.list().find((one) => one.machine === machine);
    const call: Call = { home, queue, now, request, response, url, machine };
    if (kind === 'status' && rest.length === 0 && machine !== '' && request.method === 'GET') {
      if (record === undefined) fail(response, 422, `there is no machine ${machine}`);
      else sendJson(response, 200, record, { 'cache-control': 'no-store' });
      return true;
    }
    if (!['queue', 'file', 'command'].includes(kind ?? '') || machine === '') return false;
    if (record === undefined || (kind === 'queue' && noQueue.includes(machine))) {
      fail(response, 422, `there is no machine ${machine}`);
      return true;
    }
    if (record.status === 'NG') {
      fail(response, 500, `${machine} does not answer`);
      return true;
    }
    await queue.writeOutputs();
    if (kind === 'command') await answerCommand(call);
    else if (kind === 'file') await answerFile(call, absolutePath(rest.join('/'), '/'));
    else await answerQueue(call, rest);
    return true;
  };
}

async function answerCommand(call: Call): Promise<void> {
  const body = call.request.method === 'POST' ? await readJson(call.request) : undefined;
  if (!isRecord(body) || typeof body.command !== 'string') {
    return missing(call.response, 'command');
  }
  sendJson(call.response, 200, await runCommand(body.command, call.home));
}

async function answerFile(call: Call, path: string): Promise<void> {
  const { request, response, url, home } = call;
  const entry = home.find(path);
  if (request.method === 'GET') {
    if (entry === null) return fail(response, 400, `${path}: No such file or directory`);
    if (url.searchParams.get('view') === 'read') {
      const listed =
        entry.content === null
          ? home.list(path)
          : [[path.slice(path.lastIndexOf('/') + 1), entry] as const];
      const output = listed.map(([name, one]) => `${longLine(name, one)}\n`).join('');
      return sendJson(response, 200, { status: 'OK', error: '', output });
    }
    const bytes = await home.read(path);
    if (bytes === null) return fail(response, 400, `${path}: Is a directory`);
    return sendFile(request, response, bytes, `"${entry.content}"`);
  }
  if (request.method !== 'POST' && request.method !== 'PUT') {
    return sendJson(response, 405, { error: 'method_not_allowed' }, { allow: 'GET, POST, PUT' });
  }
  const form = await readForm(request);
  const given = form?.get('file');
  if (given === null || given === undefined) return missing(response, 'file');
  if (request.method === 'POST' && entry !== null) {
    return fail(response, 409, `${path}: File exists`);
  }
  const bytes = typeof given === 'string' ? Buffer.from(given) : await given.arrayBuffer();
  try {
    await home.write(path, Buffer.from(bytes as ArrayBuffer));
  } catch (error) {
    if (error instanceof HomeError) return fail(response, 400, error.message);
    throw error;
  }
  sendJson(response, 200, { status: 'OK', output: `${path} written`, error: '' });
}

async function answerQueue(call: Call, rest: readonly string[]): Promise<void> {
  const { request, response } = call;
  const [id] = rest;
  if (request.method === 'POST' && id === undefined) return submit(call);
  if (request.method === 'DELETE' && id !== undefined) return cancel(call, id);
  if (request.method !== 'GET') {
    return sendJson(response, 405, { error: 'method_not_allowed' }, { allow: 'GET' });
  }
  if (id === undefined || id === 'sacct') return list(call, id === 'sacct');
  return show(call, Number(/^\d+/.exec(id)?.[0]));
}

/** Returns own and other people's jobs, those of an array together. */
function jobsOf({ queue, machine, now }: Call): Planned[][] {
  const groups = new Map<number, Planned[]>();
  for (const one of [...queue.all(machine), ...otherJobs(machine, now())]) {
    groups.set(one.job.id, [...(groups.get(one.job.id) ?? []), one]);
  }
  return [...groups.values()];
}

const recordOf = (tasks: readonly Planned[], now: number) => {
  const [first] = tasks;
  return first !== undefined && first.job.task === null
    ? toRecord(first, now)
    : toArrayRecord(tasks, now);
};

function list(call: Call, ended: boolean): void {
  const { url, response } = call;
  const now = call.now();
  const asked = (name: string): string | null => url.searchParams.get(name);
  const from = Number(asked('index') ?? 0) || 0;
  const limit = Number(asked('limit') ?? 1000) || 1000;
  const records = jobsOf(call)
    .map((tasks) => recordOf(tasks, now))
    .filter((one) => (one.end_time !== 'None') === ended)
    .filter((one) => asked('status') === null || one.status === asked('status'))
    .filter((one) => asked('jobid') === null || one.jobid === asked('jobid'))
    .slice(from, from + limit);
  // As the real one answers an empty queue.
  if (records.length === 0) {
    sendJson(response, 200, { status: 'NG', error: '', output: 'No Jobs.' });
  } else sendJson(response, 200, { status: 'OK', error: '', output: records });
}

function show(call: Call, id: number): void {
  const tasks = jobsOf(call).find(([first]) => first?.job.id === id);
  if (tasks === undefined) {
    fail(call.response, 500, `[ERR.] PJM 0110 pjstat Job ${id} does not exist.`);
    return;
  }
  const now = call.now();
  const array = tasks[0]?.job.task !== null;
  const output = [recordOf(tasks, now), ...(array ? tasks.map((one) => toRecord(one, now)) : [])];
  sendJson(call.response, 200, { status: 'OK', error: '', output });
}

async function submit({ request, response, queue, home, machine }: Call): Promise<void> {
  const form = await readForm(request);
  const path = form?.get('jobfile');
  const given = form?.get('jobscript');
  const options = form?.get('qopt');
  let script =
    given === null || given === undefined || typeof given === 'string' ? given : await given.text();
  if (typeof path === 'string' && path !== '') {
    script = (await home.read(absolutePath(path)))?.toString('utf8');
    if (script === undefined) return fail(response, 400, `${path}: No such file or directory`);
  }
  if (script === null || script === undefined) return missing(response, 'jobscript');
  try {
    const id = await queue.submit(machine, script, typeof options === 'string' ? options : '');
    const output = `[INFO] PJM 0000 pjsub Job ${id} submitted.`;
    sendJson(response, 200, { status: 'OK', error: '', output });
  } catch (error) {
    fail(response, 400, `[ERR.] PJM 0003 pjsub ${(error as Error).message}`);
  }
}

/** Ids and ranges of them: `1`, `1-100`, `100_1-10`, `101[1-10]`. */
async function cancel({ response, queue, machine }: Call, given: string): Promise<void> {
  const asked = /^(\d+)(?:-(\d+)|[_[](\d+)(?:-(\d+))?\]?)?$/.exec(given);
  if (asked === null) return fail(response, 422, `${given} is not a job`);
  const [, first = '', last, fromTask, toTask] = asked;
  const to = Math.min(Number(last ?? first), Number(first) + 1000);
  const tasks =
    fromTask === undefined
      ? null
      : numbers(Number(fromTask), Math.min(Number(toTask ?? fromTask), Number(fromTask) + 1000));
  const lines: string[] = [];
  for (const id of numbers(Number(first), to)) {
    const done = await queue.cancel(machine, id, tasks);
    lines.push(
      done
        ? `[INFO] PJM 0100 pjdel Accepted job ${id}.`
        : `[ERR.] PJM 0110 pjdel Job ${id} does not exist or has ended.`,
    );
  }
  const output = lines.join('\n');
  if (!output.includes('[INFO]')) fail(response, 500, output);
  else sendJson(response, 200, { status: 'OK', error: '', output });
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

function fail(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { err_msg: message, status: 'NG', err_id: status, error: message });
}

function missing(response: ServerResponse, field: string): void {
  const detail = [{ loc: ['body', field], msg: 'field required', type: 'value_error.missing' }];
  sendJson(response, 422, { detail });
}

async function readForm(request: IncomingMessage): Promise<FormData | undefined> {
  const body = await readBody(request, largestForm);
  const type = request.headers['content-type'] ?? '';
  if (body === undefined) return undefined;
  try {
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, 1024 * 1024);
  try {
    return body === undefined ? undefined : parseJson(body.toString('utf8'));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
