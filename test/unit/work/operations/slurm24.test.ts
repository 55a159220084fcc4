import { describe, expect, test } from 'vitest';
import { createSlurmApi } from '../../../../main/work/operations/slurm/index.ts';
import type { ApiRequest, Send } from '../../../../main/work/operations/types.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import recorded from './slurm-24.11.json' with { type: 'json' };

const machine = 'lane';

/** A slurmrestd 24.11 that answers as a real one did. */
function recordedApi(version: string, answers: Readonly<Record<string, readonly [number, Json]>>) {
  const asked: ApiRequest[] = [];
  const send: Send = async (request) => {
    asked.push(request);
    const [status, json] = answers[`${request.method} ${request.path}`] ?? [404, {}];
    const body = new TextEncoder().encode(JSON.stringify(json));
    return { status, headers: {}, body, url: `http://localhost${request.path}` };
  };
  const api = createSlurmApi(send, { version, accounting: true, cluster: machine, user: 'desk' });
  if (api.jobs === null) throw new Error('it has no jobs');
  return { jobs: api.jobs, asked };
}
const listOf = (jobs: Json): readonly [number, Json] => [200, { jobs, errors: [], warnings: [] }];

describe('Slurm 24.11', () => {
  test('states are lists, and numbers come as objects that say whether they are set', async () => {
    const { jobs } = recordedApi('v0.0.42', {
      'GET /slurm/v0.0.42/job/56': listOf([...recorded.running, ...recorded.ended]),
    });
    const told = await jobs.show({ machine, id: '56' });
    expect(told.filter(({ state }) => state !== 'running')).toMatchObject([
      {
        id: '56_2',
        state: 'failed',
        exitCode: 3,
        signal: null,
        outputPath: '/data/jobs/slurm-56_2.out',
      },
      { id: '56_1', state: 'done', exitCode: 0, signal: null, comment: 'compute-desk 1' },
    ]);
    expect(told[0]).toMatchObject({
      ...{ state: 'running', limitSeconds: 300, user: 'desk', queue: 'small', nodes: 1, cpus: 1 },
      ...{ endedAt: null, exitCode: null, startedAt: expect.any(Number) },
    });
  });

  test('accounting tells a job that slurmctld has forgotten, with its output’s real path', async () => {
    const { jobs } = recordedApi('v0.0.42', {
      'GET /slurm/v0.0.42/job/56': [404, recorded.unknown41],
      'GET /slurmdb/v0.0.42/job/56': listOf(recorded.past),
    });
    expect(await jobs.show({ machine, id: '56_2' })).toMatchObject([
      {
        ...{ id: '56_2', state: 'failed', exitCode: 3, signal: null, elapsedSeconds: 5 },
        ...{ limitSeconds: 300, outputPath: '/data/jobs/slurm-56_2.out', folder: '/data/jobs' },
      },
    ]);
    const asked = [{ ...recorded.past[0], stdout_expanded: undefined }] as unknown as Json;
    const older = recordedApi('v0.0.40', { 'GET /slurmdb/v0.0.40/job/56': listOf(asked) });
    expect(await older.jobs.show({ machine, id: '56' })).toMatchObject([{ outputPath: null }]);
  });

  test('a marker is found where accounting keeps no comments, in what slurmctld remembers', async () => {
    const comment = { administrator: '', job: '', system: '' };
    const { jobs, asked } = recordedApi('v0.0.42', {
      'GET /slurm/v0.0.42/jobs': listOf([...recorded.running, ...recorded.ended]),
      'GET /slurmdb/v0.0.42/jobs': listOf([
        ...recorded.past.map((job) => ({ ...job, comment })),
        { ...recorded.past[0], comment, job_id: 7, array: {} },
      ]),
    });
    const ended = await jobs.list({ machine, ended: true });
    expect(ended.map(({ id, comment: text }) => [id, text])).toEqual([
      ['56_2', 'compute-desk 1'],
      ['56_1', 'compute-desk 1'],
      ['7', null],
    ]);
    // Both lists of a round come from one question.
    await jobs.list({ machine, ended: false });
    await jobs.list({ machine, ended: true });
    expect(asked.filter(({ path }) => path === '/slurm/v0.0.42/jobs')).toHaveLength(2);
  });

  test.each([
    ['v0.0.42', '56', recorded.cancelledAgain, 'Job/step already completing or completed'],
    ['v0.0.42', '99999', recorded.cancelledUnknown, 'Invalid job id specified'],
    ['v0.0.41', '99999', recorded.cancelledUnknown41, 'Unable to query JobId=99999'],
  ])(
    '%s: what was not cancelled is told in an answer that says 200: %s',
    async (version, id, answer, words) => {
      const path = `/slurm/${version}/job/${id}`;
      const { jobs } = recordedApi(version, {
        [`DELETE ${path}`]: [200, answer],
        [`GET ${path}`]: [404, recorded.unknown41],
      });
      expect(await jobs.cancel(machine, [id])).toEqual([{ id, accepted: false, words }]);
    },
  );

  test.each([
    ['v0.0.42', { status: [] }],
    ['v0.0.42', { status: [...recorded.cancelledAgain.status, { error: { code: 0 } }] }],
    ['v0.0.41', {}],
  ])('%s: a job of which a part was cancelled is: %j', async (version, answer) => {
    const path = `/slurm/${version}/job/56`;
    const { jobs } = recordedApi(version, {
      [`DELETE ${path}`]: [200, { ...answer, errors: [], warnings: [] }],
      [`GET ${path}`]: listOf(recorded.ended),
    });
    expect(await jobs.cancel(machine, ['56'])).toEqual([{ id: '56', accepted: true, words: '' }]);
  });

  test.each([
    ['v0.0.38', { start_time: 'uts1795895000' }],
    ['v0.0.42', { start_time: 'uts1795895000', users: 'desk' }],
  ])('%s: accounting is asked from a time on, in words that it takes', async (version, query) => {
    const { jobs, asked } = recordedApi(version, {
      [`GET /slurm/${version}/jobs`]: listOf([]),
      [`GET /slurmdb/${version}/jobs`]: listOf([
        ...recorded.past,
        { ...recorded.past[0], user: 'someone' },
      ]),
    });
    const since = 1_795_895_000_500;
    expect(await jobs.list({ machine, ended: true, since })).toHaveLength(2);
    expect(asked[0]?.query).toEqual(query);
  });

  test('accounting of 22.05 tells neither exit codes nor, without an association, users', async () => {
    const version = 'v0.0.38';
    const zero = { status: 'SUCCESS', return_code: 0 };
    const time = {
      elapsed: 1,
      start: 1_795_900_546,
      end: 1_795_900_547,
      submission: 1_795_900_543,
    };
    const older = { job_id: 1, name: 'fails', time: { ...time, limit: 1 }, user: null };
    const codes = { exit_code: zero, derived_exit_code: zero };
    const { jobs } = recordedApi(version, {
      [`GET /slurm/${version}/jobs`]: listOf([]),
      [`GET /slurmdb/${version}/jobs`]: listOf([
        { ...older, ...codes, state: { current: 'FAILED', reason: 'None' } },
        { ...older, ...codes, job_id: 2, state: { current: 'COMPLETED', reason: 'None' } },
      ]),
    });
    expect(await jobs.list({ machine, ended: true })).toMatchObject([
      { id: '1', state: 'failed', exitCode: null, elapsedSeconds: 1, limitSeconds: 60 },
      { id: '2', state: 'done', exitCode: 0 },
    ]);
  });

  test('a submission’s id is that of its array', async () => {
    const { jobs, asked } = recordedApi('v0.0.42', {
      'POST /slurm/v0.0.42/job/submit': [200, recorded.submitted],
    });
    const bare = { queue: null, project: null, nodes: 2, limitSeconds: 300, folder: '/data' };
    const script = '#!/bin/bash\nsleep 1\n';
    const more = { machine, script, name: 'sweep', array: '1-2', marker: 'compute-desk 1' };
    expect(await jobs.submit({ ...bare, ...more })).toBe('56');
    expect(JSON.parse(String(asked[0]?.body))).toMatchObject({
      script,
      job: {
        environment: [expect.stringContaining('PATH=')],
        time_limit: { set: true, infinite: false, number: 5 },
        ...{ minimum_nodes: 2, maximum_nodes: 2, array: '1-2', comment: 'compute-desk 1' },
      },
    });
  });
});
