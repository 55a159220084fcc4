import { expect, test } from 'vitest';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import {
  type Asked,
  field,
  fieldJob,
  jobsWorld,
  json,
  minute,
  slurmJob,
  startApiServer,
} from '../../support/work/jobs-world.ts';

type Answer = { readonly status?: number; readonly value: unknown };

/** A system whose API answers as a test says, with the clock a minute further at each round. */
async function start(choice: ComputeApiChoice, answer: (asked: Asked) => Answer) {
  const server = await startApiServer((asked, response) => {
    const { status = 200, value } = answer(asked);
    json(response, value, status);
  });
  const world = await jobsWorld(server.origin, choice);
  const opened = world.open();
  const round = async () => {
    world.clock.now += 2 * minute;
    await opened.look();
    await opened.refresh();
    return (await opened.snapshot()).jobs;
  };
  return { ...world, ...opened, server, round };
}

/** The field's API: what is listed, and what asking for one job gets. */
const fieldAnswers =
  (lists: { live: unknown[]; ended: unknown[] }, show: (id: string) => Answer) =>
  ({ path }: Asked): Answer => {
    const told = (output: unknown[]): Answer => ({ value: { status: 'OK', error: '', output } });
    if (path === '/status/') return { value: [{ machine: 'cpu', status: 'OK' }] };
    if (path === '/queue/cpu') return told(lists.live);
    if (path === '/queue/cpu/sacct') return told(lists.ended);
    return show(path.split('/').at(-1) ?? '');
  };

const over = { status: 'EXT', end_code: '0', end_time: '2026/11/01 09:01:00' };

test('a job that may not be asked for takes nothing from what the lists told of others', async () => {
  const lists = { live: [fieldJob(1), fieldJob(2)], ended: [] as unknown[] };
  const refused = { status: 500, value: { err_msg: 'PJM internal error', status: 'NG' } };
  const world = await start(
    field,
    fieldAnswers(lists, () => refused),
  );
  await world.round();
  lists.live = [];
  lists.ended = [fieldJob(2, over)];
  const jobs = await world.round();
  expect(jobs.map(({ id, state }) => [id, state]).sort()).toEqual([
    ['1', 'running'],
    ['2', 'done'],
  ]);
  expect(world.given.map(({ job }) => job?.what)).toEqual(['done']);
});

test('jobs that are missing come first, and none waits for ever for its turn to be asked for', async () => {
  const arrays = Array.from({ length: 80 }, (_, at) => fieldJob(100 + at, { subjob_num: '3' }));
  const lists = { live: [...arrays, fieldJob(7)], ended: [] as unknown[] };
  const asked = new Set<string>();
  const show = (id: string): Answer => {
    asked.add(id);
    return { status: 404, value: { err_msg: 'no such job' } };
  };
  const world = await start(field, fieldAnswers(lists, show));
  await world.round();
  lists.live = arrays;
  await world.round();
  expect(asked).toContain('7');
  const jobs = await world.round();
  expect(jobs.find(({ id }) => id === '7')).toMatchObject({ state: 'end-unknown' });
  expect(asked.size).toBe(81);
});

test('whose jobs they are is known after a restart too, by one that was submitted here', async () => {
  const jobs = [slurmJob(7)];
  const world = await start({ family: 'slurm', version: 'v0.0.38' }, ({ method }) => ({
    value: { errors: [], ...(method === 'POST' ? { job_id: 7 } : { jobs }) },
  }));
  await world.submit(crypto.randomUUID());
  await world.round();
  expect((await world.snapshot()).ownUnknown).toBe(false);
  await world.jobs.close();
  const again = world.open();
  expect((await again.snapshot()).ownUnknown).toBe(false);
  jobs.push(slurmJob(8), slurmJob(9, { user_name: 'other' }));
  await again.look();
  await again.refresh();
  const rows = (await again.snapshot()).jobs.map(({ id, own, followed }) => [id, own, followed]);
  expect(rows.sort()).toEqual([
    ['7', true, true],
    ['8', true, true],
    ['9', false, false],
  ]);
});

test('a job of IRI is the user’s own and the same one, whenever it came into its state', async () => {
  const since = (at: number) => world.clock.now / 1000 - at;
  const status: { state: string; time: number } = { state: 'new', time: 0 };
  const answer = ({ path, method }: Asked): Answer => {
    if (path.endsWith('/compute/resources')) return { value: [{ id: 'r', name: 'perl' }] };
    const job = { id: '5', status, job_spec: { name: 'one' } };
    return { value: method === 'POST' ? [job] : job };
  };
  const world = await start({ family: 'iri', version: 'v2', user: 'me' }, answer);
  const states: string[] = [];
  for (const state of ['new', 'queued', 'held', 'queued', 'active', 'completed']) {
    status.state = state;
    // It came into it a moment ago; a round is two minutes.
    status.time = since(-119);
    const jobs = [...(await world.round()), ...(await world.round())];
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(1);
    states.push(jobs.at(-1)?.state ?? '');
    expect(jobs.at(-1)).toMatchObject({ own: true, followed: true });
  }
  expect(states).toEqual(['waiting', 'waiting', 'held', 'waiting', 'running', 'done']);
  expect(world.given.map(({ job }) => job?.what)).toEqual(['started', 'done']);
  expect((await world.snapshot()).ownUnknown).toBe(false);
});

test('a new job with the id of one that ended is followed, also where no API tells when it was submitted', async () => {
  const told = { jobs: [] as unknown[] };
  const job = (state: string, start: number, end: number | null) => ({
    ...{ jobId: '5', name: 'nightly', user: 'me', allocationNodes: 1, cluster: 'alps' },
    ...{ status: { state }, time: { start, end, elapsed: 1, limit: 60 }, partition: 'normal' },
  });
  const answer = ({ path }: Asked): Answer => ({
    value: path.startsWith('/status/systems') ? { systems: [{ name: 'alps' }] } : told,
  });
  const world = await start({ family: 'firecrest', user: 'me' }, answer);
  const at = world.clock.now / 1000;
  told.jobs = [job('RUNNING', at, null)];
  await world.round();
  told.jobs = [job('COMPLETED', at, at + 200)];
  await world.round();
  // An answer that is late changes nothing.
  told.jobs = [job('RUNNING', at, null), job('COMPLETED', at, at + 200)];
  expect(await world.round()).toHaveLength(1);
  told.jobs = [job('RUNNING', at + 700, null), job('COMPLETED', at, at + 200)];
  expect((await world.round()).map(({ state }) => state).sort()).toEqual(['done', 'running']);
  told.jobs = [job('FAILED', at + 700, at + 900), job('COMPLETED', at, at + 200)];
  const rows = await world.round();
  expect(rows.map(({ state, followed }) => [state, followed]).sort()).toEqual([
    ['done', true],
    ['failed', true],
  ]);
  expect(world.given.map(({ job: one }) => one?.what)).toEqual(['done', 'failed']);
});
