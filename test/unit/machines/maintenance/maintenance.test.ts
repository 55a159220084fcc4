import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

const sender = { id: 'test' };
const one = { systemId: 'one' };
const hour = 3600_000;
const window: MaintenanceWindow = {
  ...{ id: 'w1', title: 'patches', machines: [{ name: 'a', nth: 0 }], day: '2026-07-01' },
  ...{ time: '10:00', minutes: 60, zone: 'UTC', repeats: 'weekly', until: null },
};
const event = (uid: string, at: string, summary = '') =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:${summary}\r\nDTSTART:${at}\r\nDURATION:PT1H\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
const program = fileURLToPath(
  new URL('../../../../main/machines/maintenance/worker.ts', import.meta.url),
);
const workers = createWorkers({
  programs: { storage: program, certificates: program, maintenance: program, demo: program },
  asProcess: ['maintenance'],
});

let database: Database;
let network: Network;
let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  database = openHistoryTables();
  network = testNetwork({ usualAuthorities: [], log: recordLog() });
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
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

test('windows are kept, changed and removed; whom they concern is known while they are', async () => {
  const { calls, told, domain } = await start();
  await calls.setWindow({ ...one, window }, sender);
  await calls.setWindow({ ...one, window: { ...window, id: 'w2', machines: null } }, sender);
  await calls.removeWindow({ ...one, id: 'w2' }, sender);
  expect(told).toEqual(Array.from({ length: 3 }, () => 'maintenance.changed'));
  const machines = [
    { name: 'a', nth: 0 },
    { name: 'b', nth: 0 },
  ];
  const at = Date.parse('2026-07-08T10:59:59Z');
  const concerned = (at: number) =>
    [...machines, null].map((machine) => domain.underWay('one', machines, at)(machine));
  expect(concerned(at)).toEqual([true, false, false]);
  expect(concerned(at + 1000)).toEqual([false, false, false]);
  await calls.setWindow({ ...one, window: { ...window, machines: null } }, sender);
  expect(concerned(at)).toEqual([true, true, true]);

  const again = await start();
  expect((await again.state()).windows).toEqual([{ ...window, machines: null }]);
  await expect(calls.setWindow({ systemId: 'other', window }, sender)).rejects.toMatchObject({
    code: 'no-system',
  });
  for (const wrong of [{ zone: 'Nowhere/At_All' }, { day: '2026-02-30' }, { minutes: 0 }]) {
    const input = { ...one, window: { ...window, ...wrong } };
    await expect(calls.setWindow(input, sender)).rejects.toMatchObject({
      code: 'contract-invalid-input',
    });
  }
});

test('a file’s dates concern the machines that it names, else, by choice, all or nobody; they outlive a start', async () => {
  const { calls } = await start();
  const text = calendar(
    event('1', '20260709T100000Z', 'B is patched'),
    event('2', '20260710T100000Z'),
  );
  await calls.addFile({ ...one, name: 'office.ics', bytes: Buffer.from(text) }, sender);
  const { planned, state, calls: later } = await start();
  expect(planned('2026-07-08', '2026-07-30')).toEqual([
    { at: '2026-07-09T10', machines: [{ name: 'b', nth: 0 }] },
    { at: '2026-07-10T10', machines: [] },
  ]);
  const [kept] = (await state()).calendars;
  expect(kept).toMatchObject({
    name: 'office.ics',
    url: null,
    dates: 2,
    leftOut: 0,
    problem: null,
  });
  const id = kept?.id ?? '';
  await later.setCalendar({ ...one, id, unnamed: 'all' }, sender);
  expect(planned('2026-07-10', '2026-07-30')).toEqual([{ at: '2026-07-10T10', machines: null }]);
  await later.setCalendar({ ...one, id, unnamed: 'nobody' }, sender);
  const named = [{ at: '2026-07-09T10', machines: [{ name: 'b', nth: 0 }] }];
  expect([
    planned('2026-07-08', '2026-07-30'),
    (await start()).planned('2026-07-08', '2026-07-30'),
  ]).toEqual([named, named]);
  const elsewhere = { systemId: 'other', id, unnamed: 'all' } as const;
  await expect(later.setCalendar(elsewhere, sender)).rejects.toMatchObject({ code: 'not-found' });
  await later.removeCalendar({ ...one, id }, sender);
  expect(planned('2026-07-08', '2026-07-30')).toEqual([]);
  expect(await database.all({ sql: 'SELECT * FROM maintenance_dates' })).toEqual([]);
});

