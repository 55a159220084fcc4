import { expect, test } from 'vitest';
import { type WorkToolDeps, workTools } from '../../../../main/work/programs/mcp-work.ts';
import type { StoredProgram } from '../../../../main/work/programs/store.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

const { signal } = new AbortController();

/** A system reached by ssh, which may be connected. */
function bySsh(is: { open: boolean; locked?: boolean; refused?: AppError }) {
  const submitted: string[] = [];
  const deps = {
    systems: { get: () => ({ computeApi: { family: 'slurm-ssh', host: 'login' } }) },
    apis: {
      of: () => ({
        jobs: { list: async () => [] },
        files: null,
        machines: async () => ['cluster'],
      }),
    },
    jobs: {
      submit: async ({ id }: { id: string }) => {
        submitted.push(id);
        const problem = is.refused?.toData() ?? null;
        return { state: problem === null ? 'not-known' : 'refused', jobId: null, problem };
      },
      unsent: ({ submission }: { submission: { script: string } }) => ({
        unsent: submission.script.includes('#PJM') ? [{ line: 2, text: '#PJM -N a' }] : [],
        moreUnsent: 0,
      }),
    },
    ssh: { isOpen: () => is.open },
    policy: {
      requireOpen: () => {
        if (is.locked === true) throw new AppError('locked-by-policy');
      },
    },
    requireReady: () => Promise.reject(new Error('of the Web API')),
  } as unknown as WorkToolDeps;
  const program = { id: 'one', systemId: 'alpha', readOnly: false } as StoredProgram;
  return {
    submitted,
    async run(name: string, input: object) {
      const tool = workTools(program, deps).find((one) => one.name === name);
      return tool?.run(input, signal);
    },
  };
}

test('tools of a system reached by ssh run while it is connected, and fail at once while it is not', async () => {
  const asked = { machine: 'cluster' };
  expect(await bySsh({ open: true }).run('jobs', asked)).toEqual({ jobs: [], more: false });
  await expect(bySsh({ open: false }).run('jobs', asked)).rejects.toMatchObject({
    ...{ status: 403, missing: { kind: 'ssh' } },
    message: expect.stringContaining('Open “Other programs” in Compute Desk to connect.'),
  });
  const locked = bySsh({ open: false, locked: true });
  await expect(locked.run('jobs', asked)).rejects.toMatchObject({ code: 'locked-by-policy' });
});

test('a lost answer is told as such, and the same job with the same word has the same id', async () => {
  const world = bySsh({ open: true });
  const asked = { machine: 'cluster', script: '#!/bin/sh\n', request: 'one' };
  const answer = { state: 'not-known', job: null, machine: 'cluster' };
  expect(await world.run('submit_job', asked)).toEqual(answer);
  await world.run('submit_job', { ...asked });
  await world.run('submit_job', { ...asked, request: 'two' });
  await world.run('submit_job', { ...asked, script: '#!/bin/sh\ntrue\n' });
  const [first, again, ...others] = world.submitted;
  expect(again).toBe(first);
  expect(new Set(world.submitted).size).toBe(3);
  expect(others).toHaveLength(2);
  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
});

test('a program is told which lines of its script do not go along', async () => {
  const asked = { machine: 'cluster', script: '#!/bin/sh\n#PJM -N a\n', request: 'one' };
  const answer = await bySsh({ open: true }).run('submit_job', asked);
  expect(answer).toMatchObject({ notSent: [{ line: 2, text: '#PJM -N a' }], moreUnsent: 0 });
});

test('a refused job says that another word sends it again, and asks the user for nothing', async () => {
  const asked = { machine: 'cluster', script: '#!/bin/sh\n', request: 'one' };
  const refused = new AppError('session-expired');
  await expect(bySsh({ open: true, refused }).run('submit_job', asked)).rejects.toMatchObject({
    ...{ status: 409, code: 'job-refused', missing: null },
    message: expect.stringContaining('use another word as request'),
  });
});

test('a machine that the system does not have is refused before anything is sent', async () => {
  const world = bySsh({ open: true });
  const asked = { machine: 'other', script: '#!/bin/sh\n', request: 'one' };
  await expect(world.run('submit_job', asked)).rejects.toMatchObject({ code: 'no-machine' });
  expect(world.submitted).toEqual([]);
});

test('a folder that leads up and control characters are refused before anything is sent', async () => {
  const world = bySsh({ open: true });
  const asked = { machine: 'cluster', script: '#!/bin/sh\n', request: 'one' };
  for (const more of [
    { folder: '/home/../root' },
    { folder: 'home' },
    { name: 'a\nb' },
    { name: ' ' },
  ]) {
    await expect(world.run('submit_job', { ...asked, ...more })).rejects.toThrow();
  }
  expect(world.submitted).toEqual([]);
});
