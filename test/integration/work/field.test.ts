import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { homePath } from '../../../main/demo/work/home.ts';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import type { ComputeApi } from '../../../main/work/operations/types.ts';
import { testJobs } from '../../support/work/jobs-suite.ts';
import { startTestDemo } from '../demo/demo-support.ts';
import { demoSend } from './demo-send.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let api: ComputeApi;

beforeAll(async () => {
  demo = await startTestDemo();
  const identity = await demo.inspect.issueCertificate({ commonName: 'A User', purpose: 'client' });
  api = createFieldApi(demoSend(demo, identity));
});
afterAll(() => demo[Symbol.asyncDispose]());

test('machines that are down come last', async () => {
  demo.inspect.setMachine('login-1', 'NG');
  onTestFinished(() => demo.inspect.setMachine('login-1', 'OK'));
  const names = await api.machines();
  expect(names[0]).toBe('login-2');
  expect(names.at(-1)).toBe('login-1');
});

describe('jobs', () => {
  testJobs('the demo', {
    api: () => api,
    machine: 'cpu-main',
    folder: null,
    oneTaskFails: 'cat input-$PJM_BULKNUM.txt',
  });

  test('a machine without jobs has an empty list, whatever its status word is', async () => {
    const own = await api.jobs?.list({ machine: 'visualisation', ended: false });
    expect(Array.isArray(own)).toBe(true);
  });
});

describe('files', () => {
  const machine = 'login-1';
  const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

  test.for([
    'plain.txt',
    'two words.txt',
    "it's.txt",
    'say "hello" $HOME `date` !x.txt',
    '-rf',
    '名前.txt',
    'back\\slash; rm -rf *',
    '#?&%41.txt',
  ])('%s is created, listed, read, moved and removed', async (name) => {
    const files = api.files;
    if (files === null) throw new Error('it has no files');
    const path = `${homePath}/${name}`;
    await files.write(machine, path, Buffer.from('one'), 'create');
    await expect(files.write(machine, path, Buffer.from('x'), 'create')).rejects.toMatchObject({
      details: { status: 409 },
    });
    await files.write(machine, path, Buffer.from('three'), 'overwrite');
    expect(text(await files.read(machine, path, 1000))).toBe('three');
    const entry = (await files.list(machine, homePath)).find((one) => one.name === name);
    expect(entry).toMatchObject({ kind: 'file', size: 5 });
    expect(Math.abs((entry?.changedAt ?? 0) - Date.now())).toBeLessThan(120_000);
    await files.makeFolder(machine, `${path} folder`);
    await files.move(machine, path, `${path} folder/${name}`);
    expect(text(await files.read(machine, `${path} folder/${name}`, 1000))).toBe('three');
    await files.remove(machine, `${path} folder`, 'folder');
    expect((await files.list(machine, homePath)).some((one) => one.name === name)).toBe(false);
  });

  test.for(['relative', '/home/../etc/passwd', `${homePath}/./x`, `${homePath}/a\0b`])(
    'the path %s is refused before anything is sent',
    async (path) => {
      await expect(api.files?.read(machine, path, 10)).rejects.toMatchObject({
        code: 'path-unusable',
      });
    },
  );

  test('a command answers with its output, or with what it says went wrong', async () => {
    expect(await api.run?.(machine, 'echo one')).toEqual({
      succeeded: true,
      output: 'one\n',
      errors: '',
    });
    expect(await api.run?.(machine, 'no-such-program')).toMatchObject({ succeeded: false });
  });
});
