import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createWebHost } from '../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { openApp } from '../../../main/open-app.ts';
import type { CallInput, CallName, CallOutput } from '../../../preload/contract/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import { patience } from '../../support/patience.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';

const sender = { id: 'window-1' };
const systemId = 'demo';
const bare = { name: null, queue: null, project: null, nodes: null, limitSeconds: null };
const script = '#!/bin/bash\n#PJM -N short\necho "one"\nsleep 1\necho "名前"\n';
const short = { ...bare, machine: 'cpu-main', script, name: 'short', array: null, folder: null };

async function openDemo(dataFolder: string) {
  const host = await createWebHost({
    version: '0.0.0',
    dataFolder,
    environment: [],
    workers: createWorkers({
      programs: workerPrograms(new URL('../../../main/app.ts', import.meta.url).href),
    }),
  });
  const opened = openApp(host, { validateOutput: true });
  const app = await opened.load();
  const close = async () => {
    await app.close();
    await host.close();
  };
  async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const result = await opened.call(name, input, sender);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value as CallOutput<N>;
  }
  await call('systems.openDemo', undefined);
  return { call, close };
}

let app: Awaited<ReturnType<typeof openDemo>>;
beforeAll(async () => {
  const folder = await temporaryFolder();
  app = await openDemo(folder.path);
  return async () => {
    await app.close();
    await folder.remove();
  };
});

const jobNamed = async (jobId: string | null) => {
  const { jobs } = await app.call('jobs.snapshot', { systemId });
  return jobs.find(({ id }) => id === jobId);
};

test('a job of the demo is previewed, submitted once, followed to its end, and its output read', async () => {
  const id = randomUUID();
  const preview = await app.call('jobs.preview', { systemId, id, submission: short });
  expect(preview).toMatchObject({ method: 'POST', sameAt: null });
  expect(preview.body).toContain(script);
  const sent = await app.call('jobs.submit', { systemId, id, submission: short });
  expect(sent).toMatchObject({ id, state: 'accepted', marker: null, problem: null });
  expect(await app.call('jobs.submit', { systemId, id, submission: short })).toMatchObject({
    jobId: sent.jobId,
  });
  await app.call('jobs.look', { systemId });
  const state = await app.call('jobs.snapshot', { systemId });
  expect(state).toMatchObject({ family: 'field', findsMarker: false, ownUnknown: false });
  expect(state.machines.map(({ name }) => name)).toContain('cpu-main');
  expect(state.jobs.filter(({ id: one }) => one === sent.jobId)).toHaveLength(1);
  await expect
    .poll(
      async () => {
        await app.call('jobs.refresh', { systemId });
        return (await jobNamed(sent.jobId))?.state;
      },
      { timeout: patience(40_000), interval: 500 },
    )
    .toBe('done');
  const job = await jobNamed(sent.jobId);
  expect(job).toMatchObject({ own: true, followed: true, unseen: true, exitCode: 0 });
  const key = job?.key ?? '';
  const detail = await app.call('jobs.show', { systemId, key });
  expect(detail).toMatchObject({ script, problem: null });
  expect(detail.seen.at(-1)?.state).toBe('done');
  const output = await app.call('jobs.output', { systemId, key, which: 'output', from: null });
  expect(output).toMatchObject({ text: 'one\n名前\n', from: 0 });
  await app.call('jobs.markSeen', { systemId, keys: null });
  expect((await app.call('jobs.snapshot', { systemId })).unseen).toBe(0);
  const notifications = await app.call('notifications.snapshot', { systemId });
  const told = notifications.past.flatMap(({ changes }) => changes.map((one) => one.job));
  expect(told.filter((one) => one?.key === key).map((one) => one?.what)).toContain('done');
});

test('lines of another scheduler are not sent as options, as the screen says of them', async () => {
  const foreign = '#!/bin/bash\n#SBATCH --nodes=2 --time=48:00:00\nhostname\n';
  const submission = { ...short, script: foreign, name: null };
  const { body } = await app.call('jobs.preview', { systemId, id: randomUUID(), submission });
  expect(body).toContain(foreign);
  expect(body).not.toContain('qopt');
});

test('where the user wants it, output is copied as a job ends: it is read when the file is gone, and goes with the system', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const own = await openDemo(folder.path);
  onTestFinished(own.close);
  const outputs = join(folder.path, 'job-outputs');
  const run = async () => {
    const sent = await own.call('jobs.submit', { systemId, id: randomUUID(), submission: short });
    const row = async () => {
      await own.call('jobs.refresh', { systemId });
      const { jobs } = await own.call('jobs.snapshot', { systemId });
      return jobs.find(({ id }) => id === sent.jobId);
    };
    const patient = { timeout: patience(40_000), interval: 500 };
    await expect.poll(async () => (await row())?.state, patient).toBe('done');
    return { systemId, key: (await row())?.key ?? '', which: 'output', from: null } as const;
  };
  const removeFile = async (path: string) => {
    await own.call('files.remove', { systemId, machine: 'login-1', path, kind: 'file' });
  };
  await own.call('jobs.look', { systemId });
  const unkept = await run();
  await removeFile((await own.call('jobs.output', unkept)).path);
  await expect(own.call('jobs.output', unkept)).rejects.toThrow();
  expect(existsSync(outputs)).toBe(false);

  await own.call('settings.update', { keepJobOutput: true });
  const kept = await run();
  const read = await own.call('jobs.output', kept);
  expect(read).toMatchObject({ text: 'one\n名前\n', keptAt: null });
  const copies = () => readdirSync(outputs, { recursive: true }).map(String);
  const copy = () => copies().find((name) => name.endsWith('.json'));
  await expect.poll(() => existsSync(outputs) && copy() !== undefined).toBe(true);
  await removeFile(read.path);
  const again = await own.call('jobs.output', { ...kept, path: read.path });
  expect(again).toMatchObject({ text: 'one\n名前\n', keptAt: expect.any(Number) });
  // a damaged copy is none
  writeFileSync(join(outputs, copy() ?? ''), '{"format":1,');
  await expect(own.call('jobs.output', { ...kept, path: read.path })).rejects.toThrow();
  await own.call('systems.remove', { id: systemId });
  expect(copies()).toEqual([]);
});

