import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { WorkerPort } from '../../../../main/base/host.ts';
import { openDatabase } from '../../../../main/base/storage/database.ts';
import { restartingStorage } from '../../../../main/base/storage/restarting.ts';
import { startProcess } from '../../../../main/hosts/workers/process.ts';
import { startThread } from '../../../../main/hosts/workers/thread.ts';
import { testFolder } from '../../../support/files/folder.ts';

const program = fileURLToPath(new URL('../../../../main/storage-worker.ts', import.meta.url));

const kinds = [
  { kind: 'a process', start: () => startProcess(program, process.execPath) },
  { kind: 'a thread', start: () => startThread(program) },
];

/** A database whose worker can go at any time. */
async function open(start: () => WorkerPort) {
  const file = join(testFolder(), 'lasting.sqlite');
  const ports: WorkerPort[] = [];
  let now = 0;
  const worker = restartingStorage(
    () => {
      const port = start();
      ports.push(port);
      return port;
    },
    () => now,
  );
  const database = await openDatabase(worker, file);
  onTestFinished(() => worker.stop());
  const reopened: string[] = [];
  database.onReopened((reason) => reopened.push(reason));
  return {
    database,
    reopened,
    started: () => ports.length,
    /** Ends the worker as a fault would: nothing is written, nobody is asked. */
    end: () => ports.at(-1)?.stop(),
    pass(ms: number) {
      now += ms;
    },
    put: (n: number) =>
      database.run({
        sql: 'INSERT INTO tool_approvals (name, approval) VALUES (?, ?)',
        params: [`${n}`, ''],
      }),
    async all() {
      const rows = await database.all({
        sql: 'SELECT name AS n FROM tool_approvals ORDER BY rowid',
      });
      return rows.map(({ n }) => Number(n));
    },
  };
}

test.each(kinds)(
  'storage as $kind that went is there again, with all that was written',
  async ({ start }) => {
    const { put, all, end, pass, reopened, started } = await open(start);
    await put(1);
    await end();
    // in the order in which they are asked for, and by one worker
    await Promise.all([put(2), put(3), put(4)]);
    expect(await all()).toEqual([1, 2, 3, 4]);
    expect(started()).toBe(2);
    expect(reopened).toHaveLength(1);
    pass(60_000);
    await end();
    expect(await all()).toEqual([1, 2, 3, 4]);
    expect(reopened).toHaveLength(2);
  },
);

test.each(kinds)(
  'what $kind had not answered when it went fails, and is not done twice',
  async ({ start }) => {
    const { put, all, end } = await open(start);
    const under = put(1).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    await end();
    const outcome = await under;
    expect(['done', 'internal']).toContain(outcome);
    const after = await all();
    if (outcome === 'done') expect(after).toEqual([1]);
    else expect(after.length).toBeLessThanOrEqual(1);
  },
);

test('one that goes again at once is left for a while, or it would never end', async () => {
  const { put, all, end, pass, started } = await open(() =>
    startProcess(program, process.execPath),
  );
  await end();
  await put(1);
  expect(started()).toBe(2);
  pass(9_999);
  await end();
  await expect(put(2)).rejects.toMatchObject({ code: 'internal' });
  await expect(all()).rejects.toMatchObject({ code: 'internal' });
  expect(started()).toBe(2);
  pass(1);
  expect(await all()).toEqual([1]);
  expect(started()).toBe(3);
});

test('one that went is closed without starting another', async () => {
  const { database, end, started } = await open(() => startThread(program));
  await end();
  await database.close();
  expect(started()).toBe(1);
  await expect(database.all({ sql: 'SELECT 1' })).rejects.toMatchObject({ code: 'internal' });
  expect(started()).toBe(1);
});

test('one that never opened anything is not started again', async () => {
  const ports: WorkerPort[] = [];
  const worker = restartingStorage(
    () => {
      const port = startProcess(join(testFolder(), 'none.mjs'), process.execPath);
      ports.push(port);
      return port;
    },
    () => ports.length * 60_000,
  );
  await expect(openDatabase(worker, ':memory:')).rejects.toMatchObject({ code: 'internal' });
  await expect(worker.request('close', null)).rejects.toMatchObject({ code: 'internal' });
  expect(ports).toHaveLength(1);
  await worker.stop();
});
