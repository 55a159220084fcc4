import { afterAll, expect, test } from 'vitest';
import type { EventName } from '../../../../preload/contract/index.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const sender = { id: 'test' };
const database = openHistoryTables();
afterAll(() => database.close());

test('what a window gets: availability and bars of a span, with why time was not observed', async () => {
  const begin = Date.parse('2026-05-04T09:00:00Z');
  let clock = begin;
  let uptime = 0;
  const told: EventName[] = [];
  const history = startHistory(database, 'Asia/Tokyo', {
    now: () => new Date(clock),
    emit: (name) => void told.push(name),
  });
  const { machineHistory: calls } = throughTheDoor({ machineHistory: history.calls }, recordLog());
  const recorder = history.recorder('one');
  const check = async (status: string) => {
    clock += minute;
    uptime += minute;
    const machines = [{ name: 'a', status, record: null }];
    await recorder.observed({ asked: uptime, uptime, at: clock, machines }, []);
  };
  for (let n = 0; n <= 60; n++) await check('OK');
  clock += 30 * minute;
  await recorder.missed({ at: clock, reason: 'unreachable', detail: 'network-timeout' });
  for (let n = 0; n <= 30; n++) await check('NG');
  // one for each check and for what was missed
  expect(told).toEqual(Array.from({ length: 61 + 1 + 31 }, () => 'machineHistory.changed'));

  const one = { systemId: 'one', name: 'a', nth: 0 };
  for (const span of ['24h', '7d', '30d', '90d'] as const) {
    const answer = await calls.availability({ systemId: 'one', span }, sender);
    expect(answer.machines).toEqual([
      { name: 'a', nth: 0, time: { up: hour, down: 30 * minute }, first: begin + minute },
    ]);
    expect(answer.from).toBeLessThan(
      clock - (Number.parseInt(span, 10) - 1) * (span === '24h' ? hour : day),
    );
    const cells = await calls.bar({ ...one, span }, sender);
    expect(cells).toHaveLength({ '24h': 48, '7d': 56, '30d': 30, '90d': 90 }[span]);
    expect(cells.at(-1)?.to).toBeGreaterThan(clock);
    // without a hole
    for (const [at, cell] of cells.entries())
      expect(cell.from).toBe(cells[at - 1]?.to ?? cell.from);
    expect(cells.filter(({ gap }) => gap !== null).every(({ gap }) => gap === 'unreachable')).toBe(
      true,
    );
  }
  const halfHours = await calls.bar({ ...one, span: '24h' }, sender);
  expect(halfHours.slice(-5).map(({ time, gap }) => [time, gap])).toEqual([
    [{ up: 29 * minute }, null],
    [{ up: 30 * minute }, null],
    [{ up: minute }, 'unreachable'],
    [{ down: 28 * minute }, 'unreachable'],
    [{ down: 2 * minute }, null],
  ]);
  // the Web API's own history: machines say nothing of it, and it says nothing of them
  const api = await calls.api({ systemId: 'one', span: '24h' }, sender);
  const outage = { from: clock - 61 * minute, to: clock - 30 * minute };
  expect(api.outages).toEqual([{ ...outage, code: 'network-timeout' }]);
  const answered = api.cells.reduce((sum, { time }) => sum + (time.up ?? 0), 0);
  const silent = api.cells.reduce((sum, { time }) => sum + (time.down ?? 0), 0);
  expect([answered, silent]).toEqual([90 * minute, 31 * minute]);
  // by the calendar of the time zone: midnight in Tokyo is 15:00 UTC
  const days = await calls.bar({ ...one, span: '30d' }, sender);
  expect(days.every(({ from }) => from % day === 15 * hour)).toBe(true);
  expect(await calls.bar({ ...one, span: '24h', name: 'never seen' }, sender)).toEqual([]);
  // several at once, in the order of the request
  const named = ['never seen', 'a'].map((name) => ({ name, nth: 0 }));
  const both = await calls.bars({ systemId: 'one', span: '24h', machines: named }, sender);
  expect(both).toEqual([[], halfHours]);
  const minutes = await calls.bar({ ...one, span: 'recent' }, sender);
  expect(minutes.map(({ from, to }) => to - from)).toEqual(Array(20).fill(minute));
  expect(minutes.slice(-3).map(({ time }) => time)).toEqual([
    ...[{ down: minute }, { down: minute }, {}],
  ]);
});

test('time for which maintenance was planned is told apart, by machine, in days that are summed as well', async () => {
  const tables = openHistoryTables();
  let clock = Date.parse('2026-05-01T00:00:00Z');
  let uptime = 0;
  const begin = clock;
  const plan = { title: 'power work', origin: 'calendar' };
  const planned = [
    { ...plan, from: begin + 2 * hour, to: begin + 4 * hour, machines: null },
    { ...plan, from: begin + 3 * hour, to: begin + 5 * hour, machines: [{ name: 'b', nth: 0 }] },
    { ...plan, from: begin + 10 * day, to: begin + 11 * day, machines: null },
  ];
  const tell = new Set<() => void>();
  const told: EventName[] = [];
  const history = startHistory(tables, 'UTC', {
    now: () => new Date(clock),
    emit: (name) => void told.push(name),
    maintenance: {
      planned: (_, __, { from, to }) => planned.filter((one) => one.from < to && one.to > from),
      onChange: (listener) => {
        tell.add(() => listener('one'));
        return () => undefined;
      },
    },
  });
  const recorder = history.recorder('one');
  for (let n = 0; n <= 50 * 60; n++) {
    // down from the third hour to the sixth
    const status = n >= 180 && n < 360 ? 'NG' : 'OK';
    const machines = ['a', 'b'].map((name) => ({ name, status, record: null }));
    await recorder.observed({ asked: uptime, uptime, at: clock, machines }, []);
    clock += minute;
    uptime += minute;
  }
  await recorder.flushed();
  const { machineHistory: calls } = throughTheDoor({ machineHistory: history.calls }, recordLog());
  const { machines } = await calls.availability({ systemId: 'one', span: '30d' }, sender);
  const time = { up: 47 * hour, down: 3 * hour };
  expect(machines).toEqual([
    { name: 'a', nth: 0, time, first: begin, aside: { up: hour, down: hour } },
    { name: 'b', nth: 0, time, first: begin, aside: { up: hour, down: 2 * hour } },
  ]);
  const cells = await calls.bar({ systemId: 'one', span: '30d', name: 'b', nth: 0 }, sender);
  expect(cells.filter((cell) => cell.planned !== undefined)).toMatchObject([
    {
      aside: { up: hour, down: 2 * hour },
      planned: [{ from: begin + 2 * hour, to: begin + 5 * hour }],
    },
  ]);
  const summary = await history.summary('one', 'b', '30d');
  expect(summary).toMatchObject({ availability: 0.9787, hours: { up: 47, down: 3 } });
  const { incidents, more } = await history.incidents('one', begin, begin + day);
  expect({ incidents, more }).toEqual({
    incidents: ['a', 'b'].map((name) => ({
      ...{ name, nth: 0, from: begin + 3 * hour, to: begin + 6 * hour, state: 'down' },
    })),
    more: false,
  });
  // it reaches into what is asked for, and ends later
  const within = await history.incidents('one', begin + 4 * hour, begin + 5 * hour);
  expect(within.incidents).toMatchObject([{ to: begin + 6 * hour }, { to: begin + 6 * hour }]);
  told.length = 0;
  for (const change of tell) change();
  expect(told).toContain('machineHistory.changed');
  await tables.close();
});
