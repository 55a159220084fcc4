import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { ignoring } from '../../../common/ignoring.ts';
import {
  field,
  jobsWorld,
  json,
  minute,
  slurm,
  slurmJob,
  startApiServer,
} from '../../support/work/jobs-world.ts';

/** A slurmrestd that makes a job of each submission, and answers these as a test says. */
async function startSlurm(reply: (response: ServerResponse) => void, makes = true) {
  const made: ReturnType<typeof slurmJob>[] = [];
  const server = await startApiServer(({ method, path, body }, response) => {
    if (method === 'GET') {
      const known = path.endsWith('/jobs')
        ? made
        : made.filter((one) => path.endsWith(`/${one.job_id}`));
      json(response, { errors: [], jobs: known });
      return;
    }
    const { comment } = (JSON.parse(body) as { job: { comment: string } }).job;
    if (makes) made.push(slurmJob(made.length + 7, { comment }));
    reply(response);
  });
  return { server, made };
}

const lose = (response: ServerResponse): void => void response.destroy();

test('a lost reply is searched for by its marker, and nothing is sent again', async () => {
  const { server } = await startSlurm(lose);
  const { open, systemId, given } = await jobsWorld(server.origin, slurm);
  const { submit, refresh, snapshot, calls } = open();
  const id = randomUUID();
  expect(await submit(id)).toMatchObject({ state: 'not-known', jobId: null, key: null });
  await refresh();
  const { submissions, jobs } = await snapshot();
  expect(submissions).toMatchObject([{ id, state: 'accepted', jobId: '7', problem: null }]);
  expect(jobs).toMatchObject([{ id: '7', key: submissions[0]?.key, followed: true, own: true }]);
  expect(await submit(id)).toMatchObject({ state: 'accepted', jobId: '7' });
  expect(await calls.search({ systemId, id }, { id: 'window' })).toMatchObject({ jobId: '7' });
  expect(server.sent('POST')).toBe(1);
  expect(given.map(({ job }) => job?.what)).toEqual(['started']);
});

test.each(['when it was lost', 'while it was being sent'])(
  'it is found after a restart, also where the app ended %s, and nothing is sent again',
  async (when) => {
    const isOpen = when === 'while it was being sent';
    const { server, made } = await startSlurm(isOpen ? () => undefined : lose);
    const { open, database } = await jobsWorld(server.origin, slurm);
    const first = open();
    const id = randomUUID();
    const sent = first.submit(id);
    void ignoring('the first app does not live to tell', sent);
    if (isOpen) await expect.poll(() => made.length).toBe(1);
    else await sent;
    const [row] = await database.all({ sql: 'SELECT state FROM job_submissions' });
    // Killed: nothing of the first app is ended before the second reads what is stored.
    expect(row?.state).toBe(isOpen ? 'sending' : 'not-known');
    const second = open();
    expect((await second.snapshot()).submissions).toMatchObject([{ id, state: 'not-known' }]);
    await second.refresh();
    expect((await second.snapshot()).submissions).toMatchObject([
      { state: 'accepted', jobId: '7' },
    ]);
    expect(await second.submit(id)).toMatchObject({ jobId: '7' });
    expect(server.sent('POST')).toBe(1);
  },
);

test('a submission is absent only after searches of ten minutes without a gap', async () => {
  const { server } = await startSlurm(lose, false);
  const { open, clock } = await jobsWorld(server.origin, slurm);
  const one = open();
  await one.submit(randomUUID());
  const state = async () => (await one.snapshot()).submissions[0]?.state;
  for (let passed = 1; passed < 10; passed += 1) {
    clock.now += minute;
    await one.refresh();
    expect(await state()).toBe('not-known');
  }
  clock.now += minute;
  await one.refresh();
  expect(await state()).toBe('absent');
  expect(server.sent('POST')).toBe(1);
});

test.each(['a gap between the searches', 'a restart'])(
  'after %s it may have come and gone: it is never called absent',
  async (what) => {
    const { server } = await startSlurm(lose, false);
    const { open, clock } = await jobsWorld(server.origin, slurm);
    let one = open();
    await one.submit(randomUUID());
    if (what === 'a restart') {
      await one.jobs.close();
      one = open();
    } else clock.now += 5 * minute;
    for (let passed = 0; passed < 15; passed += 1) {
      clock.now += minute;
      await one.refresh();
    }
    expect((await one.snapshot()).submissions).toMatchObject([
      { state: 'not-known', searches: 15 },
    ]);
  },
);

test('where the API shows no marker the app says that it cannot tell, and does not send again', async () => {
  const server = await startApiServer(({ method }, response) => {
    if (method === 'POST') lose(response);
    else json(response, { status: 'NG', error: '', output: 'No Jobs.' });
  });
  const { open, systemId } = await jobsWorld(server.origin, field);
  const { submit, refresh, snapshot, calls } = open();
  const id = randomUUID();
  expect(await submit(id)).toMatchObject({ state: 'not-tellable', marker: null });
  await refresh();
  expect(await submit(id)).toMatchObject({ state: 'not-tellable' });
  expect(server.sent('POST')).toBe(1);
  await calls.drop({ systemId, id }, { id: 'window' });
  expect((await snapshot()).submissions).toMatchObject([{ state: 'dropped' }]);
});

const words = (text: string, number = 2000) => ({
  errors: [{ error: text, error_number: number }],
});
test.each([
  [400, words('invalid partition'), 'refused'],
  [500, words('Invalid account', 2045), 'refused'],
  [511, words('Authentication failure', 1007), 'refused'],
  [500, words('Socket timed out on send/recv operation', 5004), 'not-known'],
  [502, '<html>Bad gateway</html>', 'not-known'],
  [504, {}, 'not-known'],
  [200, '<html>Welcome</html>', 'not-known'],
  [200, { errors: [], job_id: null }, 'not-known'],
  [200, { errors: [], job_id: 7 }, 'accepted'],
] as const)(
  'the answer %i with %j to a submission means %s; it is sent once',
  async (status, answer, state) => {
    const { server } = await startSlurm((response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    const { open } = await jobsWorld(server.origin, slurm);
    expect(await open().submit(randomUUID())).toMatchObject({ state });
    expect(server.sent('POST')).toBe(1);
  },
);

test('what cannot be stored first is not sent', async () => {
  const { server } = await startSlurm((response) => json(response, { errors: [], job_id: 7 }));
  const { open, database } = await jobsWorld(server.origin, slurm);
  const one = open({
    database: {
      ...database,
      all: database.all,
      get: database.get,
      run: database.run,
      runAll: () => Promise.reject(new Error('disk full')),
    },
  });
  await expect(one.submit(randomUUID())).rejects.toMatchObject({ code: 'internal' });
  expect(server.asked).toEqual([]);
  expect((await one.snapshot()).submissions).toEqual([]);
});
