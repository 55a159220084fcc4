import { expect, test } from 'vitest';
import { workTools } from '../../../../main/chat/tools/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Preview } from '../../../../preload/contract/work/files.ts';
import type { JobsState } from '../../../../preload/contract/work/jobs.ts';
import { job, jobsState } from '../../../renderer/work/jobs/job.ts';

const call = { key: 'k', fingerprint: 'f' };
const context = {
  ...{ systemId: 'one', conversationId: 'c1' },
  signal: new AbortController().signal,
};

function toolsOver(given: { readonly state?: JobsState | AppError; readonly preview?: Preview }) {
  const asked: unknown[] = [];
  const { state = jobsState([]), preview } = given;
  const [jobs, filesRead] = workTools({
    async jobs() {
      if (state instanceof AppError) throw state;
      return state;
    },
    submit: () => Promise.reject(new Error('not asked')),
    unsent: () => ({ unsent: [], moreUnsent: 0 }),
    async readFile(what) {
      asked.push(what);
      if (preview === undefined) throw new AppError('path-unusable');
      return { path: what.path, preview };
    },
  });
  if (jobs === undefined || filesRead === undefined) throw new Error('a tool is missing');
  return { jobs, filesRead, asked };
}

const some = jobsState([
  job('1', { name: 'train', state: 'failed', exitCode: 1, endedAt: Date.UTC(2026, 0, 1) }),
  job('2', { name: 'solve', state: 'running' }),
  job('3', { name: 'theirs', own: false, followed: false, user: 'tanaka' }),
]);

test('a model is told of the own jobs, or of those that it asks for, and of no more than it asks for', async () => {
  const { jobs } = toolsOver({ state: some });
  expect([jobs.name, jobs.approval]).toEqual(['jobs', 'ask']);
  expect(await jobs.run({}, context, call)).toMatchObject({
    total: 2,
    jobs: [{ id: '1', exitCode: 1, endedAt: '2026-01-01T00:00:00.000Z' }, { id: '2' }],
  });
  const ids = async (input: unknown) =>
    ((await jobs.run(input, context, call)) as { jobs: { id: string }[] }).jobs.map(({ id }) => id);
  expect(await ids({ whose: 'all', text: 'TANAKA' })).toEqual(['3']);
  expect(await ids({ state: 'running' })).toEqual(['2']);
  expect(await jobs.run({ most: 1 }, context, call)).toMatchObject({
    total: 2,
    jobs: [{ id: '1' }],
  });
  await expect(jobs.run({ most: 1000 }, context, call)).rejects.toThrow();
});

test('without a session, an API or an answer the refusal is named', async () => {
  const problem = { code: 'session-signed-out', details: {}, retryable: false } as const;
  const tools = (state: JobsState | AppError) => toolsOver({ state }).jobs.run({}, context, call);
  await expect(tools({ ...some, problem })).rejects.toThrow('session-signed-out');
  await expect(tools({ ...some, family: null })).rejects.toThrow('no compute API');
  await expect(tools(new AppError('network-offline'))).rejects.toThrow('network-offline');
  const [machine] = some.machines;
  if (machine === undefined) throw new Error('no machine');
  const down = {
    ...machine,
    name: 'down',
    problem: { code: 'http-status', details: { server: 'asleep' }, retryable: true } as const,
  };
  await expect(tools({ ...some, machines: [down] })).rejects.toThrow('http-status: asleep');
  expect(await tools({ ...some, machines: [machine, down] })).toMatchObject({
    machinesNotReachable: ['down'],
    total: 2,
  });
});

test('a text file is read, and nothing that is no text', async () => {
  const text = toolsOver({
    preview: { kind: 'text', text: 'one\n', size: 4, whole: true, hash: '0'.repeat(64) },
  });
  const { filesRead, asked } = text;
  expect([filesRead.name, filesRead.approval]).toEqual(['files_read', 'ask']);
  expect(await filesRead.run({ machine: 'login-1', path: 'a.txt' }, context, call)).toEqual({
    ...{ path: 'a.txt', size: 4, whole: true, part: 'start', text: 'one\n' },
  });
  expect(asked).toEqual([{ systemId: 'one', machine: 'login-1', path: 'a.txt', part: 'start' }]);
  const binary = toolsOver({ preview: { kind: 'none', why: 'binary' } }).filesRead;
  await expect(binary.run({ machine: 'm', path: '/b' }, context, call)).rejects.toThrow(
    'not a text',
  );
  const refused = toolsOver({}).filesRead;
  await expect(refused.run({ machine: 'm', path: '/../b' }, context, call)).rejects.toThrow(
    'path-unusable',
  );
});
