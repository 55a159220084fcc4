import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../../main/base/storage/database.ts';
import type { Machines, MachinesDeps } from '../../../../main/machines/monitor/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { MachinesState } from '../../../../preload/contract/machines/machines.ts';
import {
  createServer,
  createSystems,
  startMachines as startPolled,
  systemOf,
  type TestServer,
} from '../../../support/servers/polled-machines.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const minute = 60_000;

let dir: string;
let database: Database;
const running: Machines[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'machines-'));
  database = await startTestStorage(dir);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((machines) => machines.close()));
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

async function setUp(...ids: string[]) {
  const server = createServer();
  const systems = await createSystems(database, ...(ids.length === 0 ? ['one'] : ids));
  return { server, systems, ...startMachines(server, systems) };
}

function startMachines(
  server: TestServer,
  systems: Awaited<ReturnType<typeof createSystems>>,
  change: Partial<MachinesDeps> = {},
) {
  const started = startPolled(database, server, systems, change);
  running.push(started.machines);
  return started;
}

const ok = { machine: 'fugaku', status: 'OK', extra: 1 };
const settled = (state: MachinesState) => !state.checking && state.attemptedAt !== null;

test('the selected system is checked at the start, and the answer is what a snapshot shows', async () => {
  const { server, until, snapshot } = await setUp();
  await server.asked();
  expect(server.waiting[0]?.url).toBe('https://one.example/api/status/');
  expect(await snapshot('one')).toMatchObject({ checking: true, machines: [] });
  await server.list(ok, { machine: 'prepost', status: 'NG' });
  await until(settled);
  expect(await snapshot('one')).toEqual({
    systemId: 'one',
    machines: [
      { name: 'fugaku', status: 'OK', state: 'up', since: start.toISOString(), record: ok },
      {
        name: 'prepost',
        status: 'NG',
        state: 'down',
        since: start.toISOString(),
        record: { machine: 'prepost', status: 'NG' },
      },
    ],
    checking: false,
    checkedAt: start.toISOString(),
    attemptedAt: start.toISOString(),
    // closer than a minute, for one is down
    nextCheckAt: new Date(start.getTime() + minute / 2).toISOString(),
    held: null,
    problem: null,
  });
});

test('a system without a Web API is asked nothing, from the start and from when it is taken away', async () => {
  const server = createServer();
  const systems = await createSystems(database, 'one', 'two');
  const alone = systemOf('two', { webApiUrl: '', genaiUrl: 'https://two.example' });
  systems.set({ systems: [systems.get('one'), alone], selectedId: 'two' });
  const { until, snapshot, told } = startMachines(server, systems);
  expect(await snapshot('two')).toMatchObject({ attemptedAt: null, problem: null });
  systems.set({ systems: [systems.get('one'), alone], selectedId: 'one' });
  await server.list(ok);
  await until(settled);
  systems.set({ systems: [systemOf('one', { webApiUrl: '' }), alone], selectedId: 'one' });
  await until(({ machines }) => machines.length === 0);
  expect(await snapshot('one')).toMatchObject({ problem: null, nextCheckAt: null });
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(server.waiting).toEqual([]);
  expect(JSON.stringify(await told())).not.toContain('address-invalid');
});

test('since stays while the status stays, and moves with it', async () => {
  const { server, until, last } = await setUp();
  await server.list(ok, { machine: 'b', status: 'OK' });
  await until(settled);
  await vi.advanceTimersByTimeAsync(minute);
  await server.list(ok, { machine: 'b', status: 'NG' });
  await until((state) => settled(state) && state.checkedAt !== start.toISOString());
  const later = new Date(start.getTime() + minute).toISOString();
  expect(last()?.machines.map(({ name, since }) => [name, since])).toEqual([
    ['fugaku', start.toISOString()],
    ['b', later],
  ]);
});

