import { expect, test } from 'vitest';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import {
  field,
  fieldJob,
  jobsWorld,
  json,
  sender,
  startApiServer,
} from '../../support/work/jobs-world.ts';

/** A system whose API answers paths as a test says; paths that it does not name are not found. */
async function start(choice: ComputeApiChoice, answers: Readonly<Record<string, unknown>>) {
  const server = await startApiServer(({ path, method }, response) => {
    const { pathname } = new URL(path, server.origin);
    const value = answers[`${method} ${pathname}`] ?? answers[pathname];
    json(response, value ?? { err_msg: 'not found' }, value === undefined ? 404 : 200);
  });
  const { open, systemId, given } = await jobsWorld(server.origin, choice);
  const opened = open();
  const { look, snapshot, calls } = opened;
  await look();
  const { jobs } = await snapshot();
  const show = async (key = jobs[0]?.key ?? '') => calls.show({ systemId, key }, sender);
  return { ...opened, server, answers, systemId, given, rows: jobs, show };
}

const told = (output: unknown[]) => ({ status: 'OK', error: '', output });
const step = (number: number, change: Readonly<Record<string, unknown>> = {}) =>
  fieldJob(`100_${number}`, { jid: 100, stepno: number, job_type: 'ST', ...change });

test('the steps of a step job are one row, and are shown as its parts', async () => {
  const done = { status: 'EXT', end_code: 0, end_time: '2026/11/01 09:01:00' };
  const steps = [
    step(0, done),
    step(1),
    ...[2, 3, 4].map((at) => step(at, { status: 'QUE', start_time: 'None' })),
  ];
  const world = await start(field, {
    '/status/': [{ machine: 'cpu', status: 'OK' }],
    '/queue/cpu': told(steps.slice(1)),
    '/queue/cpu/sacct': told(steps.slice(0, 1)),
    '/queue/cpu/100': told(steps),
  });
  expect(world.rows).toMatchObject([{ id: '100', state: 'running', followed: true, own: true }]);
  const { jobTasks } = await world.show();
  expect(jobTasks.map(({ id, state }) => [id, state])).toEqual([
    ['100_0', 'done'],
    ['100_1', 'running'],
    ['100_2', 'waiting'],
    ['100_3', 'waiting'],
    ['100_4', 'waiting'],
  ]);
});

const script = '#!/bin/bash\n#SBATCH --nodes=2\nsrun ./model\n';

test('FirecREST tells the script of a job that was not submitted here', async () => {
  const job = {
    ...{ jobId: '5', name: 'nightly', user: 'me', allocationNodes: 1, cluster: 'alps' },
    ...{ status: { state: 'RUNNING' }, time: { start: 1, end: null, elapsed: 1, limit: 60 } },
  };
  const answers: Record<string, unknown> = {
    '/status/systems': { systems: [{ name: 'alps' }] },
    '/compute/alps/jobs': { jobs: [job] },
    '/compute/alps/jobs/5': { jobs: [job] },
    '/compute/alps/jobs/5/metadata': { jobs: [{ jobId: '5', script, standardOutput: '/o' }] },
  };
  const world = await start({ family: 'firecrest', user: 'me' }, answers);
  expect(await world.show()).toMatchObject({ script, outputPath: '/o' });
  answers['/compute/alps/jobs/5/metadata'] = { jobs: [{ jobId: '5', script: null }] };
  expect(await world.show()).toMatchObject({ script: null });
  answers['/compute/alps/jobs/5/metadata'] = { jobs: [{ jobId: '5', script: 'x'.repeat(5e6) }] };
  expect((await world.show()).script).toHaveLength(4 * 1024 * 1024);
});

test.each([
  ['/bin/bash', ['-l', '-c', script], script],
  ['/usr/bin/env', ['python3', '-c', 'print()'], 'print()'],
  ['/bin/bash', ['/home-of/run.sh'], null],
  ['/opt/model', ['-c', '3'], null],
  ['/bin/sh', ['-c'], null],
  [null, 'no list', null],
])('IRI tells the script that %s was handed as %j', async (executable, words, expected) => {
  const job = {
    ...{ id: '5', status: { state: 'failed', time: 1_793_491_200 } },
    job_spec: { executable, arguments: words },
  };
  const world = await start(
    { family: 'iri', version: 'v2' },
    {
      '/api/v2/compute/resources': [{ id: 'r', name: 'perl' }],
      '/api/v2/compute/status/r': [job],
      '/api/v2/compute/status/r/5': job,
    },
  );
  expect((await world.show()).script).toBe(expected);
});
