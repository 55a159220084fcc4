import { expect, onTestFinished, test } from 'vitest';
import { withResolvers } from '../../main/base/async/with-resolvers.ts';
import type { OpenedDatabase } from '../../main/base/storage/database.ts';
import { createWebHost } from '../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../main/hosts/workers/index.ts';
import { firstCalls, type OpenOptions, openApp } from '../../main/open-app.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { testFolder } from '../support/files/folder.ts';

const sender = { id: 'window-1' };

async function open(options: OpenOptions = {}) {
  const host = await createWebHost({
    version: '0.0.0',
    dataFolder: testFolder(),
    environment: [],
    workers: createWorkers({
      programs: workerPrograms(new URL('../../main/app.ts', import.meta.url).href),
    }),
  });
  const opened = openApp(host, { validateOutput: true, ...options });
  const answered: string[] = [];
  const call = async (name: string, input?: unknown) => {
    const result = await opened.call(name, input, sender);
    answered.push(name);
    return result;
  };
  return {
    answered,
    call,
    async load() {
      const app = await opened.load();
      onTestFinished(async () => {
        await app.close();
        await host.close();
      });
      return app;
    },
  };
}

test('the first calls are answered before the rest is loaded; every other call waits for the rest', async () => {
  const { call, load, answered } = await open();
  const others = [
    'app.info',
    'systems.add',
    'settings.update',
    'nope.snapshot',
    'systems.constructor',
  ];
  const waiting = others.map((name) => call(name, name === 'settings.update' ? {} : undefined));
  for (const name of firstCalls) expect(await call(name)).toMatchObject({ ok: true });
  expect(answered).toEqual([...firstCalls]);
  await load();
  const results = await Promise.all(waiting);
  expect(results.map((one) => (one.ok ? 'answered' : one.error.code))).toEqual([
    'answered',
    'contract-invalid-input',
    'answered',
    'contract-unknown-call',
    'contract-unknown-call',
  ]);
});

test('what a first call is given is validated as always', async () => {
  const { call, load } = await open();
  for (const name of firstCalls) {
    expect(await call(name, { id: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'contract-invalid-input' },
    });
  }
  await load();
});

test('the first calls tell what was changed after the rest was loaded', async () => {
  const { call, load } = await open();
  const before = await call('settings.snapshot');
  await load();
  await call('settings.update', { theme: 'dark' });
  expect(before).not.toMatchObject({ value: { theme: 'dark' } });
  expect(await call('settings.snapshot')).toMatchObject({ ok: true, value: { theme: 'dark' } });
});

test('where the database cannot be opened, its call and all waiting ones say why', async () => {
  const database = withResolvers<OpenedDatabase>();
  database.reject(new AppError('data-folder-in-use'));
  const { call, load } = await open({ database: database.promise });
  const refused = { ok: false, error: { code: 'data-folder-in-use' } };
  const waiting = call('app.info');
  expect(await call('systems.snapshot')).toMatchObject(refused);
  expect(await call('settings.snapshot')).toMatchObject({ ok: true });
  await expect(load()).rejects.toMatchObject({ code: 'data-folder-in-use' });
  expect(await waiting).toMatchObject(refused);
});