test('a failure keeps the last good machines, says why, and is tried again later', async () => {
  const { server, until, last } = await setUp();
  await server.list(ok);
  await until(settled);
  await vi.advanceTimersByTimeAsync(minute);
  await server.answer({ status: 503, headers: { 'retry-after': '600' } });
  await until((state) => state.problem !== null);
  const failed = new Date(start.getTime() + minute).toISOString();
  expect(last()).toMatchObject({
    machines: [{ name: 'fugaku' }],
    checkedAt: start.toISOString(),
    attemptedAt: failed,
    nextCheckAt: new Date(start.getTime() + 11 * minute).toISOString(),
    held: null,
    problem: { code: 'http-status', details: { status: 503, retryAfter: 600 } },
  });
  await vi.advanceTimersByTimeAsync(10 * minute);
  await server.list(ok);
  await until((state) => state.problem === null && !state.checking);
  expect(last()?.machines[0]?.since).toBe(start.toISOString());
});

test('a restart shows the last good answer at once', async () => {
  const first = await setUp();
  await first.server.list(ok);
  await first.until(settled);
  await first.machines.close();
  const second = startMachines(createServer(), first.systems);
  const state = await second.snapshot('one');
  expect(state.machines).toEqual(first.last()?.machines);
  expect(state.checkedAt).toBe(start.toISOString());
});

test('refreshing joins the check that runs, and shortens the wait for a while', async () => {
  const { server, refresh, last } = await setUp();
  await server.asked();
  const both = Promise.all([refresh('one'), refresh('one')]);
  expect(server.waiting).toHaveLength(1);
  await server.list(ok);
  await both;
  expect(last()?.nextCheckAt).toBe(new Date(start.getTime() + 15_000).toISOString());
});

test('without access nothing is sent, and checks go on once access is back', async () => {
  const { server, systems } = await setUp();
  await server.list(ok);
  const locked = startMachines(server, systems);
  locked.access.problem = new AppError('vault-locked');
  await locked.until((state) => state.problem !== null);
  expect(locked.last()).toMatchObject({ problem: { code: 'vault-locked' }, nextCheckAt: null });
  await vi.advanceTimersByTimeAsync(30 * minute);
  expect(locked.last()).toMatchObject({ problem: { code: 'vault-locked' }, checking: false });
  locked.access.problem = null;
  locked.access.changed();
  await locked.until((state) => state.checking && state.problem === null);
});

test('only the selected system is checked by timer; another one on demand', async () => {
  const { server, systems, snapshot, refresh, until } = await setUp('one', 'two');
  await server.list(ok);
  await until(settled);
  expect(await snapshot('two')).toMatchObject({ attemptedAt: null, nextCheckAt: null });
  const refreshed = refresh('two');
  await server.list({ machine: 'other', status: 'active' });
  await refreshed;
  expect(await snapshot('two')).toMatchObject({ machines: [{ state: 'up' }], nextCheckAt: null });
  systems.set({ ...systems.state(), selectedId: 'two' });
  await server.asked();
  expect(server.waiting.map(({ url }) => url)).toEqual(['https://two.example/api/status/']);
  expect(await snapshot('one')).toMatchObject({ nextCheckAt: null });
});

test('a changed address forgets the machines of the old one and drops its answer', async () => {
  const { server, systems, until, snapshot } = await setUp();
  await server.list(ok);
  await until(settled);
  await vi.advanceTimersByTimeAsync(minute);
  await server.asked();
  const old = server.waiting.shift();
  const moved = systemOf('one', { webApiUrl: 'https://moved.example' });
  systems.set({ systems: [moved], selectedId: 'one' });
  await server.asked();
  old?.answer({ body: new TextEncoder().encode('[{"machine":"late","status":"OK"}]') });
  expect(server.waiting[0]?.url).toBe('https://moved.example/status/');
  expect(await snapshot('one')).toMatchObject({ machines: [], checkedAt: null });
});

test('the demo keeps its machines though its address changes at every start', async () => {
  const { server, systems, until, snapshot } = await setUp();
  await server.list(ok);
  await until(settled);
  const moved = systemOf('one', { kind: 'demo', webApiUrl: 'https://127.0.0.1:2' });
  systems.set({ systems: [moved], selectedId: 'one' });
  await server.asked();
  expect(server.waiting[0]?.url).toBe('https://127.0.0.1:2/status/');
  expect(await snapshot('one')).toMatchObject({ machines: [{ name: 'fugaku' }] });
});