test('a calendar of an earlier version is told to have counted for all, and concerns nobody until the user has chosen', async () => {
  await database.run({
    sql: `INSERT INTO maintenance_calendars (id, system_id, name, url, read_at, left_out)
          VALUES ('old', 'one', 'Old', NULL, NULL, 0)`,
  });
  await database.run({
    sql: `INSERT INTO maintenance_dates (calendar_id, start, until, title, said)
          VALUES ('old', ?, ?, 'x', '')`,
    params: [Date.parse('2026-07-10T10:00Z'), Date.parse('2026-07-10T11:00Z')],
  });
  const { planned, state, calls } = await start();
  expect((await state()).calendars).toMatchObject([{ unnamed: 'was-all', dates: 1 }]);
  expect(planned('2026-07-08', '2026-07-30')).toEqual([{ at: '2026-07-10T10', machines: [] }]);
  await calls.setCalendar({ ...one, id: 'old', zone: 'Asia/Tokyo' }, sender);
  expect((await (await start()).state()).calendars).toMatchObject([{ unnamed: 'was-all' }]);
  await calls.setCalendar({ ...one, id: 'old', unnamed: 'all' }, sender);
  const later = await start();
  expect((await later.state()).calendars).toMatchObject([{ unnamed: 'all', zone: 'Asia/Tokyo' }]);
  expect(later.planned('2026-07-08', '2026-07-30')).toMatchObject([{ machines: null }]);
});

test('nobody is silenced by what names no machine for sure: a real outage of another is told', async () => {
  const { calls, domain } = await start();
  const bytes = Buffer.from(
    calendar(
      event('1', '20260708T100000Z', 'aの保守'),
      event('2', '20260708T100000Z', 'A short maintenance'),
      event('3', '20260708T100000Z', 'bistro'),
    ),
  );
  await calls.addFile({ ...one, name: 'x', bytes }, sender);
  const machines = [
    { name: 'a', nth: 0 },
    { name: 'b', nth: 0 },
  ];
  const at = Date.parse('2026-07-08T10:30:00Z');
  expect([...machines, null].map(domain.underWay('one', machines, at))).toEqual([
    ...[true, false, false],
  ]);
});

test('whole days and times without a zone are by the calendar’s clock: the user’s choice, its own, the computer’s', async () => {
  const text = calendar(
    'BEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20260709\r\nEND:VEVENT\r\n',
    event('2', '20260711T090000'),
  );
  const { calls } = await start();
  await calls.addFile({ ...one, name: 'x', bytes: Buffer.from(text) }, sender);
  const ats = async (timeZone: string) =>
    (await start({ timeZone })).planned('2026-07-01', '2026-07-30').map(({ at }) => at);
  expect(await ats('UTC')).toEqual(['2026-07-09T00', '2026-07-11T09']);
  // the computer is somewhere else now
  expect(await ats('Asia/Tokyo')).toEqual(['2026-07-08T15', '2026-07-11T00']);
  const [{ id = '' } = {}] = (await (await start()).state()).calendars;
  const chosen = await start();
  await chosen.calls.setCalendar({ ...one, id, zone: 'America/New_York' }, sender);
  expect(await ats('Asia/Tokyo')).toEqual(['2026-07-09T04', '2026-07-11T13']);
  await chosen.calls.setCalendar({ ...one, id, zone: null }, sender);
  expect(await ats('UTC')).toEqual(['2026-07-09T00', '2026-07-11T09']);
  await expect(
    chosen.calls.setCalendar({ ...one, id, zone: 'Nowhere/At_All' }, sender),
  ).rejects.toMatchObject({ code: 'contract-invalid-input' });
  await chosen.calls.removeCalendar({ ...one, id }, sender);
  const own = text.replace('VERSION:2.0', 'VERSION:2.0\r\nX-WR-TIMEZONE:Tokyo Standard Time');
  await chosen.calls.addFile({ ...one, name: 'x', bytes: Buffer.from(own) }, sender);
  expect(await ats('Europe/Berlin')).toEqual(['2026-07-08T15', '2026-07-11T00']);
});

test('what cannot be read is kept with its name, and what takes no time is at its moment', async () => {
  const text = calendar(
    event('1', '20260709T100000Z', 'bad').replace('DURATION:PT1H', 'DURATION:-PT1H'),
    event('2', '20260710T100000Z').replace('DURATION:PT1H\r\n', ''),
    event('3', '20260711T100000').replace('DTSTART:', 'DTSTART;TZID=Nowhere:'),
  );
  const { calls } = await start();
  await calls.addFile({ ...one, name: 'x', bytes: Buffer.from(text) }, sender);
  const { state, planned } = await start();
  expect((await state()).calendars).toMatchObject([
    {
      ...{ dates: 2, leftOut: 1, unknownZones: [{ name: 'Nowhere', events: 1 }] },
      leftOutEvents: [{ title: 'bad', line: 3, fault: 'end-before-start' }],
    },
  ]);
  expect(planned('2026-07-10T10:00Z', '2026-07-10T11:00Z')).toHaveLength(1);
  expect(planned('2026-07-10T09:00Z', '2026-07-10T10:00Z')).toEqual([]);
});

