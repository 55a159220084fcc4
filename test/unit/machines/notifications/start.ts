import { afterEach, beforeEach } from 'vitest';
import type { Database } from '../../../../main/base/storage/database.ts';
import { readState } from '../../../../main/machines/choices/states.ts';
import {
  createNotifications,
  type NotificationsDeps,
} from '../../../../main/machines/notifications/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Emit, EventName, EventPayload } from '../../../../preload/contract/index.ts';
import type {
  MachineNotification,
  NotificationRule,
} from '../../../../preload/contract/machines/notifications.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables } from '../../../support/worlds/machine-history.ts';
import { recordLog } from '../../../support/worlds/world.ts';

export const sender = { id: 'test' };
export const one = { systemId: 'one' };
export const minute = 60_000;
export const usual: NotificationRule = {
  ...{ on: true, states: ['down', 'degraded'], recovery: true, unreachable: true },
  ...{ seen: 2, of: 3, quiet: null, sound: false, groups: [], machines: [] },
};

/** A database for each test, and the app's notices over it, which can be started again. */
export function noticesWorld() {
  let database: Database;
  beforeEach(() => {
    database = openHistoryTables();
  });
  afterEach(() => database.close());
  return {
    database: () => database,
    start: (change: Partial<NotificationsDeps> = {}, clock = 0) => start(database, change, clock),
  };
}

/** The app from a start on; checks are a minute apart. */
async function start(database: Database, change: Partial<NotificationsDeps>, clock: number) {
  const shown: { notification: MachineNotification; sound: boolean }[] = [];
  const told: EventName[] = [];
  const selected: string[] = [];
  const systems = {
    get: (id: string) => {
      if (id !== 'one') throw new AppError('no-system');
      return { id, name: 'One' } as never;
    },
    select: (id: string) => void selected.push(id),
  };
  const emit: Emit = (name, payload) => {
    told.push(name);
    if (name === 'notifications.show') shown.push(payload as EventPayload<'notifications.show'>);
  };
  const notices = await createNotifications({
    ...{ database, systems, log: recordLog(), language: () => 'en' },
    emit,
    minuteOf: (at) => Math.floor(at / minute) % 1440,
    now: () => new Date(clock),
    ...change,
  });
  const { notifications: calls } = throughTheDoor({ notifications: notices.calls }, recordLog());
  const settled = async () => {
    await notices.close();
    return shown.splice(0).map(({ notification }) => notification);
  };
  const look = async (check: () => void) => {
    clock += minute;
    check();
    return (await settled()).map(({ changes }) => changes.map(brief).join(', '));
  };
  return {
    ...{ notices, calls, shown, told, selected },
    at: () => clock,
    pass: (ms: number) => {
      clock += ms;
    },
    setRule: (rule: Partial<NotificationRule> = {}) =>
      calls.setRule({ ...one, rule: { ...usual, ...rule } }, sender),
    given: async () => (await calls.snapshot(one, sender)).past,
    /** One good check. @param statuses of the machines a, b, c … @returns what is given for it */
    see: (...statuses: string[]) =>
      look(() => notices.observed('one', clock, statuses.map(toMachine))),
    miss: (reason: 'unreachable' | 'offline' | 'asleep' | 'no-access', code = 'network-timeout') =>
      look(() => notices.missed('one', clock, reason, code)),
  };
}

function toMachine(status: string, index: number) {
  return { name: String.fromCharCode(97 + index), status, state: readState(status) };
}

function brief({ machine, state, lasted, atMost }: MachineNotification['changes'][number]): string {
  const time = state !== 'up' ? '' : lasted === null ? ' ?' : ` ${lasted / minute}m`;
  return `${machine?.name ?? 'Web API'} ${state}${time}${atMost ? ' at most' : ''}`;
}
