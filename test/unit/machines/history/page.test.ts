import { afterAll, expect, test } from 'vitest';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const sender = { id: 'test' };
const database = openHistoryTables();
afterAll(() => database.close());

test('a machine’s page has what changed in order, incidents with the user’s notes, days and other fields', async () => {
  const start = Date.parse('2026-05-04T09:00:00Z');
  let ahead = 0;
  const history = startHistory(database, 'UTC', { now: () => new Date(start + ahead) });
  const { machineHistory } = throughTheDoor({ machineHistory: history.calls }, recordLog());
  const check = async (status: string | null, queue: number) => {
    ahead += minute;
    const machine = { name: 'a', status: status ?? '', record: { machine: 'a', queue } };
    const machines = [...(status === null ? [] : [machine]), { ...machine, name: 'b' }];
    const at = start + ahead;
    await history.recorder('one').observed({ asked: ahead, uptime: ahead, at, machines }, []);
  };
  for (const status of ['OK', 'OK', 'degraded', 'NG', 'OK', null, 'OK', 'NG']) {
    await check(status, status === 'NG' ? 3 : 1);
  }
  const of = { systemId: 'one', name: 'a', nth: 0 };
  const page = await machineHistory.page(of, sender);
  const at = (n: number) => start + n * minute;
  expect(page.transitions.map(({ at, status, state }) => [at, status, state])).toEqual([
    [at(1), 'OK', 'up'],
    [at(3), 'degraded', 'degraded'],
    [at(4), 'NG', 'down'],
    [at(5), 'OK', 'up'],
    [at(6), null, 'unknown'],
    [at(7), 'OK', 'up'],
    [at(8), 'NG', 'down'],
  ]);
  const incidents = [
    { from: at(3), to: at(5), state: 'down', note: '' },
    { from: at(6), to: at(7), state: 'unknown', note: '' },
    { from: at(8), to: null, state: 'down', note: '' },
  ];
  expect(page.incidents).toEqual(incidents);
  expect(page.days).toHaveLength(365);
  expect(page.days.at(-1)).toMatchObject({
    from: Date.parse('2026-05-04T00:00:00Z'),
    to: Date.parse('2026-05-05T00:00:00Z'),
    time: { up: 4 * minute, degraded: minute, down: minute },
  });
  expect(page.fields).toEqual([
    { at: at(4), changed: '{"queue":3}' },
    { at: at(5), changed: '{"queue":1}' },
    { at: at(8), changed: '{"queue":3}' },
  ]);

  await machineHistory.setIncidentNote({ ...of, at: at(3), note: 'power work' }, sender);
  const noted = () => machineHistory.page(of, sender).then((one) => one.incidents[0]?.note);
  expect(await noted()).toBe('power work');
  expect((await machineHistory.page({ ...of, name: 'b' }, sender)).incidents[0]?.note).not.toBe(
    'power work',
  );
  await machineHistory.setIncidentNote({ ...of, at: at(3), note: '' }, sender);
  expect(await noted()).toBe('');

  // what lies before the year is told as the state that it began with
  ahead = 366 * day;
  const later = await machineHistory.page(of, sender);
  expect(later.transitions).toEqual([{ at: at(8), status: 'NG', state: 'down' }]);
  expect(await machineHistory.page({ ...of, name: 'never seen' }, sender)).toEqual({
    ...{ transitions: [], incidents: [], days: [], fields: [] },
  });
});
