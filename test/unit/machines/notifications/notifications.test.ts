import { expect, test } from 'vitest';
import type { SystemNotification } from '../../../../main/base/host.ts';
import type { Database } from '../../../../main/base/storage/database.ts';
import { readState } from '../../../../main/machines/choices/states.ts';
import { minute, noticesWorld, one, sender, usual } from './start.ts';

const { start, database } = noticesWorld();

test('of whom maintenance is planned for nothing is told; what is different afterwards is told then', async () => {
  let planned: readonly (string | null)[] = [];
  const app = await start({
    planned: () => (machine) => planned.includes(machine?.name ?? null),
  });
  await app.setRule({ seen: 1, of: 1 });
  await app.see('OK', 'OK', 'OK');
  planned = ['a', 'c'];
  expect(await app.see('NG', 'NG', 'NG')).toEqual(['b down']);
  expect(await app.see('NG', 'NG', 'OK')).toEqual([]);
  planned = [];
  expect(await app.see('NG', 'OK', 'OK')).toEqual(['a down', 'b up 2m']);
  planned = ['a', 'b', 'c', null];
  expect(await app.miss('unreachable')).toEqual([]);
  expect(await app.see('OK', 'OK', 'OK')).toEqual([]);
  planned = [];
  // when it came up was not looked at
  expect(await app.see('OK', 'OK', 'OK')).toEqual(['a up 3m at most']);
});

test('that the operating system did not show one is said until it shows one, and told once', async () => {
  const shown: SystemNotification[] = [];
  const app = await start({
    own: { supported: () => true, show: (notice) => void shown.push(notice) },
  });
  const failed = async () => (await app.calls.snapshot(one, sender)).failed;
  const test = async () => {
    await app.calls.test(one, sender);
    return shown.at(-1)?.settled ?? (() => undefined);
  };
  app.told.splice(0);
  expect(await failed()).toBe(false);
  (await test())(true);
  expect(app.told).toEqual([]);
  const second = await test();
  const third = await test();
  second(false);
  third(false);
  expect(await failed()).toBe(true);
  expect(app.told).toEqual(['notifications.changed']);
  (await test())(true);
  expect(await failed()).toBe(false);
  expect(app.told).toEqual(['notifications.changed', 'notifications.changed']);
});

test('nothing is told, and nothing kept, until the user asks for it; what is then is no news', async () => {
  const { see, setRule, calls, notices } = await start();
  expect((await calls.snapshot(one, sender)).rule.on).toBe(false);
  for (const status of ['OK', 'NG', 'NG', 'NG']) expect(await see(status)).toEqual([]);
  expect(await database().all({ sql: 'SELECT * FROM notice_subjects' })).toEqual([]);
  expect(notices.wanted('one')).toBe(false);
  await setRule();
  expect(notices.wanted('one')).toBe(true);
  for (const status of ['NG', 'NG', 'NG']) expect(await see(status)).toEqual([]);
  // that it is back is; when it went was not seen
  expect([await see('OK'), await see('OK')]).toEqual([[], ['a up ?']]);
});

test('a change counts once it was seen twice in three checks, from when it was first seen, and is told once', async () => {
  const { see, setRule } = await start();
  await setRule();
  await see('OK');
  expect([await see('NG'), await see('OK'), await see('OK'), await see('OK')].flat()).toEqual([]);
  expect([await see('NG'), await see('OK'), await see('NG')]).toEqual([[], [], ['a down']]);
  expect([await see('NG'), await see('NG'), await see('OK'), await see('NG')].flat()).toEqual([]);
  expect([await see('OK'), await see('OK'), await see('OK')]).toEqual([['a up 5m'], [], []]);
});

test('each kind is told that is asked for, of each machine as is asked, and recovery by choice', async () => {
  const { see, setRule } = await start();
  const rule = { seen: 1, of: 1 };
  await setRule({
    ...rule,
    machines: [
      { name: 'b', nth: 0, states: [] },
      { name: 'c', nth: 0, states: ['maintenance'] },
    ],
  });
  await see('OK', 'OK', 'OK');
  expect(await see('degraded', 'NG', 'maintenance')).toEqual(['a degraded', 'c maintenance']);
  expect(await see('NG', 'degraded', 'NG')).toEqual(['a down']);
  expect(await see('maintenance', 'maintenance', 'NG')).toEqual([]);
  // from when it was not up any more
  expect(await see('OK', 'OK', 'OK')).toEqual(['a up 3m', 'c up 3m']);
  await setRule({ ...rule, recovery: false });
  expect([await see('NG', 'OK', 'OK'), await see('OK', 'OK', 'OK')]).toEqual([['a down'], []]);
});

