import { expect, test, vi } from 'vitest';
import { createMachineChoices } from '../../../../main/machines/choices/index.ts';
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
const start = Date.parse('2026-01-01T00:00:00.000Z');
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const { database, start: startPolled } = beforeEachTest(start);

async function setUp(change: Partial<MachinesDeps> = {}) {
  const server = createServer();
  const systems = await createSystems(database(), 'one');
  const meanings = await createMachineChoices({
    database: database(),
    emit: () => undefined,
  });
  const { machineChoices } = throughTheDoor({ machineChoices: meanings.calls }, recordLog());
  const started = startPolled(server, systems, { meanings, ...change });
  /** From now on until the next check, ms; null for none. */
  const wait = (): number | null => {
    const next = started.last()?.nextCheckAt ?? null;
    return next === null ? null : Date.parse(next) - Date.now();
  };
  const answered = async (...records: unknown[]) => {
    const before = started.events.length;
    await server.list(...records);
    await started.until((state) => !state.checking && started.events.length > before);
  };
  const polling = (every: number, troubled: number) =>
    machineChoices.setPolling({ systemId: 'one', polling: { every, troubled } }, sender);
  return { server, ...started, meanings, machineChoices, wait, answered, polling };
}

const up = { machine: 'a', status: 'OK' };
const down = { machine: 'a', status: 'NG' };

test('a system is asked every minute, and every half while a machine is down or degraded', async () => {
  const { answered, wait } = await setUp();
  await answered(up);
  expect(wait()).toBe(minute);
  for (const [status, expected] of [
    ['NG', 30 * second],
    ['degraded', 30 * second],
    ['maintenance', minute],
    ['brumal', minute],
    ['OK', minute],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait() ?? 0);
    await answered({ machine: 'a', status });
    expect([status, wait()]).toEqual([status, expected]);
  }
});

test('how often is the user’s to say by system, counts at once, and is kept', async () => {
  const { answered, wait, polling, machineChoices, server, until } = await setUp();
  await answered(up);
  await polling(600, 10);
  await until(() => wait() === 600 * second);
  await vi.advanceTimersByTimeAsync(599 * second);
  expect(server.waiting).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(second);
  await answered(down);
  expect(wait()).toBe(10 * second);
  const again = await createMachineChoices({
    database: database(),
    emit: () => undefined,
  });
  expect(again.polling('one')).toEqual({ every: 600, troubled: 10 });
  expect(again.polling('two')).toEqual({ every: 60, troubled: 30 });
  const { polling: kept } = await machineChoices.snapshot({ systemId: 'one' }, sender);
  expect(kept).toEqual({ every: 600, troubled: 10 });
  for (const every of [9, 3601, 10.5, Number.NaN]) {
    await expect(polling(every, 30)).rejects.toMatchObject({ code: 'contract-invalid-input' });
  }
});

test('time between checks far apart is observed time, if that is how often the system is asked', async () => {
  const { answered, polling, told, until, wait } = await setUp();
  await polling(1800, 1800);
  await answered(up);
  await until(() => wait() === 30 * minute);
  await vi.advanceTimersByTimeAsync(30 * minute);
  await answered(up);
  expect(await told()).toEqual([
    { from: start, to: start + 30 * minute, reason: null, detail: null },
  ]);
});

test('failures are waited for twice as long each time, spread over the upper half, and no less than is asked', async () => {
  let random = 0;
  const { server, until, wait, answered } = await setUp({ random: () => random });
  await answered(up);
  const failed = async (headers = {}) => {
    await vi.advanceTimersByTimeAsync(wait() ?? 0);
    const attempted = new Date().toISOString();
    await server.answer({ status: 503, headers });
    await until((state) => !state.checking && state.attemptedAt === attempted);
    return (wait() ?? 0) / second;
  };
  expect([await failed(), await failed(), await failed()]).toEqual([30, 60, 120]);
  random = 0.999999;
  expect(await failed()).toBeCloseTo(480, 0);
  expect(await failed({ 'retry-after': '1200' })).toBe(1200);
  // no server has the app wait for more than an hour
  expect(await failed({ 'retry-after': '999999' })).toBe(3600);
  await vi.advanceTimersByTimeAsync(wait() ?? 0);
  await answered(up);
  expect(wait()).toBe(minute);
});

test('what was answered last is named, and "not modified" is an answer', async () => {
  const { server, answered, until, last, told } = await setUp();
  await server.answer({
    headers: { etag: 'W/"7"' },
    body: new TextEncoder().encode(JSON.stringify([up])),
  });
  await until((state) => !state.checking && state.checkedAt !== null);
  await vi.advanceTimersByTimeAsync(minute);
  await server.asked();
  expect(server.waiting[0]?.headers).toMatchObject({ 'if-none-match': 'W/"7"' });
  await server.answer({ status: 304 });
  await until((state) => !state.checking && state.checkedAt !== new Date(start).toISOString());
  expect(last()).toMatchObject({ machines: [{ name: 'a', state: 'up' }], problem: null });
  expect(await told()).toMatchObject([{ from: start, to: start + minute, reason: null }]);
  // an answer without one is not named any more
  await vi.advanceTimersByTimeAsync(minute);
  await answered(down);
  await vi.advanceTimersByTimeAsync(30 * second);
  await server.asked();
  expect(server.waiting[0]?.headers).not.toHaveProperty('if-none-match');
});

