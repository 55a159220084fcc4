import { expect, test } from 'vitest';
import type { MachinesDeps } from '../../../../main/machines/monitor/index.ts';
import {
  beforeEachTest,
  createServer,
  createSystems,
} from '../../../support/servers/polled-machines.ts';

const start = new Date('2026-01-01T00:00:00.000Z');

const { database, start: startPolled } = beforeEachTest(start);

async function setUp(change: Partial<MachinesDeps> = {}) {
  const server = createServer();
  const started = startPolled(server, await createSystems(database(), 'one'), change);
  return { server, ...started };
}

const ok = { machine: 'fugaku', status: 'OK' };
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const answerOf = (record: string) => ({ body: new TextEncoder().encode(`[${record}]`) });

test('an answer of lists in lists is refused, and the next good one is read', async () => {
  const { server, until, snapshot, refresh } = await setUp();
  await server.answer(answerOf(`{"machine":"a","status":"OK","x":${nested(20_000)}}`));
  await until(({ checking, attemptedAt }) => !checking && attemptedAt !== null);
  expect(await snapshot('one')).toMatchObject({
    machines: [],
    problem: { code: 'answer-shape' },
  });
  const asked = refresh('one');
  await server.list(ok);
  await asked;
  expect(await snapshot('one')).toMatchObject({ machines: [{ name: 'fugaku' }], problem: null });
});

test('of a record that was kept when none was too deep, name and status are shown', async () => {
  await createSystems(database(), 'one');
  await database().run({
    sql: `INSERT INTO machine_states (system_id, position, name, status, since, record)
          VALUES ('one', 0, 'a', 'OK', ?, ?)`,
    params: [start.toISOString(), `{"machine":"a","status":"OK","x":${nested(300)}}`],
  });
  const { snapshot } = await setUp();
  expect((await snapshot('one')).machines).toMatchObject([
    { name: 'a', status: 'OK', record: { machine: 'a', status: 'OK' } },
  ]);
});

test('what goes wrong in taking an answer is the problem of that check, and the next one is made', async () => {
  let broken = true;
  const logged: unknown[] = [];
  const { server, snapshot, refresh, until } = await setUp({
    log: { info: () => undefined, error: (event) => void logged.push(event) },
    checked() {
      if (broken) throw new RangeError('Maximum call stack size exceeded');
    },
  });
  await server.list(ok);
  await until(({ problem }) => problem?.code === 'internal');
  expect(await snapshot('one')).toMatchObject({ checking: false });
  expect(logged).toEqual(['machines.check']);
  broken = false;
  const asked = refresh('one');
  await server.list(ok);
  await asked;
  expect(await snapshot('one')).toMatchObject({ machines: [{ name: 'fugaku' }], problem: null });
});
