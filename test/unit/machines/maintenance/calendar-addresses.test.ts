import { expect, test } from 'vitest';
import { calendar, event, hour, maintenanceWorld, one, sender } from './start.ts';

const world = maintenanceWorld();
const { start } = world;

test('an address of the Web API’s own origin is asked with the token, any other without', async () => {
  const seen: (string | undefined)[] = [];
  world.answer = (request, response) => {
    seen.push(request.headers.authorization);
    response.end(calendar(event('1', '20260709T100000Z')));
  };
  const elsewhere = await start();
  await elsewhere.calls.addAddress({ ...one, url: `${world.origin}/a.ics` }, sender);
  const own = await start({}, `${world.origin}/api`);
  await own.calls.addAddress({ ...one, url: `${world.origin}/a.ics?x=1` }, sender);
  expect(seen).toEqual([undefined, 'Bearer t']);
});

test('an address is read again when it is old; what fails is told and loses no date, what is past stays', async () => {
  let clock = Date.parse('2026-07-08T10:30:00Z');
  let body = calendar(event('1', '20260701T100000Z'), event('2', '20260709T100000Z'));
  let status = 200;
  let asked = 0;
  world.answer = (_, response) => {
    asked++;
    response.writeHead(status).end(body);
  };
  const { calls, domain, planned, state } = await start({ now: () => new Date(clock) });
  await calls.addAddress({ ...one, url: `${world.origin}/a.ics` }, sender);
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
  const add = (path: string) => calls.addAddress({ ...one, url: `${world.origin}${path}` }, sender);
  world.answer = (_, response) =>
    response.writeHead(302, { location: 'https://127.0.0.2/b.ics' }).end();
  await expect(add('/a.ics')).rejects.toMatchObject({ code: 'http-redirect-refused' });
  world.answer = (_, response) => response.end('<html>sign in</html>');
  await expect(add('/a.ics')).rejects.toMatchObject({ code: 'calendar-page' });
  world.answer = (_, response) => {
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
