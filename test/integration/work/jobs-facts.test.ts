import { expect, test } from 'vitest';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import {
  field,
  fieldJob,
  jobsWorld,
  json,
  sender,
  slurmJob,
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
  return { ...opened, open, server, answers, systemId, given, rows: jobs, show };
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

test('what a job used is told by Slurm’s accounting, and stays known after a restart', async () => {
  const gigabyte = 1024 ** 3;
  const peak = (count: number) => ({ tres: { requested: { max: [{ type: 'mem', count }] } } });
  const ended = {
    ...{ job_id: 7, name: 'job 7', user: 'me', partition: 'small', required: { CPUs: 4 } },
    ...{ state: { current: 'COMPLETED' }, exit_code: { return_code: 0 }, nodes: 'n1' },
    time: {
      ...{ submission: 1_793_491_207, start: 1_793_491_212, end: 1_793_491_272, elapsed: 60 },
      total: { seconds: 90, microseconds: 500_000 },
    },
    tres: {
      allocated: [
        { type: 'cpu', count: 4 },
        { type: 'mem', count: 2048 },
      ],
    },
    steps: [peak(gigabyte), peak(3000), {}, null, { tres: { requested: { max: 'none' } } }],
  };
  const running = { errors: [], jobs: [slurmJob(7)] };
  const past = { errors: [], jobs: [] as unknown[] };
  const answers: Record<string, unknown> = {
    '/slurm/v0.0.38/jobs': running,
    '/slurm/v0.0.38/job/7': running,
    '/slurmdb/v0.0.38/jobs': past,
  };
  const world = await start(
    { family: 'slurm', version: 'v0.0.38', accounting: true, user: 'me' },
    answers,
  );
  const key = world.rows[0]?.key ?? '';
  expect(await world.show(key)).toMatchObject({ state: 'running', used: null });
  running.jobs = [];
  past.jobs = [ended];
  await world.refresh();
  const used = { cpuSeconds: 90.5, memory: gigabyte, memoryGiven: 2 * gigabyte };
  expect(await world.show(key)).toMatchObject({ state: 'done', used });
  await world.jobs.close();
  const again = world.open();
  const { systemId } = world;
  expect(await again.calls.show({ systemId, key }, sender)).toMatchObject({ used });
});

test('tasks of an array are cancelled by their ids, and read where asking for one tells its file', async () => {
  const task = (number: number) => ({
    ...{ jobId: `5_${number}`, name: 'sweep', user: 'me', status: { state: 'RUNNING' } },
    ...{ time: { start: 1, end: null, elapsed: 1, limit: 60 }, workingDirectory: '/w' },
  });
  const jobs = [task(0), task(1), task(2)];
  const metadata = [{ jobId: '5_1', standardOutput: '/w/of one' }];
  const world = await start(
    { family: 'firecrest', user: 'me' },
    {
      '/status/systems': { systems: [{ name: 'alps' }] },
      '/compute/alps/jobs': { jobs },
      '/compute/alps/jobs/5': { jobs },
      '/compute/alps/jobs/5/metadata': { jobs: metadata },
      'DELETE /compute/alps/jobs/5_1': {},
      'DELETE /compute/alps/jobs/5_2': {},
    },
  );
  const { systemId, calls, server } = world;
  const { jobTasks } = await world.show();
  const keys = jobTasks.slice(1).map(({ key }) => key);
  const cancelled = await calls.cancel({ systemId, keys }, sender);
  expect(cancelled.map(({ key, accepted }) => [key, accepted]).sort()).toEqual(
    keys.map((key) => [key, true]),
  );
  const sent = server.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(sent.sort()).toEqual(['/compute/alps/jobs/5_1', '/compute/alps/jobs/5_2']);
  const one = { systemId, key: keys[0] ?? '', which: 'output', from: null } as const;
  await expect(calls.output(one, sender)).rejects.toThrow();
  expect(server.asked.some(({ path }) => /of(%20|\+)one/.test(path))).toBe(true);
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
