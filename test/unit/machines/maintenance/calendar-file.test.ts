import { describe, expect, test } from 'vitest';
import { readCalendar } from '../../../../main/machines/maintenance/calendar/index.ts';
import { createNames } from '../../../../main/machines/maintenance/naming/index.ts';

const input = {
  chosen: null,
  charset: null,
  zone: 'Asia/Tokyo',
  from: Date.UTC(2026, 0, 1),
  to: Date.UTC(2027, 0, 1),
};

function calendar(...events: readonly string[][]): string {
  const lines = events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

function dates(text: string) {
  const { dates, leftOut } = readCalendar({ ...input, bytes: Buffer.from(text) });
  const at = (ms: number, floating: boolean) =>
    new Date(floating ? ms - 9 * 3_600_000 : ms).toISOString().slice(0, 16);
  return {
    leftOut,
    dates: dates
      .map(({ from, to, floating }) => `${at(from, floating)}/${at(to, floating)}`)
      .sort(),
  };
}

test('times are read by the zone that they name, by UTC, or by the computer’s clock', () => {
  const text = calendar(
    [
      'UID:1',
      'DTSTART;TZID=Europe/Berlin:20260701T100000',
      'DTEND;TZID=Europe/Berlin:20260701T120000',
    ],
    ['UID:2', 'DTSTART:20260702T100000Z', 'DURATION:PT90M'],
    ['UID:3', 'DTSTART:20260703T100000', 'DTEND:20260703T110000'],
    ['UID:4', 'DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260706'],
    ['UID:5', 'DTSTART;TZID=Nowhere/Known:20260707T100000', 'DURATION:PT1H'],
  );
  expect(dates(text)).toEqual({
    leftOut: 0,
    dates: [
      '2026-07-01T08:00/2026-07-01T10:00',
      '2026-07-02T10:00/2026-07-02T11:30',
      '2026-07-03T01:00/2026-07-03T02:00',
      '2026-07-03T15:00/2026-07-05T15:00',
      '2026-07-07T01:00/2026-07-07T02:00',
    ],
  });
});

test('repetitions follow the clock, with what was cancelled, moved and added', () => {
  const weekly = [
    ...['UID:w', 'SUMMARY:login down', 'DTSTART;TZID=Europe/Berlin:20260322T023000'],
    ...['DTEND;TZID=Europe/Berlin:20260322T033000', 'RRULE:FREQ=WEEKLY;UNTIL=20260426T003000Z'],
    ...['EXDATE;TZID=Europe/Berlin:20260405T023000', 'RDATE;TZID=Europe/Berlin:20260501T120000'],
  ];
  const moved = [
    ...['UID:w', 'RECURRENCE-ID;TZID=Europe/Berlin:20260412T023000'],
    ...['DTSTART;TZID=Europe/Berlin:20260413T100000', 'DTEND;TZID=Europe/Berlin:20260413T110000'],
  ];
  const cancelled = [
    ...['UID:w', 'RECURRENCE-ID;TZID=Europe/Berlin:20260419T023000', 'STATUS:CANCELLED'],
    ...['DTSTART;TZID=Europe/Berlin:20260419T023000', 'DTEND;TZID=Europe/Berlin:20260419T033000'],
  ];
  expect(dates(calendar(weekly, moved, cancelled))).toEqual({
    leftOut: 0,
    dates: [
      '2026-03-22T01:30/2026-03-22T02:30',
      '2026-03-29T01:30/2026-03-29T02:30',
      '2026-04-13T08:00/2026-04-13T09:00',
      '2026-04-26T00:30/2026-04-26T01:30',
      '2026-05-01T10:00/2026-05-01T11:00',
    ],
  });
});

describe('what a hostile calendar brings', () => {
  const once = ['UID:good', 'DTSTART:20260702T100000Z', 'DURATION:PT1H'];
  const good = ['2026-07-02T10:00/2026-07-02T11:00'];
  test.each([
    ['a repetition each second without end', ['DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY']],
    [
      'the same since long ago',
      ['DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY;COUNT=2000000000'],
    ],
    [
      'a repetition that never is',
      ['DTSTART:20260101T000000Z', 'RRULE:FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31'],
    ],
    ['a repetition each hour since long ago', ['DTSTART:19700101T000000Z', 'RRULE:FREQ=HOURLY']],
    ['the year 0', ['DTSTART:00000101T000000Z', 'RRULE:FREQ=DAILY']],
    ['the year 9999', ['DTSTART:99991231T235959Z', 'DURATION:PT1H']],
    ['a date that is none', ['DTSTART:20261399T256199Z', 'DURATION:PT1H']],
    ['no beginning', ['SUMMARY:x']],
    [
      'repetitions that are periods',
      ['DTSTART:20260101T000000Z', 'RDATE;VALUE=PERIOD:20260601T000000Z/PT1H'],
    ],
    ['an event in an event', ['DTSTART:20500101T000000Z', 'BEGIN:VEVENT', ...once, 'END:VEVENT']],
    [
      'an exception of itself that repeats',
      ['DTSTART:20500101T000000Z', 'RECURRENCE-ID:20500101T000000Z', 'RRULE:FREQ=SECONDLY'],
    ],
    [
      'a name from the prototype',
      ['UID:__proto__', 'DTSTART:20500101T000000Z', 'DTEND:20500101T010000Z'],
    ],
  ])('%s takes nothing else with it', (_, event) => {
    const uid = event.some((line) => line.startsWith('UID:')) ? [] : ['UID:bad'];
    const read = dates(calendar([...uid, ...event], once)).dates;
    expect(read).toEqual(expect.arrayContaining(good));
    expect(read.length).toBeLessThan(4);
  });

  test('what is no calendar is told apart from one that holds nothing', () => {
    expect(() => dates('hello')).toThrow('calendar-unreadable');
    expect(() => dates(`\r\n\r\n<html>BEGIN:VCALENDAR</html>`)).toThrow(
      expect.objectContaining({ code: 'calendar-page', details: { line: 3 } }),
    );
    expect(() => dates('BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n')).toThrow('calendar-contacts');
    expect(() => dates('{"vcalendar": []}')).toThrow('calendar-json');
    expect(() => dates('PK\u0003\u0004')).toThrow('calendar-binary');
    expect(() => dates('\r\n \r\n')).toThrow('calendar-empty');
    const whole = calendar(once);
    expect(() => dates(whole.slice(0, whole.indexOf('DURATION')))).toThrow(
      expect.objectContaining({ code: 'calendar-cut-off', details: { line: 5 } }),
    );
    expect(dates(calendar())).toEqual({ leftOut: 0, dates: [] });
  });

  test('more dates than a calendar may have are an error, not a memory full', () => {
    const many = Array.from({ length: 60 }, (_, n) => [
      ...[`UID:${n}`, 'DTSTART:20260101T000000Z', 'RRULE:FREQ=DAILY', 'DURATION:PT1M'],
    ]);
    expect(() => dates(calendar(...many))).toThrow('calendar-too-much');
  });
});

test('an event names machines by whole words, whatever their case, width and what stands around them', () => {
  const machines = ['login', 'node-1', 'node-10', 'GPU A', 'ログイン', '.*'].map((name) => ({
    name,
  }));
  const { namedIn } = createNames(machines);
  const named = (text: string) => namedIn(text).map(({ name }) => name);
  expect(named('Maintenance of NODE-1, gpu a.')).toEqual(['node-1', 'GPU A']);
  expect(named('node-10/ＬＯＧＩＮ')).toEqual(['node-10', 'login']);
  expect(named('logins of node-100')).toEqual([]);
  expect(named('ログイン の停止')).toEqual(['ログイン']);
  expect(named('')).toEqual([]);
});

test.each([
  [
    'an event’s UID',
    calendar(['UID;VALUE=DATE:xylophone', 'DTSTART:20260702T100000Z', 'DURATION:PT1H']),
  ],
  [
    'the calendar’s name',
    calendar(['UID:1', 'DTSTART:20260702T100000Z', 'DURATION:PT1H']).replace(
      'VERSION:2.0',
      'X-WR-CALNAME;VALUE=DATE:xylophone',
    ),
  ],
  [
    'a zone’s name',
    calendar(['UID:1', 'DTSTART:20260702T100000Z', 'DURATION:PT1H']).replace(
      'VERSION:2.0',
      'BEGIN:VTIMEZONE\r\nTZID;VALUE=DATE:xylophone\r\nEND:VTIMEZONE',
    ),
  ],
])('a value of %s that makes no sense takes no date with it', (_, text) => {
  expect(dates(text)).toEqual({ leftOut: 0, dates: ['2026-07-02T10:00/2026-07-02T11:00'] });
});
