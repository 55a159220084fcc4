import { expect, onTestFinished, test } from 'vitest';
import { createTools, workTools } from '../../../main/chat/tools/index.ts';
import type { PolicyLock } from '../../../preload/contract/settings/policy-locks.ts';
import { jobsWorld, json, sender, slurm, startApiServer } from '../../support/work/jobs-world.ts';
import { throughTheDoor } from '../../support/worlds/door.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';
import { recordEvents } from '../../support/worlds/world.ts';

const script = '#!/bin/bash\n#SBATCH --nodes=1\n\u202esrun ./solve   # as it is\n';
const input = { machine: 'slurm', script, name: 'solve', folder: '/data' };

/** The chat's tools over real jobs of a slurmrestd that accepts what it is sent as job 7, 8, …. */
async function start(locks: readonly PolicyLock[] = []) {
  let last = 6;
  const server = await startApiServer(({ method }, response) => {
    last += method === 'POST' ? 1 : 0;
    json(response, { errors: [], ...(method === 'POST' ? { job_id: last } : { jobs: [] }) });
  });
  const world = await jobsWorld(server.origin, slurm);
  const { jobs } = world.open();
  const database = await startMemoryStorage();
  onTestFinished(() => database.close());
  const events = recordEvents();
  const tools = await createTools({
    ...{ database, emit: events.emit },
    machines: { snapshot: () => Promise.reject(new Error('not asked')) },
    policy: { isLocked: (lock) => locks.includes(lock) },
  });
  const readFile = () => Promise.reject(new Error('not asked'));
  tools.register(
    workTools({ jobs: jobs.latest, readFile, submit: jobs.submit, unsent: jobs.unsent }),
  );
  const { tools: calls, toolRequests } = throughTheDoor(
    { tools: tools.calls, toolRequests: tools.requestCalls },
    world.log,
  );
  const { systemId } = world;
  const { signal } = new AbortController();
  const waiting = () => events.of('toolRequests.changed').at(-1) ?? [];

  return {
    ...{ server, tools, calls, systemId, toolRequests },
    /** Calls the tool as a turn does. */
    async call(callId: string, value: object = input): Promise<string> {
      const of = { messageId: 'm', callId, conversationId: 'c', systemId, sources: [] };
      const text = JSON.stringify(value);
      const permitted = await tools.permit({ ...of, name: 'job_submit', text }, signal);
      if (permitted.kind !== 'run') return `${permitted.kind}: ${permitted.words}`;
      return (await tools.run(permitted.call, { systemId, conversationId: 'c', signal })).text;
    },
    async question() {
      await events.until('toolRequests.changed', () => waiting().length > 0);
      const [question] = waiting();
      if (question === undefined) throw new Error('nothing waits');
      return question;
    },
    async allow(): Promise<void> {
      const { messageId, callId, digest } = await this.question();
      const decision = { kind: 'allow' as const, holds: 'once' as const };
      await toolRequests.decide({ messageId, callId, digest, decision }, sender);
    },
  };
}

test('a job of a model is submitted as the user saw it, and each one asks', async () => {
  const world = await start();
  const first = world.call('1');
  const question = await world.question();
  expect(question).toMatchObject({
    ...{ reason: 'ask', offers: ['once'], arguments: JSON.stringify(input, null, 2), server: null },
    tool: { name: 'job_submit', writes: true, everyTime: true },
  });
  const { messageId, callId, digest } = question;
  for (const holds of ['always', 'conversation'] as const) {
    const decision = { kind: 'allow' as const, holds };
    await expect(
      world.toolRequests.decide({ messageId, callId, digest, decision }, sender),
    ).rejects.toMatchObject({ code: 'tool-changed' });
  }
  expect(world.server.sent('POST')).toBe(0);
  await world.allow();
  expect(JSON.parse(await first)).toEqual({ state: 'accepted', jobId: '7', machine: 'slurm' });
  const sent = world.server.asked.find(({ method }) => method === 'POST');
  const body = JSON.parse(sent?.body ?? '{}') as { script: string; job: { comment: string } };
  expect(body.script).toBe(script);
  expect(body.job.comment).toMatch(/^compute-desk [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const again = world.call('2');
  await world.allow();
  expect(JSON.parse(await again)).toMatchObject({ jobId: '8' });
});

test('a job of a model is never allowed for always', async () => {
  const world = await start();
  const [tool] = (await world.calls.snapshot(undefined, sender)).filter(
    ({ name }) => name === 'job_submit',
  );
  const of = { name: 'job_submit', fingerprint: tool?.fingerprint ?? '' };
  await expect(
    world.calls.setApproval({ ...of, approval: 'always' }, sender),
  ).rejects.toMatchObject({ code: 'tool-asks-every-time' });
  await world.calls.setApproval({ ...of, approval: 'never' }, sender);
  expect(await world.call('1')).toMatch(/^refused/);
  expect(world.server.asked).toEqual([]);
});

test('the same call of a model is sent once, however often it is tried', async () => {
  const world = await start();
  const results = [];
  for (const _ of [1, 2]) {
    const called = world.call('1');
    await world.allow();
    results.push(JSON.parse(await called));
  }
  expect(results).toEqual([results[0], results[0]]);
  expect(world.server.sent('POST')).toBe(1);
});

test('after a lost answer the model is told not to submit again; a refusal is named', async () => {
  const world = await start();
  world.server.answer = (_, response) => response.destroy();
  const lost = world.call('1');
  await world.allow();
  expect(JSON.parse(await lost)).toMatchObject({
    state: 'not-known',
    advice: expect.stringContaining('Do not submit it again'),
  });
  world.server.answer = (_, response) =>
    json(response, { errors: [{ error: 'Invalid partition' }] }, 500);
  const refused = world.call('2', { ...input, queue: 'none' });
  await world.allow();
  await expect(refused).rejects.toThrow('Invalid partition');
});

test('arguments that are none are not asked about, and noJobSubmission leaves no such tool', async () => {
  const world = await start();
  for (const value of [{}, { ...input, more: 1 }, { ...input, script: 'x'.repeat(16_001) }]) {
    expect(await world.call('1', value)).toMatch(/^failed: Error: /);
  }
  const locked = await start(['noJobSubmission']);
  expect(locked.tools.offered(['job_submit', 'jobs'], locked.systemId)).toHaveLength(1);
  expect(await locked.call('1')).toBe('failed: There is no tool named job_submit.');
});

test('what of the script does not go along is told with the question, and with the result', async () => {
  const world = await start();
  const lines = '#SBATCH --signal=USR1@60\n#PJM -L node=2\n';
  const called = world.call('1', { ...input, script: `#!/bin/bash\n${lines}srun a\n` });
  const unsent = [
    { line: 2, text: '#SBATCH --signal=USR1@60' },
    { line: 3, text: '#PJM -L node=2' },
  ];
  expect(await world.question()).toMatchObject({ unsent, moreUnsent: 0 });
  await world.allow();
  expect(JSON.parse(await called)).toMatchObject({ jobId: '7', notSent: unsent, moreUnsent: 0 });
});
