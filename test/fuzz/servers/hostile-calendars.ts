import type { HostileAnswer } from './hostile-answers.ts';

const large = 4_900_000;
const head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n';
const tail = 'END:VCALENDAR\r\n';

const calendar = (name: string, content: string): HostileAnswer => ({
  name,
  give(response) {
    response.writeHead(200, { 'content-type': 'text/calendar' });
    response.end(`${head}${content}${tail}`);
  },
});

const today = `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}T000000Z`;
const event = (...lines: readonly string[]): string =>
  [
    'BEGIN:VEVENT',
    `DTSTART:${today}`,
    'DURATION:PT1H',
    'SUMMARY:maintenance',
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n');
const filled = (unit: string): string => unit.repeat(Math.floor(large / unit.length));

/** Calendars that are well formed, and much. */
export const hostileCalendars: readonly HostileAnswer[] = [
  calendar('a calendar of 5 MB of events', filled(event('UID:a'))),
  calendar('a calendar with one long title', event(`SUMMARY:${'a b '.repeat(large / 4)}`)),
  calendar(
    'a calendar with one long description',
    event(`DESCRIPTION:${'m-1 '.repeat(large / 4)}`),
  ),
  calendar(
    'a calendar that folds each character',
    event(`DESCRIPTION:${'a\r\n '.repeat(large / 4)}`),
  ),
  calendar('a calendar with an event every second', event('RRULE:FREQ=SECONDLY')),
  calendar(
    'a calendar with rules that never meet',
    event('RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
  ),
  calendar('a calendar of components in components', filled('BEGIN:VEVENT\r\n')),
  calendar('a calendar of parameters', event(`X-A${';X-B="c"'.repeat(large / 8)}:d`)),
  calendar('a calendar of dates', event(`RDATE:${`${today},`.repeat(large / 17)}${today}`)),
  calendar('a calendar with its name long', `X-WR-CALNAME:${'x'.repeat(large)}\r\n${event()}`),
];
