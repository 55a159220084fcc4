import { expect, test } from 'vitest';
import { calendar, event, maintenanceWorld, one, sender, window } from './start.ts';

const world = maintenanceWorld();
const { start } = world;

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
  expect(await world.database().all({ sql: 'SELECT * FROM maintenance_dates' })).toEqual([]);
});

test('a calendar of an earlier version is told to have counted for all, and concerns nobody until the user has chosen', async () => {
  await world.database().run({
    sql: `INSERT INTO maintenance_calendars (id, system_id, name, url, read_at, left_out)
          VALUES ('old', 'one', 'Old', NULL, NULL, 0)`,
  });
  await world.database().run({
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