test('several jobs are cancelled, and an unknown one says so', async () => {
  const long = { ...short, script: '#!/bin/bash\nsleep 300\n', name: 'long' };
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) await app.call('jobs.submit', { systemId, id, submission: long });
  const { jobs } = await app.call('jobs.snapshot', { systemId });
  const keys = jobs.filter(({ name }) => name === 'long').map(({ key }) => key);
  expect(keys).toHaveLength(2);
  const done = await app.call('jobs.cancel', { systemId, keys: [...keys, 'nothing'] });
  expect(done.filter(({ accepted }) => accepted)).toHaveLength(2);
  expect(done.find(({ key }) => key === 'nothing')?.problem?.code).toBe('not-found');
});

test('what the demo is, is found out by reading alone', async () => {
  const { found, tried } = await app.call('systems.findComputeApi', { id: systemId });
  expect(found).toEqual({ family: 'field', user: 'demo' });
  expect(tried[0]).toEqual({ path: '/status/', status: 200, problem: null });
  expect(tried.at(-1)).toMatchObject({ status: 200, path: expect.stringMatching(/^\/queue\//) });
});

test('of an array one task fails: the row counts the tasks, and the error file of that task is found', async () => {
  const array = [
    '#!/bin/bash',
    '#PJM -N one-fails',
    '#PJM --bulk --sparam 0-3',
    'echo "task $PJM_BULKNUM"',
    'cat input-$PJM_BULKNUM.txt',
  ];
  const lines = { ...short, script: `${array.join('\n')}\n`, name: 'one-fails' };
  const { jobId } = await app.call('jobs.submit', {
    ...{ systemId, id: randomUUID(), submission: lines },
  });
  await expect
    .poll(
      async () => {
        await app.call('jobs.refresh', { systemId });
        return jobNamed(jobId);
      },
      { timeout: patience(40_000), interval: 500 },
    )
    // The queue ends the array a moment after its last task.
    .toMatchObject({
      ...{ state: 'failed', exitCode: 1 },
      tasks: { total: 4, states: { done: 3, failed: 1 } },
    });
  const row = await jobNamed(jobId);
  const { jobs } = await app.call('jobs.snapshot', { systemId });
  expect(jobs.filter(({ name }) => name === 'one-fails')).toHaveLength(1);
  const key = row?.key ?? '';
  const { jobTasks } = await app.call('jobs.show', { systemId, key });
  expect(jobTasks.map(({ id, state }) => [id, state])).toEqual(
    [0, 1, 2, 3].map((task) => [`${jobId}[${task}]`, task === 3 ? 'failed' : 'done']),
  );
  const asked = { systemId, key, from: null } as const;
  expect(await app.call('jobs.output', { ...asked, which: 'error' })).toMatchObject({
    path: expect.stringContaining(`.${jobId}.3.`),
    text: expect.stringContaining('input-3.txt'),
  });
  for (const [at, { key: task }] of jobTasks.entries()) {
    const read = await app.call('jobs.output', { ...asked, key: task, which: 'output' });
    expect(read).toMatchObject({
      path: expect.stringContaining(`.${jobId}.${at}.`),
      text: expect.stringContaining(`task ${at}\n`),
    });
  }
  const foreign = (jobTasks[0]?.key ?? '').replace(String(jobId), '1');
  for (const wrong of [foreign, `${key}\t${jobId}[0-3]`, `${key}\t${jobId}`, `\t${jobId}[0]`]) {
    await expect(
      app.call('jobs.output', { ...asked, key: wrong, which: 'output' }),
    ).rejects.toThrow('not-found');
    expect(await app.call('jobs.cancel', { systemId, keys: [wrong] })).toMatchObject([
      { accepted: false, problem: { code: 'not-found' } },
    ]);
  }
  // Four tasks printed something: none of the files is the array's.
  await expect(app.call('jobs.output', { ...asked, which: 'output' })).rejects.toThrow('not-found');
});

test('a job is followed through a restart of the app', async () => {
  const folder = testFolder();
  const first = await openDemo(folder);
  const submission = { ...short, script: '#!/bin/bash\nsleep 2\nexit 3\n', name: 'later' };
  const { jobId } = await first.call('jobs.submit', { systemId, id: randomUUID(), submission });
  await first.close();
  const second = await openDemo(folder);
  onTestFinished(second.close);
  await expect
    .poll(
      async () => {
        await second.call('jobs.refresh', { systemId });
        const { jobs } = await second.call('jobs.snapshot', { systemId });
        return jobs
          .filter(({ id }) => id === jobId)
          .map(({ state, exitCode }) => [state, exitCode]);
      },
      { timeout: patience(40_000), interval: 500 },
    )
    .toEqual([['failed', 3]]);
});
