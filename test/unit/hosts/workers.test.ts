import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkerPort } from '../../../main/base/host.ts';
import { causeText } from '../../../main/base/log/cause-text.ts';
import { connectWorker } from '../../../main/base/workers/connect.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { startProcess } from '../../../main/hosts/workers/process.ts';
import { startThread } from '../../../main/hosts/workers/thread.ts';

/** Sends back what it gets, with where it runs; ends when told to. */
const echo = `
import { isMainThread, parentPort } from 'node:worker_threads';
const port = parentPort ?? {
  postMessage: (message) => process.send(message),
  on: (name, listener) => process.on(name, listener),
};
port.on('message', (message) => {
  if (message === 'end') process.exit(3);
  if (message.kind === 'end') return process.exit(4);
  if (message === 'fail') throw new Error('on purpose');
  port.postMessage({ message, pid: process.pid, isMainThread, options: process.env.NODE_OPTIONS });
});
`;

type ServedMethods = {
  wait: { input: null; output: string };
  compute: { input: null; output: null };
  misread: { input: string; output: null };
};

let folder: string;
let archived: string;
let plain: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-'));
  plain = join(folder, 'echo.mjs');
  await writeFile(plain, echo);
  await mkdir(join(folder, 'app.asar'));
  archived = join(folder, 'app.asar', 'echo.js');
  await writeFile(archived, echo);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (program: string) => ({
  storage: program,
  certificates: program,
  maintenance: program,
  descriptions: program,
  demo: program,
});

function ask(port: WorkerPort, message: unknown): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    port.onMessage((answer) => resolve(answer as Record<string, unknown>));
    port.onExit((reason) => reject(new Error(reason)));
    port.post(message);
  });
}

describe.each([
  { kind: 'thread', asProcess: [], samePid: true, program: () => plain },
  { kind: 'process', asProcess: ['demo'] as const, samePid: false, program: () => plain },
  {
    kind: 'process from an asar',
    asProcess: ['demo'] as const,
    samePid: false,
    program: () => archived,
  },
])('a worker as $kind', ({ asProcess, samePid, program }) => {
  const start = () => createWorkers({ programs: at(program()), asProcess }).start('demo');

  test('exchanges structured messages, bytes included', async () => {
    const port = start();
    const sent = {
      bytes: new Uint8Array([0, 255, 7]),
      at: new Date(0),
      big: 1n,
      nothing: undefined,
    };
    const answer = await ask(port, sent);
    expect(answer.message).toEqual(sent);
    expect(answer.pid === process.pid).toBe(samePid);
    expect(answer.isMainThread).toBe(!samePid);
    await port.stop();
  });

  test.each(['end', 'fail'])('says once that it is gone after %s', async (how) => {
    const port = start();
    const reasons: string[] = [];
    await new Promise<void>((resolve) => {
      port.onExit((reason) => {
        reasons.push(reason);
        resolve();
      });
      port.post(how);
    });
    await port.stop();
    port.post('after the end');
    expect(reasons).toHaveLength(1);
    const late = await new Promise<string>((resolve) => port.onExit(resolve));
    expect(late).toBe(reasons[0]);
  });

  test('stops', async () => {
    const port = start();
    await ask(port, 'hello');
    const gone = new Promise<string>((resolve) => port.onExit(resolve));
    await port.stop();
    expect(await gone).not.toBe('');
  });
});

/** What `serveWorker` serves: it waits for its signal, computes for good, or fails over a text. */
const served = `
import { serveWorker } from ${JSON.stringify(fileURLToPath(new URL('../../../main/base/workers/serve.ts', import.meta.url)))};
serveWorker({
  wait: (_, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve('asked to end'))),
  compute() {
    for (;;);
  },
  misread: (text) => JSON.parse(text),
});
`;

describe('a served thread', () => {
  async function start() {
    const program = join(folder, 'served.ts');
    await writeFile(program, served);
    const port = startThread(program);
    const gone = () => new Promise<string>((resolve) => port.onExit(resolve));
    return { gone, client: connectWorker<ServedMethods>(port) };
  }

  test('answers what it was asked, then ends by itself', async () => {
    const { gone, client } = await start();
    const waiting = client.request('wait', null);
    await client.stop();
    expect(await waiting).toBe('asked to end');
    expect(await gone()).toBe('the thread ended with 0');
  });

  test('that does not hear is ended', async () => {
    const { gone, client } = await start();
    const computing = client.request('compute', null);
    computing.catch(() => undefined);
    await client.stop();
    await expect(computing).rejects.toMatchObject({ code: 'internal' });
    expect(await gone()).toBe('the thread ended with 1');
  });

  test('quotes no text that it could not read: what it fails with is logged', async () => {
    const { client } = await start();
    const error: unknown = await client.request('misread', 'planted').catch((cause) => cause);
    expect(error).toMatchObject({ code: 'internal' });
    const logged = causeText(error);
    expect(logged).toContain('served.ts');
    expect(logged).not.toContain('planted');
    await client.stop();
  });
});

test('a Node that cannot be started is an end, not a crash', async () => {
  const workers = createWorkers({
    programs: at(plain),
    asProcess: ['demo'],
    fork: (program) => startProcess(program, join(folder, 'no-such-node')),
  });
  const port = workers.start('demo');
  expect(await new Promise<string>((resolve) => port.onExit(resolve))).toContain('ENOENT');
  await port.stop();
});

test('the substitute Node is left alone where this runtime has node:sqlite', async () => {
  const workers = createWorkers({
    programs: at(plain),
    substituteNode: join(folder, 'no-such-node'),
  });
  const port = workers.start('storage');
  expect((await ask(port, 'hello')).pid).toBe(process.pid);
  await port.stop();
});

test('programs lie beside a built entry, and are the sources beside a source entry', () => {
  expect(workerPrograms('file:///app/dist/main/web.js').demo).toBe(
    '/app/dist/main/workers/demo.js',
  );
  expect(workerPrograms('file:///app/main/web.ts').demo).toBe('/app/main/demo/worker.ts');
});
