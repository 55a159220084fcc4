import { afterAll, beforeEach, expect, test } from 'vitest';
import type { SeenMachine } from '../../../../main/machines/history/types.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-05-04T09:00:00Z');

const database = openHistoryTables();
afterAll(() => database.close());

beforeEach(async () => {
  const tables = ['machines', 'statuses', 'spans', 'folds'];
  await database.run(...tables.map((table) => ({ sql: `DELETE FROM history_${table}` })));
});

const seen = (name: string, status: string, others = {}): SeenMachine => ({
  name,
  status,
  record: { machine: name, status, ...others },
});

/** A computer whose clock and uptime agree until the clock is set. */
function computer() {
  const history = startHistory(database, 'UTC');
  let [at, uptime] = [start, 0];
  // the server's clock is right
  let served: number | null = start;
  return {
    history,
    setClock(by: number) {
      at += by;
    },
    /** From here on the server does not say what its clock shows. */
    hideServed() {
      served = null;
    },
    async check(ms: number, ...machines: SeenMachine[]) {
      at += ms;
      uptime += ms;
      if (served !== null) served += ms;
      const seen = { asked: uptime, uptime, at, served, machines };
      await history.recorder('one').observed(seen, []);
    },
    day: () => history.time('one', [{ from: start, to: start + 24 * hour }]),
  };
}

test('machines of one name are told apart by their order, one that is left out is not observed', async () => {
  const { check, day } = computer();
  await check(0, seen('a', 'OK'), seen('a', 'NG'), seen('b', 'OK'));
  await check(minute, seen('a', 'OK'), seen('a', 'NG'));
  await check(minute, seen('b', 'degraded'), seen('a', 'OK'), seen('a', 'OK'));
  await check(minute, seen('b', 'degraded'), seen('a', 'OK'), seen('a', 'OK'));
  const told = (await day()).map(({ name, nth, cells }) => [name, nth, cells[0]?.time]);
  expect(told).toEqual([
    ['a', 0, { up: 3 * minute }],
    ['a', 1, { down: 2 * minute, up: minute }],
    ['b', 0, { up: minute, degraded: minute }],
  ]);
});

test('fields that change are noted with a transition, and else once an hour', async () => {
  const { check } = computer();
  await check(0, seen('a', 'OK', { queue: 1, site: 'x' }));
  for (let n = 1; n <= 130; n++) await check(minute, seen('a', 'OK', { queue: n, site: 'x' }));
  await check(minute, seen('a', 'NG', { queue: 0 }));
  const rows = await database.all({ sql: 'SELECT at, changed FROM history_fields ORDER BY at' });
  expect(rows).toEqual([
    { at: start + hour, changed: '{"queue":60}' },
    { at: start + 2 * hour, changed: '{"queue":120}' },
    { at: start + 131 * minute, changed: '{"queue":0,"site":null}' },
  ]);
});

test('a clock that was ahead by days leaves nothing of a future that never was', async () => {
  const { check, setClock, day } = computer();
  await check(0, seen('a', 'OK'));
  await check(minute, seen('a', 'OK'));
  setClock(400 * 24 * hour);
  await check(minute, seen('a', 'NG'), seen('new', 'OK'));
  await check(minute, seen('a', 'NG'), seen('new', 'OK'));
  setClock(-400 * 24 * hour);
  await check(minute, seen('a', 'NG'));
  await check(minute, seen('a', 'NG'));
  expect((await day()).map(({ name, cells }) => [name, cells[0]?.time])).toEqual([
    ['a', { up: minute, down: minute }],
  ]);
  expect(
    await database.all({
      sql: 'SELECT * FROM history_spans WHERE until > ?',
      params: [start + hour],
    }),
  ).toEqual([]);
});

test.for(['says', 'does not say'] as const)(
  'a clock that is set back by a year, and on again, takes nothing away where the server %s what time it is',
  async (says) => {
    const { check, setClock, hideServed, day } = computer();
    if (says === 'does not say') hideServed();
    await check(0, seen('a', 'OK'));
    await check(minute, seen('a', 'OK'), seen('b', 'OK'));
    setClock(-365 * 24 * hour);
    await check(minute, seen('a', 'NG'), seen('b', 'OK'));
    await check(minute, seen('a', 'NG'), seen('b', 'OK'));
    setClock(365 * 24 * hour);
    await check(minute, seen('a', 'NG'), seen('b', 'OK'));
    await check(minute, seen('a', 'NG'), seen('b', 'OK'));
    expect((await day()).map(({ name, cells }) => [name, cells[0]?.time])).toEqual([
      ['a', { up: minute, down: minute }],
      ['b', { up: minute }],
    ]);
  },
);

test('by a clock that is years ahead of the server’s nothing is too old', async () => {
  const { check, setClock, history, day } = computer();
  await check(0, seen('a', 'OK'));
  await check(minute, seen('a', 'OK'));
  setClock(3 * 365 * 24 * hour);
  await check(minute, seen('a', 'OK'));
  await history.recorder('one').flushed();
  setClock(-3 * 365 * 24 * hour);
  await check(minute, seen('a', 'OK'));
  await check(minute, seen('a', 'OK'));
  expect((await day()).map(({ name, cells }) => [name, cells[0]?.time])).toEqual([
    ['a', { up: 2 * minute }],
  ]);
});

test('days that are over are read from their rows: what they were made of may go', async () => {
  const { check, history } = computer();
  for (let n = 0; n < 16 * 60; n++) await check(minute, seen('a', n < 60 ? 'NG' : 'OK'));
  const rows = await database.all({ sql: 'SELECT DISTINCT day FROM history_days' });
  expect(rows).toEqual([{ day: 20260504 }]);
  await database.run(
    { sql: 'DELETE FROM history_spans' },
    { sql: 'DELETE FROM history_transitions' },
  );
  expect(await history.timeByDay('one', start, start + hour)).toMatchObject([
    { cells: [{ time: { down: hour, up: 14 * hour - minute } }] },
  ]);
});