test('a group has its own rule, which that of a machine in it goes before', async () => {
  const groups: Record<string, string> = { a: 'rack', b: 'rack', c: 'other' };
  const { see, setRule } = await start({
    meanings: { groupOf: (_, { name }) => groups[name] ?? '' },
  });
  await setRule({
    ...{ seen: 1, of: 1 },
    groups: [{ name: 'rack', states: ['maintenance'] }],
    machines: [{ name: 'b', nth: 0, states: ['degraded'] }],
  });
  const all = (status: string) => see(status, status, status, status);
  await all('OK');
  expect(await all('NG')).toEqual(['c down', 'd down']);
  expect(await all('maintenance')).toEqual(['a maintenance']);
  groups.c = 'rack';
  expect(await all('degraded')).toEqual(['b degraded', 'd degraded']);
  // it was told of each that it was not up
  expect(await all('OK')).toEqual(['a up 3m, b up 3m, c up 3m, d up 3m']);
});

test('that the Web API cannot be reached is told by the same rule; that this computer is offline says nothing', async () => {
  const { see, miss, setRule } = await start();
  await setRule();
  await see('OK');
  for (let n = 0; n < 5; n++) expect(await miss('offline')).toEqual([]);
  await see('OK');
  expect([await miss('unreachable'), await see('OK'), await see('OK')].flat()).toEqual([]);
  expect([await miss('unreachable'), await miss('offline')].flat()).toEqual([]);
  expect(await miss('unreachable', 'tls-handshake')).toEqual(['Web API down']);
  expect([await miss('unreachable'), await see('OK'), await see('OK')]).toEqual([
    [],
    [],
    ['Web API up 4m'],
  ]);
  await setRule({ unreachable: false });
  expect([await miss('unreachable'), await miss('unreachable')].flat()).toEqual([]);
});

test('a duration whose end nobody saw is the longest it can have been', async () => {
  const { see, miss, setRule, pass } = await start();
  await setRule();
  for (const status of ['OK', 'NG', 'NG']) await see(status);
  await miss('asleep');
  pass(59 * minute);
  expect([await see('OK'), await see('OK')]).toEqual([[], ['a up 62m at most']]);
});

test('in quiet hours nothing is shown; after them one notice says how it ended', async () => {
  const { see, setRule, pass, given, calls } = await start({}, 22 * 60 * minute);
  await setRule({ seen: 1, of: 1, quiet: { from: 22 * 60, to: 6 * 60 } });
  await see('OK', 'OK', 'OK');
  expect(await see('NG', 'NG', 'OK')).toEqual([]);
  pass(3 * 60 * minute);
  expect(await see('OK', 'NG', 'degraded')).toEqual([]);
  expect((await given()).map(({ outcome }) => outcome)).toEqual(Array(4).fill('held'));
  // a restart in the night, and a list that was cleared, lose nothing of it
  await calls.clear(one, sender);
  const next = await start({}, (24 + 5) * 60 * minute + 58 * minute);
  expect([await next.see('OK', 'NG', 'degraded')].flat()).toEqual([]);
  expect(await next.see('OK', 'NG', 'OK')).toEqual(['b down, a up 181m, c up 297m']);
  expect(await next.see('OK', 'NG', 'OK')).toEqual([]);
  expect((await next.given()).map(({ outcome }) => outcome)).toEqual([
    'given',
    ...Array(4).fill('gathered'),
  ]);
});

test('nothing is repeated after a restart, and what ended while the app was closed is told', async () => {
  const first = await start();
  await first.setRule();
  for (const status of ['OK', 'NG', 'NG']) await first.see(status);
  const second = await start({}, first.at() + 600 * minute);
  for (let n = 0; n < 4; n++) expect(await second.see('NG')).toEqual([]);
  const third = await start({}, second.at());
  expect([await third.see('OK'), await third.see('OK')]).toEqual([[], ['a up 606m at most']]);
  expect((await third.given()).map(({ id }) => id)).toEqual([2, 1]);
});

test('what is not written is not shown, and is judged anew with the next check', async () => {
  let full = false;
  const runAll: Database['runAll'] = (statements) =>
    full ? Promise.reject(new Error('disk full')) : database().runAll(statements);
  const { see, setRule } = await start({ database: { ...database(), runAll } });
  await setRule({ seen: 1, of: 1 });
  await see('OK');
  full = true;
  expect(await see('NG')).toEqual([]);
  full = false;
  expect(await see('NG')).toEqual(['a down']);
});