test('a system that is gone is asked no more, and unknown ones are refused', async () => {
  const { server, systems, until, snapshot } = await setUp();
  await server.list(ok);
  await until(settled);
  systems.set({ systems: [], selectedId: null });
  await vi.advanceTimersByTimeAsync(30 * minute);
  expect(server.waiting).toEqual([]);
  await expect(snapshot('one')).rejects.toMatchObject({ code: 'no-system' });
});

test('events come only for changes', async () => {
  const { server, until, events } = await setUp();
  await server.list(ok);
  await until(settled);
  for (const [index, event] of events.entries()) expect(event).not.toEqual(events[index - 1]);
  const seen = events.length;
  await vi.advanceTimersByTimeAsync(minute / 2);
  expect(events).toHaveLength(seen);
});

describe('the history of the checks', () => {
  const later = (minutes: number) => start.getTime() + minutes * minute;

  test('knows what was observed, from when to when, and nothing of the time in which a check failed', async () => {
    const { server, until, history, told } = await setUp();
    await server.list(ok, { machine: 'b', status: 'OK' });
    await until(settled);
    await vi.advanceTimersByTimeAsync(minute);
    await server.list(ok, { machine: 'b', status: 'NG' });
    await until((state) => settled(state) && state.machines[1]?.status === 'NG');
    await vi.advanceTimersByTimeAsync(minute);
    await server.answer({ status: 503 });
    await until((state) => state.problem !== null);
    await vi.advanceTimersByTimeAsync(minute / 2);
    await server.list(ok);
    await until((state) => state.problem === null && !state.checking);
    expect(await told()).toEqual([
      { from: later(0), to: later(1), reason: null, detail: null },
      { from: later(1), to: later(2.5), reason: 'unreachable', detail: 'http-status' },
      { from: later(2.5), to: later(2.5), reason: null, detail: null },
    ]);
    const [first, second] = await history.time('one', [{ from: later(0), to: later(60) }]);
    expect(first).toMatchObject({
      name: 'fugaku',
      changedAt: later(0),
      cells: [{ time: { up: minute } }],
    });
    // the change was seen at its end; that it is gone since, is its last change
    expect(second).toMatchObject({
      name: 'b',
      changedAt: later(2.5),
      cells: [{ time: { up: minute } }],
    });
  });

  test('says why nothing was observed: offline, no access, another system on screen, the app closed', async () => {
    const { server, systems, machines, until, told, access } = await setUp('one', 'two');
    await server.list(ok);
    await until(settled);
    await vi.advanceTimersByTimeAsync(minute);
    await server.answer(new AppError('network-offline'));
    await until((state) => state.problem?.code === 'network-offline');
    access.problem = new AppError('session-signed-out');
    await vi.advanceTimersByTimeAsync(minute / 4);
    await until((state) => state.problem?.code === 'session-signed-out');
    systems.set({ ...systems.state(), selectedId: 'two' });
    await machines.close();
    vi.setSystemTime(Date.now() + 480 * minute);
    const again = startMachines(createServer(), systems);
    again.access.problem = new AppError('vault-locked');
    systems.set({ ...systems.state(), selectedId: 'one' });
    await again.until((state) => state.systemId === 'one' && state.problem !== null);
    expect((await told()).map(({ reason }) => reason)).toEqual([
      null,
      'offline',
      'no-access',
      'not-watched',
      'closed',
      'no-access',
    ]);
    expect((await told()).map(({ detail }) => detail)).toContain('session-signed-out');
  });

  test('goes with its system', async () => {
    const { server, until } = await setUp();
    await server.list(ok);
    await until(settled);
    await database.run({ sql: "DELETE FROM systems WHERE id = 'one'" });
    const tables = ['machines', 'statuses', 'transitions', 'fields', 'spans', 'days', 'folds'];
    for (const table of tables) {
      expect(await database.all({ sql: `SELECT * FROM history_${table}` })).toEqual([]);
    }
  });
});