test('nothing of another address, identity or start is named; "not modified" that was not asked for is a failure', async () => {
  const { server, systems, until, last } = await (async () => {
    const server = createServer();
    const systems = await createSystems(database(), 'one');
    const started = startPolled(server, systems);
    return { server, systems, ...started };
  })();
  await server.answer({
    headers: { etag: '"7"' },
    body: new TextEncoder().encode(JSON.stringify([up])),
  });
  await until((state) => !state.checking && state.checkedAt !== null);
  const [system] = systems.state().systems;
  if (system === undefined) throw new Error('no system');
  const moved = { ...system, webApiUrl: 'https://moved.example' };
  systems.set({ systems: [moved], selectedId: 'one' });
  await server.asked();
  expect(server.waiting[0]?.headers).not.toHaveProperty('if-none-match');
  await server.answer({ status: 304 });
  await until((state) => state.problem !== null);
  expect(last()).toMatchObject({ problem: { details: { status: 304 } }, checkedAt: null });
  // what is no entity tag, or too long for one, is not sent back
  for (const etag of ['x', `"${'y'.repeat(2000)}"`, '"a" "b"', '"a\u0000"']) {
    await vi.advanceTimersByTimeAsync(hour);
    await server.answer({
      headers: { etag },
      body: new TextEncoder().encode(JSON.stringify([up])),
    });
    await until((state) => !state.checking && state.problem === null);
    await vi.advanceTimersByTimeAsync(minute);
    await server.asked();
    expect(server.waiting[0]?.headers).not.toHaveProperty('if-none-match');
    await server.answer(new AppError('network-reset'));
    await until((state) => !state.checking && state.problem !== null);
  }
});

/** A computer whose timers and uptime stand still in its sleep. */
function sleeper() {
  let slept = 0;
  let tell: (asleep: boolean) => void = () => undefined;
  return {
    uptime: () => Date.now() - slept,
    onSleep(listener: (asleep: boolean) => void) {
      tell = listener;
      return () => undefined;
    },
    sleep(ms: number) {
      slept += ms;
      vi.setSystemTime(Date.now() + ms);
    },
    tell: (asleep: boolean) => tell(asleep),
  };
}

test('a computer that slept unsaid is noticed by its clock: one check, soon, however long it was', async () => {
  const computer = sleeper();
  const { answered, server, told } = await setUp({ uptime: computer.uptime });
  await answered(up);
  await vi.advanceTimersByTimeAsync(second);
  computer.sleep(8 * hour);
  await vi.advanceTimersByTimeAsync(15 * second);
  expect(server.waiting).toHaveLength(1);
  await answered(up);
  await vi.advanceTimersByTimeAsync(minute - second);
  expect(server.waiting).toHaveLength(0);
  expect((await told()).map(({ reason }) => reason)).toEqual([null, 'asleep', null]);
});

test('a computer that says so is asked nothing while it sleeps, and once when it wakes', async () => {
  const computer = sleeper();
  const { answered, server, until, last, wait, told, snapshot } = await setUp({
    uptime: computer.uptime,
    onSleep: computer.onSleep,
  });
  await answered(up);
  await vi.advanceTimersByTimeAsync(minute);
  await server.asked();
  computer.tell(true);
  await until((state) => !state.checking);
  expect(last()).toMatchObject({ nextCheckAt: null, problem: null });
  // some computers work on for a while, and tell it more than once
  computer.tell(true);
  await vi.advanceTimersByTimeAsync(10 * minute);
  computer.sleep(8 * hour);
  server.waiting.length = 0;
  await snapshot('one');
  expect(server.waiting).toHaveLength(0);
  computer.tell(false);
  computer.tell(false);
  await until((state) => state.nextCheckAt !== null);
  // a network takes its time to wake
  expect(wait()).toBe(3 * second);
  await vi.advanceTimersByTimeAsync(3 * second);
  expect(server.waiting).toHaveLength(1);
  await answered(up);
  expect((await told()).map(({ reason }) => reason)).toEqual([null, 'asleep', null]);
  expect(wait()).toBe(minute);
});

test('a clock set back does not stop the checks', async () => {
  const computer = sleeper();
  const { answered, server } = await setUp({ uptime: computer.uptime });
  await answered(up);
  computer.sleep(-48 * hour);
  await vi.advanceTimersByTimeAsync(minute);
  expect(server.waiting).toHaveLength(1);
});
