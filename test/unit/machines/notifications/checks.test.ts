import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../../../main/base/storage/database.ts';
import type { Machines } from '../../../../main/machines/monitor/index.ts';
import {
  createNotifications,
  type Notifications,
} from '../../../../main/machines/notifications/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import {
  type MachineNotification,
  notificationRule,
} from '../../../../preload/contract/machines/notifications.ts';
import { patience } from '../../../support/patience.ts';
import {
  createServer,
  createSystems,
  eventually,
  startMachines,
} from '../../../support/servers/polled-machines.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables } from '../../../support/worlds/machine-history.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const sender = { id: 'test' };
const minute = 60_000;

let database: Database;
const running: (Machines | Notifications)[] = [];

beforeEach(() => {
  database = openHistoryTables();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const part of running.splice(0)) await part.close();
  await database.close();
});

async function setUp() {
  const server = createServer();
  const systems = await createSystems(database, 'one', 'two');
  const given: MachineNotification[] = [];
  const notifications = await createNotifications({
    ...{ database, log: recordLog(), language: () => 'en' },
    systems: { get: systems.get, select: () => undefined },
    emit: (name, payload) => {
      if (name === 'notifications.show' && 'notification' in Object(payload)) {
        given.push((payload as { notification: MachineNotification }).notification);
      }
    },
  });
  const { notifications: calls } = throughTheDoor(
    { notifications: notifications.calls },
    recordLog(),
  );
  const started = startMachines(database, server, systems, { notifications });
  running.push(started.machines, notifications);
  const rule = notificationRule.parse({
    ...{ on: true, states: ['down'], recovery: true, unreachable: true, seen: 1, of: 1 },
    ...{ quiet: null, sound: false, groups: [], machines: [] },
  });
  const setRule = (systemId: string, on: boolean) =>
    calls.setRule({ systemId, rule: { ...rule, on } }, sender);
  return { server, systems, given, setRule, ...started };
}

test('what the checks of a system see is what the user is told of, the Web API included', async () => {
  const { server, until, given, setRule } = await setUp();
  await setRule('one', true);
  await server.list({ machine: 'a', status: 'OK' });
  await until((state) => !state.checking && state.checkedAt !== null);
  await vi.advanceTimersByTimeAsync(minute);
  await server.list({ machine: 'a', status: 'NG' });
  await until((state) => !state.checking && state.machines[0]?.state === 'down');
  await vi.advanceTimersByTimeAsync(minute);
  await server.answer(new AppError('network-timeout'));
  await until((state) => state.problem !== null);
  await vi.advanceTimersByTimeAsync(minute);
  await server.list({ machine: 'a', status: 'OK' });
  await until((state) => !state.checking && state.problem === null);
  await vi.waitFor(() => expect(given).toHaveLength(4), patience(5_000));
  expect(given.flatMap(({ changes }) => changes)).toMatchObject([
    { machine: { name: 'a', nth: 0 }, state: 'down', status: 'NG' },
    { machine: null, state: 'down', status: 'network-timeout' },
    { machine: null, state: 'up' },
    { machine: { name: 'a' }, state: 'up', atMost: true },
  ]);
});

test('a system of which notices are wanted is checked also while another is on screen, until they are not', async () => {
  const { server, setRule, systems } = await setUp();
  await server.list({ machine: 'a', status: 'OK' });
  await setRule('two', true);
  await server.asked();
  expect(server.waiting.map(({ url }) => url)).toEqual(['https://two.example/api/status/']);
  await server.list({ machine: 'b', status: 'OK' });
  await vi.advanceTimersByTimeAsync(minute);
  await server.asked();
  await vi.advanceTimersByTimeAsync(1);
  expect(server.waiting.map(({ url }) => new URL(url).host).sort()).toEqual([
    'one.example',
    'two.example',
  ]);
  await server.list({ machine: 'a', status: 'OK' });
  await server.list({ machine: 'b', status: 'OK' });
  await setRule('two', false);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(server.waiting.map(({ url }) => new URL(url).host)).toEqual(['one.example']);
  // a system that is gone is not checked, whatever was wanted
  await setRule('two', true);
  await eventually(() => server.waiting.some(({ url }) => url.includes('two')));
  server.waiting.length = 0;
  systems.set({ systems: [systems.get('one')], selectedId: 'one' });
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(server.waiting.filter(({ url }) => url.includes('two'))).toEqual([]);
});
