import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPast } from '../../../../main/machines/history/demo-past.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const at = Date.parse('2026-11-22T12:34:00Z');
const names = ['login-1', 'cpu-main', 'gpu-main', 'storage', 'cpu-main'];
const machines = names.map((name, index) => ({
  name,
  status: index === 2 ? 'NG' : 'OK',
  record: { machine: name },
}));
const database = openHistoryTables();
beforeAll(() =>
  database.run({
    sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
          VALUES ('demo', 'Demo', 'demo', '', '[]', '')`,
  }),
);
afterAll(() => database.close());

/** A start of the app that checks twice, a minute apart. */
async function start(clock: number) {
  const history = startHistory(database, 'UTC', { now: () => new Date(clock) });
  for (const systemId of ['demo', 'one']) {
    for (const ahead of [0, minute]) {
      const seen = { asked: ahead + 1, uptime: ahead + 1, at: clock + ahead, machines };
      await history.recorder(systemId).observed(seen, []);
    }
  }
  const { machineHistory } = throughTheDoor({ machineHistory: history.calls }, recordLog());
  return { history, calls: machineHistory };
}

test('the demo comes with a year of history, marked as generated, at the first look and never again', async () => {
  const sender = { id: 'test' };
  const { history, calls } = await start(at);
  const year = await history.time('demo', [{ from: at - 364 * day, to: at }]);
  expect(year.map(({ name, nth }) => [name, nth])).toEqual([
    ...names.slice(0, 4).map((name) => [name, 0]),
    ['cpu-main', 1],
  ]);
  for (const { cells } of year) {
    const { up = 0, down = 0, degraded = 0, maintenance = 0 } = cells[0]?.time ?? {};
    expect(up).toBeGreaterThan(200 * day);
    expect(down + degraded).toBeGreaterThan(0);
    expect(maintenance).toBeGreaterThan(0);
    expect(up / (up + down + degraded)).toBeGreaterThan(0.85);
  }
  const told = await history.observedStretches('demo', at - 364 * day, at + minute);
  for (const [index, { from }] of told.entries()) expect(from).toBe(told[index - 1]?.to ?? from);
  expect(new Set(told.map(({ reason }) => reason))).toEqual(
    new Set([null, 'closed', 'asleep', 'unreachable', 'offline']),
  );
  const quarter = { systemId: 'demo', span: '90d' } as const;
  expect((await calls.availability(quarter, sender)).generatedUntil).toBe(at);
  const cells = await calls.bar({ ...quarter, name: 'gpu-main', nth: 0 }, sender);
  expect(cells.filter(({ time }) => Object.keys(time).length > 0).length).toBeGreaterThan(80);
  // what was made up goes over into what is seen without a break
  expect(await history.time('demo', [{ from: at, to: at + minute }])).toMatchObject(
    machines.map(({ status }) => ({
      cells: [{ time: { [status === 'OK' ? 'up' : 'down']: minute } }],
    })),
  );

  const other = await calls.availability({ systemId: 'one', span: '90d' }, sender);
  expect(other).toMatchObject({ generatedUntil: null });
  expect(other.machines[0]?.time).toEqual({ up: minute });

  const rows = () =>
    database.all({ sql: 'SELECT COUNT(*) AS n, MIN(at) AS first FROM history_transitions' });
  const before = await rows();
  const again = await start(at + day);
  expect((await again.calls.availability(quarter, sender)).generatedUntil).toBe(at);
  expect(await rows()).toEqual(before);
});

test('the demo’s machines change while somebody looks, and not in the hours in which the app was closed', () => {
  const past = demoPast('demo', { asked: 1, uptime: 1, at, machines });
  const watched = (past?.stretches ?? []).filter(({ reason }) => reason === null);
  const unseen = (past?.machines ?? []).flatMap(({ name, changes }) =>
    changes
      .filter((one) => !watched.some(({ from, to }) => from <= one.at && one.at < to))
      .map((one) => `${name} ${new Date(one.at).toISOString()} ${one.status}`),
  );
  expect(unseen).toEqual([]);
  for (const { changes } of past?.machines ?? []) {
    for (const [index, { status, at: from }] of changes.entries()) {
      const earlier = changes[index - 1];
      if (earlier !== undefined) expect(status).not.toBe(earlier.status);
      if (earlier !== undefined) expect(from).toBeGreaterThan(earlier.at);
    }
  }
});
