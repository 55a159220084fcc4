import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../main/base/storage/database.ts';
import { defaultSettings, type Settings } from '../../../../preload/contract/settings/settings.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.parse('2025-01-10T12:00:00Z');
let database: Database;
beforeEach(() => {
  database = openHistoryTables();
});
afterEach(() => database.close());

test('what changed of other fields goes after 90 days, or as the user says; for good is for good', async () => {
  let kept: Settings = defaultSettings;
  const history = startHistory(database, 'UTC', { retention: () => kept });
  const recorder = history.recorder('one');
  const check = async (days: number) => {
    const at = start + days * day;
    const record = { name: 'a', queue: days };
    const seen = {
      asked: at,
      uptime: at,
      at,
      machines: [{ name: 'a', status: `${days}`, record }],
    };
    await recorder.observed(seen, []);
    await recorder.flushed();
  };
  const agesOf = async (table: string) =>
    (await database.all({ sql: `SELECT at FROM ${table} ORDER BY at` })).map(
      ({ at }) => (Number(at) - start) / day,
    );
  for (const days of [0, 100, 200, 250]) await check(days);
  expect(await agesOf('history_fields')).toEqual([200, 250]);
  expect(await agesOf('history_transitions')).toEqual([0, 100, 200, 250]);
  kept = { ...defaultSettings, keepFields: 400, keepChanges: 180 };
  await check(400);
  // fields say nothing beyond the changes
  expect(await agesOf('history_fields')).toEqual([250, 400]);
  expect(await agesOf('history_transitions')).toEqual([200, 250, 400]);
  kept = { ...defaultSettings, keepFields: 0, keepChanges: 0 };
  await check(3000);
  expect(await agesOf('history_fields')).toEqual([250, 400, 3000]);
  expect(await agesOf('history_transitions')).toEqual([200, 250, 400, 3000]);
});

test('transitions are kept for 400 days, sums of days for good, and the state at the cut is not lost', async () => {
  const history = startHistory(database, 'UTC');
  const recorder = history.recorder('one');
  const check = async (days: number, ...seen: [name: string, status: string][]) => {
    const at = start + days * day;
    const machines = seen.map(([name, status]) => ({ name, status, record: { name, days } }));
    for (const later of [0, minute]) {
      const uptime = days * day + later + 1;
      await recorder.observed({ asked: uptime, uptime, at: at + later, machines }, []);
    }
    await recorder.flushed();
  };
  await check(0, ['a', 'OK'], ['gone', 'OK'], ['back', 'OK']);
  await check(1, ['a', 'NG'], ['gone', 'OK'], ['back', 'OK']);
  await check(2, ['a', 'OK']);
  await check(300, ['a', 'NG']);
  const rows = (table: string) => database.all({ sql: `SELECT * FROM ${table}` });
  expect(await rows('history_transitions')).toHaveLength(8);

  await check(420, ['a', 'OK'], ['back', 'NG']);
  const names = (await rows('history_machines')).map(({ name }) => name);
  expect(names).toEqual(['a', 'back']);
  // at the cut one was up and one was left out; what came before is gone
  const ids = (await rows('history_machines')).map(({ id }) => id);
  const kept = (await rows('history_transitions')).map(({ machine_id, at }) => [
    names[ids.indexOf(machine_id ?? null)],
    (Number(at) - start) / day,
  ]);
  expect(kept).toEqual([
    ['a', 2],
    ['a', 300],
    ['a', 420],
    ['back', 2],
    ['back', 420],
  ]);
  const spans = await rows('history_spans');
  expect(Math.min(...spans.map(({ until }) => Number(until)))).toBeGreaterThan(start + 20 * day);
  const old = await history.timeByDay('one', start, start + 3 * day);
  expect(old.find(({ name }) => name === 'a')?.cells.map(({ time }) => time)).toEqual([
    { up: minute },
    { down: minute },
    { up: minute },
    {},
  ]);
  // one that was forgotten begins anew
  await check(421, ['a', 'OK'], ['back', 'OK'], ['gone', 'NG']);
  const lately = await history.timeByDay('one', start + 420 * day, start + 421 * day + minute);
  expect(lately.map(({ name, cells }) => [name, cells.map(({ time }) => time)])).toEqual([
    ['a', [{ up: minute }, { up: minute }]],
    ['back', [{ down: minute }, { up: minute }]],
    ['gone', [{}, { down: minute }]],
  ]);
});
