import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { homePath } from '../../../main/demo/work/home.ts';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import type { ComputeApi } from '../../../main/work/operations/types.ts';
import { testFiles, testJobs } from '../../support/work/suite.ts';
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
  describe('a name is created, listed, read, moved and removed, or refused before anything is sent', () => {
    testFiles('the demo', { api: () => api, machine, home: homePath });
  });

  test('a command answers with its output, or with what it says went wrong', async () => {
    expect(await api.run?.(machine, 'echo one')).toEqual({
      succeeded: true,
      output: 'one\n',
      errors: '',
    });
    expect(await api.run?.(machine, 'no-such-program')).toMatchObject({ succeeded: false });
  });
});
