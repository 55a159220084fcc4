import { expect, test, vi } from 'vitest';
import type { MachinesDeps } from '../../../../main/machines/monitor/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import {
  beforeEachTest,
  createServer,
  createSystems,
} from '../../../support/servers/polled-machines.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const sender = { id: 'test' };
const minute = 60_000;
const hour = 60 * minute;

const { database, start } = beforeEachTest(0);

async function setUp(change: Partial<MachinesDeps> = {}, ...ids: string[]) {
  const server = createServer();
  const systems = await createSystems(database(), 'one', ...ids);
  const started = start(server, systems, change);
  const answered = async (...records: unknown[]) => {
    const before = started.events.length;
    await server.list(...records);
    await started.until((state) => !state.checking && started.events.length > before);
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { server, systems, ...started, answered, pass };
}

const up = { machine: 'a', status: 'OK' };

test('the user pauses all checks for an hour; one comes soon after it, and the time between is not observed', async () => {
  const { server, machines, answered, pass, last, told } = await setUp();
  await answered(up);
  machines.pause.begin(hour);
  expect(machines.pause.until()).toBe(hour);
  expect(last()).toMatchObject({ nextCheckAt: null, held: 'paused' });
  await pass(hour - 1);
  expect(server.waiting).toEqual([]);
  await pass(15_000);
  expect(machines.pause.until()).toBeNull();
  await answered(up);
  expect(last()?.held).toBeNull();
  expect((await told()).map(({ reason }) => reason)).toContain('paused');
});

test('a check that the user asks for is made in a pause too, and does not end it', async () => {
  const { server, machines, answered, pass, refresh } = await setUp();
  await answered(up);
  machines.pause.begin(hour);
  const asked = refresh('one');
  await answered({ machine: 'a', status: 'NG' });
  await asked;
  await pass(hour / 2);
  expect(server.waiting).toEqual([]);
  machines.pause.end();
  await pass(minute);
  expect(server.waiting).toHaveLength(1);
});

test('others that poll are told when polling rests, and when it goes on', async () => {
  let lock: (locked: boolean) => void = () => undefined;
  const { machines } = await setUp({
    onScreenLocked(listener) {
      lock = listener;
      return () => undefined;
    },
  });
  const told: boolean[] = [];
  const stop = machines.rest.onChange(() => told.push(machines.rest.rests()));
  // Jobs are followed while the screen is locked.
  lock(true);
  expect(machines.rest.rests()).toBe(false);
  machines.pause.begin(hour);
  machines.followLine();
  machines.pause.end();
  lock(false);
  stop();
  machines.pause.begin(hour);
  machines.pause.end();
  expect(told).toEqual([true, false]);
});

test('nothing is asked while the screen is locked, and once when it no longer is; sleep ends no pause', async () => {
  let lock: (locked: boolean) => void = () => undefined;
  let sleep: (asleep: boolean) => void = () => undefined;
  const { server, machines, answered, pass } = await setUp({
    onScreenLocked(listener) {
      lock = listener;
      return () => undefined;
    },
    onSleep(listener) {
      sleep = listener;
      return () => undefined;
    },
  });
  await answered(up);
  lock(true);
  await pass(hour);
  expect(server.waiting).toEqual([]);
  lock(false);
  await pass(10_000);
  expect(server.waiting).toHaveLength(1);
  await answered(up);
  machines.pause.begin(2 * hour);
  sleep(true);
  await pass(hour);
  sleep(false);
  await pass(10 * minute);
  expect(server.waiting).toEqual([]);
});

test('on a metered line nothing is asked where the user does not want it', async () => {
  let wanted = true;
  const { server, machines, answered, pass } = await setUp({ onMetered: () => wanted });
  const { machines: calls } = throughTheDoor({ machines: machines.calls }, recordLog());
  await answered(up);
  await calls.line({ metered: true }, sender);
  await pass(minute);
  await answered(up);
  wanted = false;
  machines.followLine();
  await pass(hour);
  expect(server.waiting).toEqual([]);
  await calls.line({ metered: false }, sender);
  await pass(10_000);
  expect(server.waiting).toHaveLength(1);
});

test('a system that comes to be watched in a pause is asked nothing either', async () => {
  const { server, machines, systems, answered, pass } = await setUp({}, 'two');
  await answered(up);
  machines.pause.begin(hour);
  systems.set({ ...systems.state(), selectedId: 'two' });
  await pass(hour / 2);
  expect(server.waiting).toEqual([]);
});

test('at a glance: the worst of all that is watched, and which machines are not up', async () => {
  const { server, machines, answered, until, refresh } = await setUp();
  expect(machines.overview()).toEqual({ worst: null, troubled: [], more: 0 });
  await answered(up, { machine: 'b', status: 'maintenance' }, { machine: 'c', status: 'NG' });
  expect(machines.overview()).toMatchObject({
    worst: 'down',
    troubled: [
      { systemId: 'one', system: 'one', name: 'c', state: 'down', status: 'NG' },
      { name: 'b', state: 'maintenance' },
    ],
  });
  let asked = refresh('one');
  await answered(...Array.from({ length: 20 }, (_, n) => ({ machine: `m${n}`, status: 'NG' })));
  await asked;
  const { troubled, more } = machines.overview();
  expect([troubled.length, more]).toEqual([8, 12]);
  asked = refresh('one');
  await server.answer(new AppError('network-timeout'));
  await until(({ problem }) => problem !== null);
  await asked;
  expect(machines.overview()).toEqual({ worst: 'unreachable', troubled: [], more: 0 });
});
