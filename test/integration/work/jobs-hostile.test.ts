import { expect, test } from 'vitest';
import { patience } from '../../support/patience.ts';
import { heapUsed } from '../../support/processes/heap.ts';
import {
  type Asked,
  field,
  fieldJob,
  jobsWorld,
  json,
  minute,
  startApiServer,
} from '../../support/work/jobs-world.ts';

/** The field's API with one machine, whose lists a test gives. */
async function start(lists: { live?: unknown; ended?: unknown }) {
  const more: { answer?: (asked: Asked) => unknown } = {};
  const server = await startApiServer((asked, response) => {
    const { path } = asked;
    const own = more.answer?.(asked);
    if (own !== undefined) json(response, own);
    else if (path === '/status/') json(response, [{ machine: 'cpu', status: 'OK' }]);
    else {
      const output = path.endsWith('/sacct') ? lists.ended : lists.live;
      json(response, { status: 'OK', error: '', output: output ?? 'No Jobs.' });
    }
  });
  const world = await jobsWorld(server.origin, field);
  return { ...world, server, more, lists };
}

const problemOf = (state: { machines: readonly { problem: unknown }[] }) =>
  state.machines[0]?.problem;

test('an answer without an end is cut off and named; what was known stays, and the next good answer is read', async () => {
  const world = await start({ live: [fieldJob(1)] });
  const { look, refresh, snapshot } = world.open();
  await look();
  expect((await snapshot()).jobs).toHaveLength(1);
  const { answer } = world.server;
  world.server.answer = (asked, response) => {
    if (asked.path === '/status/') return answer(asked, response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"status":"OK","output":[');
    const piece = Buffer.alloc(1024 * 1024, `${JSON.stringify(fieldJob(2))},`);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  };
  await refresh();
  const state = await snapshot();
  expect(problemOf(state)).toMatchObject({ code: 'answer-too-large' });
  expect(state.jobs).toHaveLength(1);
  world.server.answer = answer;
  await refresh();
  expect(problemOf(await snapshot())).toBeNull();
});

test.each([
  ['a text', '"hello"', 'answer-shape'],
  ['a number for the list', '{"status":"OK","output":7}', 'answer-shape'],
  ['no list', '{"status":"OK"}', 'answer-shape'],
  ['a page', '<html></html>', 'answer-not-json'],
  ['nothing', '', 'answer-not-json'],
  ['lists in lists', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'answer-not-json'],
])('%s instead of jobs is named, and ends nothing', async (_, text, code) => {
  const world = await start({});
  const { answer } = world.server;
  world.server.answer = (asked, response) => {
    if (asked.path === '/status/') return answer(asked, response);
    response.end(text);
  };
  const { look, snapshot } = world.open();
  await look();
  const state = await snapshot();
  expect(problemOf(state)).toMatchObject({ code });
  expect(state.jobs).toEqual([]);
  expect(world.log.text()).toBe('');
});

test('records with values of any type are jobs without what cannot be read', async () => {
  const odd = [null, [], {}, '', 'x', -1, 1e308, true, { a: 1 }, [['b']], '9999/99/99 99:99:99'];
  const names = Object.keys(fieldJob(1));
  const records = odd.flatMap((value, index) => [
    Object.fromEntries(names.map((name) => [name, value])),
    ...names.map((name, at) => fieldJob(1000 * (index + 1) + at, { [name]: value })),
  ]);
  const world = await start({ live: [...odd, ...records], ended: records });
  const { look, snapshot } = world.open();
  await look();
  const state = await snapshot();
  expect(problemOf(state)).toBeNull();
  expect(state.jobs.length).toBeGreaterThan(100);
  expect(world.log.text()).toBe('');
});

test('a job that changes its owner is another job: the end of one is not told as that of the other', async () => {
  const world = await start({ live: [fieldJob(7)] });
  const { look, refresh, snapshot } = world.open();
  await look();
  const [own] = (await snapshot()).jobs;
  expect(own).toMatchObject({ id: '7', own: true, followed: true, user: 'me' });
  world.lists.live = [fieldJob(7, { user: 'mallory' })];
  world.lists.ended = [fieldJob(7, { user: 'mallory', status: 'EXT', end_code: 1 })];
  world.more.answer = ({ path }) =>
    path === '/queue/cpu/7' ? { status: 'OK', output: world.lists.live } : undefined;
  await refresh();
  world.clock.now += 2 * minute;
  await refresh();
  const { jobs } = await snapshot();
  expect(jobs.find(({ key }) => key === own?.key)).toMatchObject({
    ...{ user: 'me', state: 'end-unknown', exitCode: null },
  });
  expect(jobs.find(({ user }) => user === 'mallory')).toMatchObject({
    own: false,
    followed: false,
  });
  expect(world.given.map(({ job }) => job?.what)).toEqual(['lost']);
});

const sequences = '\u001b]0;owned\u0007\u001b[31m\u202ename\r\nX: y';

test('escape sequences in names and output stay text: nothing of them is run, and what is kept is bounded', async () => {
  const long = `${sequences}${'z'.repeat(100_000)}`;
  const world = await start({
    live: [fieldJob(7, { name: long, rsc_grp: sequences, pjm_code: long, status: sequences })],
  });
  world.more.answer = ({ path, method }) => {
    if (path === '/command/cpu' && method === 'POST') return { status: 'OK', output: '/u/me\n' };
    if (path === '/file/cpu/u/me?view=read') {
      return { status: 'OK', output: `-rw-r--r-- 1 me me 9 Nov 1 09:00 out.7.log\n` };
    }
    return path === '/file/cpu/u/me/out.7.log' ? { text: sequences } : undefined;
  };
  const { look, snapshot, calls } = world.open();
  await look();
  const [job] = (await snapshot()).jobs;
  expect(job?.name).toBe(long.slice(0, 1000));
  expect(job).toMatchObject({ queue: sequences.trim(), state: 'unknown' });
  const [row] = await world.database.all({ sql: 'SELECT said FROM jobs' });
  expect(String(row?.said).length).toBeLessThan(10_000);
  const asked = {
    systemId: world.systemId,
    key: job?.key ?? '',
    which: 'output',
    from: null,
  } as const;
  const output = await calls.output(asked, { id: 'window' });
  expect(output).toMatchObject({
    ...{ path: '/u/me/out.7.log', text: JSON.stringify({ text: sequences }) },
  });
});

test.each([
  '..',
  '../../status',
  '1-99999',
  '7[0-9]',
  '7/../../command/cpu',
  '%2e%2e',
  '-r',
  'a\nb',
  '\ud800',
])('the id %j leads nowhere: it is listed, and neither asked for nor cancelled', async (id) => {
  const world = await start({ live: [fieldJob(id, { user: 'me' })] });
  const { look, refresh, snapshot, calls } = world.open();
  const ofSystem = { systemId: world.systemId };
  await look();
  const [job] = (await snapshot()).jobs;
  const key = job?.key ?? '';
  const [done] = await calls.cancel({ ...ofSystem, keys: [key] }, { id: 'window' });
  expect(done).toMatchObject({ accepted: false, problem: { code: 'answer-shape' } });
  await calls.show({ ...ofSystem, key }, { id: 'window' });
  world.lists.live = 'No Jobs.';
  await refresh();
  const paths = new Set(world.server.asked.map(({ method, path }) => `${method} ${path}`));
  expect([...paths].sort()).toEqual(['GET /queue/cpu', 'GET /queue/cpu/sacct', 'GET /status/']);
});

test.each(['..', '.', 'a/../../x', 'a?b#c', '\ud800'])(
  'the machine %j leads to no other path',
  async (machine) => {
    const world = await start({});
    world.more.answer = ({ path }) =>
      path === '/status/' ? [{ machine, status: 'OK' }] : undefined;
    const { look, snapshot } = world.open();
    await look();
    const encoded = encodeURIComponent(machine.replace('\ud800', '\ufffd'));
    for (const { path } of world.server.asked.slice(1)) {
      expect(path).toMatch(/^\/queue\//);
      expect(path.split('/')[2]).toBe(encoded);
    }
    expect((await snapshot()).machines.map(({ name }) => name)).toEqual([machine]);
    expect(world.log.text()).toBe('');
  },
);

test.each(['..', '../x', '/etc/passwd', 'a/7', '7\0'])(
  'a file called %j in a listing is no output of job 7',
  async (name) => {
    const world = await start({ live: [fieldJob(7)] });
    world.more.answer = ({ path }) => {
      if (path === '/command/cpu') return { status: 'OK', output: '/u/me\n' };
      if (!path.startsWith('/file/')) return undefined;
      return { status: 'OK', output: `-rw-r--r-- 1 me me 9 Nov 1 09:00 ${name}\n` };
    };
    const { look, snapshot, calls } = world.open();
    await look();
    const [job] = (await snapshot()).jobs;
    const asked = {
      systemId: world.systemId,
      key: job?.key ?? '',
      which: 'output',
      from: null,
    } as const;
    await expect(calls.output(asked, { id: 'window' })).rejects.toMatchObject({
      code: 'not-found',
    });
    const files = world.server.asked.filter(({ path }) => path.startsWith('/file/'));
    expect(files.map(({ path }) => path)).toEqual(['/file/cpu/u/me?view=read']);
  },
);

test('ten thousand jobs are listed; of more the rest is counted, own ones first; rounds keep no more of them', {
  timeout: patience(120_000),
}, async () => {
  const others = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => fieldJob(100_000 + from + index, { user: 'her' }));
  const world = await start({ live: others(10_000) });
  const { look, refresh, snapshot } = world.open();
  await look();
  const first = await snapshot();
  expect([first.jobs.length, first.machines[0]?.leftOut]).toEqual([10_000, 0]);
  world.lists.live = [...others(15_000), fieldJob(1)];
  await refresh();
  const second = await snapshot();
  expect(second.jobs.length).toBeLessThanOrEqual(10_001);
  expect(second.machines[0]?.leftOut).toBe(5_001);
  expect(second.jobs.find(({ own }) => own)).toMatchObject({ id: '1', followed: true });
  const before = heapUsed();
  for (let round = 0; round < 5; round += 1) {
    world.lists.live = others(15_000, round * 20_000);
    world.clock.now += minute / 4;
    await refresh();
  }
  expect((await snapshot()).jobs.length).toBeLessThanOrEqual(10_001);
  world.lists.live = 'No Jobs.';
  expect(heapUsed() - before).toBeLessThan(60 * 1024 * 1024);
  const [row] = await world.database.all({ sql: 'SELECT COUNT(*) AS rows FROM jobs' });
  expect(row?.rows).toBe(1);
});

test('own jobs without a bound are followed up to two thousand, and the others counted', {
  timeout: patience(120_000),
}, async () => {
  const world = await start({
    live: Array.from({ length: 5_000 }, (_, index) => fieldJob(index + 1)),
  });
  const { look, snapshot } = world.open();
  await look();
  const { jobs, machines } = await snapshot();
  expect(jobs.filter(({ followed }) => followed)).toHaveLength(2_000);
  expect(jobs).toHaveLength(5_000);
  expect(machines[0]?.leftOut).toBe(3_000);
});