test('an address of the Web API’s own origin is asked with the token, any other without', async () => {
  const seen: (string | undefined)[] = [];
  answer = (request, response) => {
    seen.push(request.headers.authorization);
    response.end(calendar(event('1', '20260709T100000Z')));
  };
  const elsewhere = await start();
  await elsewhere.calls.addAddress({ ...one, url: `${origin}/a.ics` }, sender);
  const own = await start({}, `${origin}/api`);
  await own.calls.addAddress({ ...one, url: `${origin}/a.ics?x=1` }, sender);
  expect(seen).toEqual([undefined, 'Bearer t']);
});

test('an address is read again when it is old; what fails is told and loses no date, what is past stays', async () => {
  let clock = Date.parse('2026-07-08T10:30:00Z');
  let body = calendar(event('1', '20260701T100000Z'), event('2', '20260709T100000Z'));
  let status = 200;
  let asked = 0;
  answer = (_, response) => {
    asked++;
    response.writeHead(status).end(body);
  };
  const { calls, domain, planned, state } = await start({ now: () => new Date(clock) });
  await calls.addAddress({ ...one, url: `${origin}/a.ics` }, sender);
  const [{ id = '' } = {}] = (await state()).calendars;
  domain.checked('one');
  clock += 2 * hour;
  status = 503;
  domain.checked('one');
  await expect.poll(async () => (await state()).calendars[0]?.problem?.code).toBe('http-status');
  domain.checked('one');
  expect(asked).toBe(2);
  expect(planned('2026-07-01', '2026-07-30')).toHaveLength(2);
  // it tells only of what is to come now
  [status, body] = [200, calendar(event('3', '20260710T100000Z'))];
  await calls.refreshCalendar({ ...one, id }, sender);
  expect((await state()).calendars[0]).toMatchObject({ problem: null, dates: 2 });
  expect(planned('2026-07-01', '2026-07-30').map(({ at }) => at)).toEqual([
    ...['2026-07-01T10', '2026-07-10T10'],
  ]);
});

test('an address that points elsewhere, sends too much, or no calendar, is refused', async () => {
  const { calls, state } = await start();
  const add = (path: string) => calls.addAddress({ ...one, url: `${origin}${path}` }, sender);
  answer = (_, response) => response.writeHead(302, { location: 'https://127.0.0.2/b.ics' }).end();
  await expect(add('/a.ics')).rejects.toMatchObject({ code: 'http-redirect-refused' });
  answer = (_, response) => response.end('<html>sign in</html>');
  await expect(add('/a.ics')).rejects.toMatchObject({ code: 'calendar-page' });
  answer = (_, response) => {
    const piece = Buffer.alloc(1024 * 1024, 'BEGIN:VEVENT\r\n');
    const more = (n: number): void => {
      if (n === 50) response.end();
      else response.write(piece, () => more(n + 1));
    };
    more(0);
  };
  await expect(add('/a.ics')).rejects.toMatchObject({ code: 'answer-too-large' });
  for (const url of ['http://example.com/a.ics', 'file:///etc/passwd', 'ftp://x/a.ics', 'x']) {
    await expect(calls.addAddress({ ...one, url }, sender)).rejects.toMatchObject({
      code: 'address-invalid',
    });
  }
  const bytes = new Uint8Array(50 * 1024 * 1024).fill(66);
  await expect(calls.addFile({ ...one, name: 'x', bytes }, sender)).rejects.toMatchObject({
    ...{ code: 'calendar-too-much', details: { reason: 'size' } },
  });
  expect((await state()).calendars).toEqual([]);
});

test('a calendar that never comes to an end is ended, and the next is read', async () => {
  const { calls, state } = await start({ longestReading: 1 });
  const bytes = Buffer.from(calendar(event('1', '20260709T100000Z')));
  await expect(calls.addFile({ ...one, name: 'x', bytes }, sender)).rejects.toMatchObject({
    ...{ code: 'calendar-too-much', details: { reason: 'time' } },
  });
  const patient = await start();
  const good = Buffer.from(calendar(event('1', '20260709T100000Z')));
  await patient.calls.addFile({ ...one, name: 'good', bytes: good }, sender);
  expect((await patient.state()).calendars).toHaveLength(1);
  expect((await state()).calendars).toHaveLength(0);
});
