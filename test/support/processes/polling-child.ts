import type { Network } from '../../../main/base/network/index.ts';
import { createNotifications } from '../../../main/machines/notifications/index.ts';
import type { Emit, EventPayload } from '../../../preload/contract/index.ts';
import { createServer, createSystems, startMachines } from '../servers/polled-machines.ts';
import { behindTheDoor } from '../worlds/door.ts';
import { plainMeanings } from '../worlds/machine-history.ts';
import { startTestStorage } from '../worlds/storage.ts';
import { recordLog } from '../worlds/world.ts';

// Polls a service every few ms, with notices, for a test that kills it. At check n, machine n % 5 gets the status `n`;
// even ones are up, odd ones down, so that each check has one change. Prints `seen n` when a window is told of the
// check, `told n` when a notice is given. Arguments: folder, number of the first check.
const [folder = '', first = '1'] = process.argv.slice(2);
const database = await startTestStorage(folder);
const systems = await createSystems(database, 'one');
const list = [0, 1, 2, 3, 4].map((n) => ({ machine: `m${n}`, status: '0' }));
for (const one of list) {
  const row = await database.get({
    sql: 'SELECT status FROM history_machines JOIN history_statuses ON history_statuses.id = status_id WHERE name = ?',
    params: [one.machine],
  });
  one.status = String(row?.status ?? '0');
}

let check = Number(first) - 1;
const network: Network = {
  ...createServer().network,
  async request({ url }) {
    // before the first change all are seen as they are
    const changed = check === 0 ? undefined : list[check % 5];
    if (changed !== undefined) changed.status = String(check);
    check += 1;
    const body = new TextEncoder().encode(JSON.stringify(list));
    return { status: 200, headers: {}, setCookies: [], url, body };
  },
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const emit: Emit = (name, payload) => {
  if (name === 'machines.changed') {
    const { machines, checking } = payload as EventPayload<'machines.changed'>;
    if (!checking) say(`seen ${Math.max(0, ...machines.map(({ status }) => Number(status)))}`);
  }
  if (name === 'notifications.show') {
    const { notification } = payload as EventPayload<'notifications.show'>;
    for (const { status } of notification.changes) say(`told ${status}`);
  }
};
const log = recordLog();
const notifications = await createNotifications({
  ...{ database, emit, log, language: () => 'en' },
  systems: { get: systems.get, select: () => undefined },
  flood: { most: Number.POSITIVE_INFINITY, within: 1 },
});
await behindTheDoor('notifications', notifications, log).calls.setRule(
  {
    systemId: 'one',
    rule: {
      ...{ on: true, states: ['down'], recovery: true, unreachable: true, seen: 1, of: 1 },
      ...{ quiet: null, sound: false, groups: [], machines: [] },
    },
  },
  { id: 'test' },
);
startMachines(database, { ...createServer(), network }, systems, {
  ...{ notifications, emit, uptime: () => performance.now() },
  meanings: {
    ...plainMeanings,
    stateOf: (_, status) => (Number(status) % 2 === 0 ? 'up' : 'down'),
    polling: () => ({ every: 0.005, troubled: 0.005 }),
  },
});
setInterval(() => undefined, 1000);
