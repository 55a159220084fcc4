import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { defaultConnection, type Network } from '../../../../main/base/network/index.ts';
import type { Database } from '../../../../main/base/storage/database.ts';
import { connectWorker } from '../../../../main/base/workers/connect.ts';
import { createWorkers } from '../../../../main/hosts/workers/index.ts';
import {
  createMaintenance,
  type MaintenanceDeps,
} from '../../../../main/machines/maintenance/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { EventName } from '../../../../preload/contract/index.ts';
import type { MaintenanceWindow } from '../../../../preload/contract/machines/maintenance.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables } from '../../../support/worlds/machine-history.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { recordLog } from '../../../support/worlds/world.ts';

export const sender = { id: 'test' };
export const one = { systemId: 'one' };
export const hour = 3600_000;
export const window: MaintenanceWindow = {
  ...{ id: 'w1', title: 'patches', machines: [{ name: 'a', nth: 0 }], day: '2026-07-01' },
  ...{ time: '10:00', minutes: 60, zone: 'UTC', repeats: 'weekly', until: null },
};
export const event = (uid: string, at: string, summary = '') =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:${summary}\r\nDTSTART:${at}\r\nDURATION:PT1H\r\nEND:VEVENT\r\n`;
export const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
const program = fileURLToPath(
  new URL('../../../../main/machines/maintenance/worker.ts', import.meta.url),
);
const workers = createWorkers({
  programs: {
    storage: program,
    certificates: program,
    maintenance: program,
    descriptions: program,
    demo: program,
  },
  asProcess: ['maintenance'],
});

/** Maintenance over new tables for each test, with a server whose `answer` the test sets. */
export function maintenanceWorld() {
  let database: Database;
  let network: Network;
  let server: Server;
  const world = {
    origin: '',
    answer: (_request: IncomingMessage, response: ServerResponse): void => void response.end(),
    database: () => database,
    start,
  };
  beforeEach(async () => {
    database = openHistoryTables();
    network = testNetwork({ usualAuthorities: [], log: recordLog() });
    server = createServer((request, response) => world.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    world.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterEach(async () => {
    await network.close();
    await database.close();
    server.closeAllConnections();
    server.close();
  });

  async function start(change: Partial<MaintenanceDeps> = {}, webApi = 'https://api.example') {
    const told: EventName[] = [];
    const attached = {
      headers: { authorization: 'Bearer t' },
      grant: { generation: 1, accessToken: 't' },
    };
    const domain = await createMaintenance({
      ...{ database, network, log: recordLog(), timeZone: 'UTC' },
      systems: {
        get: (id) => {
          if (id !== 'one') throw new AppError('no-system');
          return {} as never;
        },
      },
      links: {
        to: (systemId, service) => ({
          ...{
            systemId,
            service,
            address: webApi,
            connection: defaultConnection(),
            certificateId: null,
            onlyForBoundToken: false,
            byToken: true,
          },
        }),
      },
      access: {
        openWebApi: async () => ({
          ...{ address: webApi, connection: defaultConnection(), identity: null },
          authorization: {
            attach: async () => attached,
            renew: async () => attached,
            renewIfPossible: async () => attached,
            refusedAgain: () => undefined,
          },
        }),
      },
      startWorker: () => connectWorker(workers.start('maintenance')),
      emit: (name) => void told.push(name),
      now: () => new Date('2026-07-08T10:30:00Z'),
      ...change,
    });
    const { maintenance: calls } = throughTheDoor({ maintenance: domain.calls }, recordLog());
    return {
      ...{ domain, calls, told },
      state: () => calls.snapshot(one, sender),
      planned: (from: string, to: string) =>
        domain
          .planned(
            'one',
            [
              { name: 'a', nth: 0 },
              { name: 'b', nth: 0 },
            ],
            {
              from: Date.parse(from),
              to: Date.parse(to),
            },
          )
          .map((one) => ({
            at: new Date(one.from).toISOString().slice(0, 13),
            machines: one.machines,
          })),
    };
  }

  return world;
}
