import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  field,
  fieldJob,
  jobsWorld,
  json,
  minute,
  slurm,
  slurmJob,
  startApiServer,
} from '../../support/work/jobs-world.ts';
import { policyOf, settingsFolder } from '../../support/worlds/policy.ts';

const day = 24 * 60 * minute;

/** slurmrestd that accepts what it is sent as job 7, 8, …, and tells the jobs that a test gives. */
async function start() {
  const told: { jobs: unknown[] } = { jobs: [] };
  let last = 6;
  const server = await startApiServer(({ method }, response) => {
    if (method === 'GET') json(response, { errors: [], jobs: told.jobs });
    else {
      last += 1;
      json(response, { errors: [], job_id: last });
    }
  });
  return { server, told, ...(await jobsWorld(server.origin, slurm)) };
}

const stored = async ({ database }: Awaited<ReturnType<typeof start>>) => {
  const jobs = await database.all({ sql: 'SELECT job_id AS id FROM jobs ORDER BY id' });
  const sent = await database.all({ sql: 'SELECT state FROM job_submissions ORDER BY at' });
  return { jobs: jobs.map(({ id }) => id), sent: sent.map(({ state }) => state) };
};

test('noJobSubmission: main submits nothing, whatever a window asks; jobs are shown and cancelled as before', async () => {
  const world = await start();
  world.told.jobs = [slurmJob(3)];
  const { made: policy } = await policyOf([settingsFolder({ locks: { noJobSubmission: true } })]);
  const { submit, look, snapshot, calls } = world.open({ policy });
  await expect(submit(randomUUID())).rejects.toMatchObject({
    ...{ code: 'locked-by-policy', details: { lock: 'noJobSubmission' } },
  });
  expect(world.server.asked).toEqual([]);
  expect(await stored(world)).toEqual({ jobs: [], sent: [] });
  await look();
  const { jobs, locked } = await snapshot();
  expect(locked).toBe(true);
  const keys = jobs.map(({ key }) => key);
  const [done] = await calls.cancel({ systemId: world.systemId, keys }, { id: 'window' });
  expect(done?.accepted).toBe(true);
  expect([world.server.sent('POST'), world.server.sent('DELETE')]).toEqual([0, 1]);
});

test('a job whose id is used again stays what it was, whichever of both the server tells first', async () => {
  const world = await start();
  const { look, snapshot, calls } = world.open();
  const at = Math.floor(world.clock.now / 1000) - 3600;
  const earlier = { submit_time: at, standard_output: '/data/earlier' };
  const later = { submit_time: at + 3000, standard_output: '/data/later' };
  world.told.jobs = [slurmJob(3, earlier)];
  await look();
  const key = (await snapshot()).jobs[0]?.key ?? '';
  const both = [slurmJob(3, later), slurmJob(3, { ...earlier, job_state: 'FAILED' })];
  for (const jobs of [both, both.toReversed(), both.slice(0, 1)]) {
    world.told.jobs = jobs;
    const detail = await calls.show({ systemId: world.systemId, key }, { id: 'window' });
    expect(detail.outputPath).toBe('/data/earlier');
  }
});

test('what is kept of a system goes with it, and nothing of others', async () => {
  const world = await start();
  const one = world.open();
  await one.submit(randomUUID());
  await world.database.runAll([
    {
      sql: `INSERT INTO jobs SELECT 99, 'other', machine, 'of-other', said, states, wishes, told,
              first_at, last_at, ended_at, followed, seen FROM jobs`,
    },
    {
      sql: `INSERT INTO job_submissions SELECT 'of-other', 'other', what, marker, at, 'refused', job_id,
              problem, searches, searched_at FROM job_submissions`,
    },
  ]);
  expect(await stored(world)).toEqual({
    ...{ jobs: ['7', 'of-other'], sent: ['accepted', 'refused'] },
  });
  await one.jobs.forget(world.systemId);
  expect(await stored(world)).toEqual({ jobs: ['of-other'], sent: ['refused'] });
});

test.each([
  ['90 days', 90, []],
  ['400 days, as long as nothing is set', null, ['7']],
  ['for ever', 0, ['7']],
] as const)(
  'jobs that ended and settled submissions are kept %s; what is not at its end is kept in any case',
  async (_, keepChanges, kept) => {
    const world = await start();
    world.told.jobs = [slurmJob(7), slurmJob(8)];
    const settings = { kept: () => (keepChanges === null ? {} : { keepChanges }) };
    const first = world.open(settings);
    for (const id of [randomUUID(), randomUUID()]) await first.submit(id);
    const ended = { job_state: 'COMPLETED', end_time: world.clock.now / 1000 };
    world.told.jobs = [slurmJob(7, ended), slurmJob(8)];
    await first.refresh();
    await first.jobs.close();
    await world.database.run({
      sql: `INSERT INTO job_submissions SELECT 'lost', system_id, what, 'compute-desk lost', at, 'not-known', NULL,
              NULL, 0, NULL FROM job_submissions LIMIT 1`,
    });
    world.clock.now += 91 * day;
    world.told.jobs = [slurmJob(8)];
    const second = world.open(settings);
    await second.refresh();
    expect(await stored(world)).toEqual({
      jobs: [...kept, '8'],
      sent: [...kept.flatMap(() => ['accepted', 'accepted']), 'not-known'].sort(),
    });
    const rows = (await second.snapshot()).jobs.filter(({ followed }) => followed);
    expect(rows.map(({ id }) => id).sort()).toEqual([...kept, '8']);
  },
);

test('how many jobs ended and were not seen is told by itself, and only as it changes', async () => {
  const lists = { live: [fieldJob(1), fieldJob(2)], ended: [] as unknown[] };
  const server = await startApiServer(({ path }, response) => {
    if (path === '/status/') return json(response, [{ machine: 'cpu', status: 'OK' }]);
    const output = path.endsWith('/sacct') ? lists.ended : lists.live;
    json(response, { status: 'OK', error: '', output });
  });
  const { open, systemId } = await jobsWorld(server.origin, field);
  const { look, refresh, calls, unseenJobs, events } = open();
  const counts = () => events.of('unseenJobs.changed').map(({ count }) => count);
  await look();
  await refresh();
  expect(counts()).toEqual([0]);
  lists.ended = [fieldJob(1, { status: 'EXT', end_code: 0, end_time: '2026/11/01 10:00:00' })];
  lists.live = [fieldJob(2)];
  await refresh();
  await refresh();
  expect(counts()).toEqual([0, 1]);
  expect(await unseenJobs.snapshot({ systemId }, { id: 'window' })).toEqual({ systemId, count: 1 });
  await calls.markSeen({ systemId, keys: null }, { id: 'window' });
  expect(counts()).toEqual([0, 1, 0]);
});
