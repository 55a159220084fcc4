import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createNotifications,
  type NotificationsDeps,
} from '../../../../main/machines/notifications/index.ts';
import type { MachineNotification } from '../../../../preload/contract/machines/notifications.ts';
import { eventually } from '../../../support/servers/polled-machines.ts';
import {
  jobsWorld,
  json,
  minute,
  slurm,
  slurmJob,
  startApiServer,
} from '../../../support/work/jobs-world.ts';
import { recordLog } from '../../../support/worlds/world.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
});

/** A system with one followed job; time passes as a test says. */
async function start() {
  const told = { jobs: [slurmJob(7)] };
  const server = await startApiServer((_, response) => json(response, { errors: [], ...told }));
  const world = await jobsWorld(server.origin, slurm);
  /** Lets time pass, and what it set off come to its end. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += minute / 4) {
      world.clock.now += minute / 4;
      await vi.advanceTimersByTimeAsync(minute / 4);
      for (let turn = 0; turn < 20; turn += 1) {
        await world.database.get({ sql: 'SELECT 1' });
      }
    }
  };
  return { server, told, pass, ...world };
}

test('while polling rests no job is asked about by itself; the user’s own wish is, and after it all goes on', async () => {
  const world = await start();
  const resting = { now: false, tell: (): void => undefined };
  const rest = {
    rests: () => resting.now,
    onChange: (listener: () => void) => {
      resting.tell = listener;
      return () => true;
    },
  };
  const { look, refresh } = world.open({ rest });
  await look();
  const asked = () => world.server.asked.length;
  const before = asked();
  await world.pass(minute);
  await eventually(() => asked() > before);
  resting.now = true;
  resting.tell();
  await refresh();
  const atRest = asked();
  await world.pass(30 * minute);
  expect(asked()).toBe(atRest);
  await refresh();
  expect(asked()).toBeGreaterThan(atRest);
  const last = asked();
  resting.now = false;
  resting.tell();
  await world.pass(minute);
  await eventually(() => asked() > last);
});

test('a notice held back in quiet hours is given once, with the notices of machines turned off and no job left', async () => {
  const world = await start();
  const { clock, database, systemId, system } = world;
  const shown: MachineNotification[] = [];
  const open = async () => {
    const deps: NotificationsDeps = {
      ...{ database, log: recordLog(), language: () => 'en' as const },
      systems: { get: () => system, select: () => undefined },
      emit: (name, payload) => {
        if (name !== 'notifications.show') return;
        shown.push((payload as { notification: MachineNotification }).notification);
      },
      minuteOf: (at) => Math.floor(at / minute) % 1440,
      now: () => new Date(clock.now),
    };
    const notices = await createNotifications(deps);
    onTestFinished(notices.close);
    return { notices, opened: world.open({ notices }) };
  };
  const rule = {
    ...{ on: false, states: [], recovery: true, unreachable: true, seen: 1, of: 1, sound: false },
    ...{ quiet: { from: 0, to: 120 }, groups: [], machines: [] },
  };
  // The clock begins at midnight.
  const first = await open();
  await first.notices.calls.setRule({ systemId, rule }, { id: 'window' });
  await first.opened.look();
  world.told.jobs = [slurmJob(7, { job_state: 'COMPLETED', end_time: clock.now / 1000 })];
  await first.opened.refresh();
  expect((await first.opened.snapshot()).jobs).toMatchObject([{ state: 'done', unseen: true }]);
  await first.opened.jobs.close();
  const second = await open();
  await world.pass(110 * minute);
  expect(shown).toEqual([]);
  await world.pass(12 * minute);
  await eventually(() => shown.length > 0);
  await world.pass(30 * minute);
  expect(shown.map(({ changes }) => changes.map(({ job }) => job?.what))).toEqual([['done']]);
  expect((await second.opened.snapshot()).jobs).toHaveLength(1);
});