test('that a raw value means something else, or is another of the same meaning, is no event', async () => {
  const { notices, see, setRule, given } = await start();
  await setRule({ seen: 1, of: 1 });
  await see('OK');
  await see('brumal');
  notices.observed('one', 3 * minute, [{ name: 'a', status: 'brumal', state: 'down' }]);
  notices.observed('one', 4 * minute, [{ name: 'a', status: 'brumal', state: 'up' }]);
  await notices.close();
  expect([await see('ACTIVE'), await see('OK')].flat()).toEqual([]);
  expect(await given()).toEqual([]);
});

test('machines of one name are told apart, and one that the answers leave out is not known', async () => {
  const { notices, setRule, shown } = await start();
  await setRule({ seen: 1, of: 1, states: ['down', 'unknown'] });
  const answer = async (...statuses: string[]) => {
    const machines = statuses.map((status) => ({ name: 'x', status, state: readState(status) }));
    notices.observed('one', minute, machines);
    await notices.close();
    return shown
      .splice(0)
      .flatMap(({ notification }) =>
        notification.changes.map(({ machine, state }) => [machine?.nth, state]),
      );
  };
  await answer('OK', 'OK');
  expect(await answer('OK', 'NG')).toEqual([[1, 'down']]);
  expect(await answer('OK')).toEqual([[1, 'unknown']]);
  expect(await answer('NG')).toEqual([[0, 'down']]);
});

test('turned off and on again, it begins anew; a test is given as any other and not kept', async () => {
  const { see, setRule, calls, shown, told, given } = await start();
  await setRule({ seen: 1, of: 1, sound: true });
  await see('OK');
  await setRule({ on: false });
  await see('NG');
  await setRule({ seen: 1, of: 1, sound: true });
  expect(await see('NG')).toEqual([]);
  await calls.test(one, sender);
  expect(shown).toMatchObject([{ notification: { id: 0, changes: [] }, sound: true }]);
  expect(told).toContain('notifications.show');
  shown.length = 0;
  expect(await see('OK')).toEqual(['a up ?']);
  expect(await given()).toHaveLength(1);
  await calls.clear(one, sender);
  expect(await given()).toEqual([]);
});

test('a rule that cannot be, and a system that is not there, are refused; a removed one keeps nothing', async () => {
  const { calls, setRule, see } = await start();
  const refused = { code: 'contract-invalid-input' };
  await expect(setRule({ seen: 3, of: 2 })).rejects.toMatchObject(refused);
  await expect(setRule({ seen: 0 })).rejects.toMatchObject(refused);
  await expect(setRule({ quiet: { from: 0, to: 1440 } })).rejects.toMatchObject(refused);
  const gone = { systemId: 'gone', rule: usual };
  await expect(calls.setRule(gone, sender)).rejects.toMatchObject({ code: 'no-system' });
  await expect(calls.test({ systemId: 'gone' }, sender)).rejects.toMatchObject({
    code: 'no-system',
  });
  await setRule({ seen: 1, of: 1 });
  await see('OK');
  await see('NG');
  await database().run({ sql: "DELETE FROM systems WHERE id = 'one'" });
  for (const table of ['notice_rules', 'notice_subjects', 'notices']) {
    expect(await database().all({ sql: `SELECT * FROM ${table}` })).toEqual([]);
  }
});

test('of a system that is removed nothing is kept in mind either', async () => {
  const { notices, calls, setRule, see } = await start();
  await setRule({ seen: 1, of: 1 });
  await see('OK');
  await notices.forget('one');
  expect(notices.wanted('one')).toBe(false);
  expect((await calls.snapshot(one, sender)).rule.on).toBe(false);
  expect(await see('NG')).toEqual([]);
});

test('where the host shows notices, no window is asked to; a click selects the system and leads to the machine', async () => {
  const own: SystemNotification[] = [];
  const { see, setRule, told, selected, calls } = await start({
    own: { supported: () => true, show: (notice) => void own.push(notice) },
  });
  expect((await calls.snapshot(one, sender)).by).toBe('host');
  await setRule({ seen: 1, of: 1, sound: true });
  await see('OK', 'OK', 'OK', 'OK');
  await see('NG', 'OK', 'OK', 'OK');
  await see('OK', 'NG', 'NG', 'NG');
  expect(own).toMatchObject([
    { title: 'a: Down (NG)', body: 'One', sound: true, place: '#/machines/a' },
    { title: 'One: 4 changes', place: '#/machines' },
  ]);
  expect(told).not.toContain('notifications.show');
  own[0]?.clicked();
  expect(selected).toEqual(['one']);
});
