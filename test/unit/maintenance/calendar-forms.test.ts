import { describe, expect, test } from 'vitest';
import { readCalendar } from '../../../main/maintenance/calendar/index.ts';
import type { CalendarFile } from '../../../main/maintenance/reading.ts';

const input = {
  ...{ chosen: null, charset: null, zone: 'Asia/Tokyo' },
  ...{ from: Date.UTC(2026, 0, 1), to: Date.UTC(2028, 0, 1) },
};
const crlf = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
const event = (...lines: readonly string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const calendar = (...lines: readonly string[]): string =>
  crlf('BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR');

const at = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** Dates by UTC; floating ones as their clock shows them, with ~ before. */
function read(text: string | Uint8Array, change: Partial<CalendarFile> = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const { dates, ...others } = readCalendar({ ...input, bytes, ...change });
  return {
    ...others,
    titles: dates.map(({ title }) => title),
    dates: dates.map(
      ({ from, to, floating }) => `${floating ? '~' : ''}${at(from)} ${(to - from) / 60_000}`,
    ),
  };
}

const daily = event(
  ...['UID:1', 'SUMMARY:daily', 'DTSTART;TZID=Europe/Berlin:20261201T090000'],
  ...['DTEND;TZID=Europe/Berlin:20261201T110000', 'RRULE:FREQ=DAILY;COUNT=3'],
);

describe('zones', () => {
  test.each([
    ['W. Europe Standard Time', '08:00'],
    ['"W. Europe Standard Time"', '08:00'],
    ['w. europe standard time', '08:00'],
    ['Tokyo Standard Time', '00:00'],
    ['europe/berlin', '08:00'],
    ['/freeassociation.sourceforge.net/Europe/Berlin', '08:00'],
    ['/freeassociation.sourceforge.net/Tzfile/Asia/Tokyo', '00:00'],
    ['/mozilla.org/20050126_1/Asia/Tokyo', '00:00'],
    ['/mozilla.org/20071231_1/America/Argentina/Buenos_Aires', '12:00'],
    ['tzone://Microsoft/Utc', '09:00'],
    ['UTC+9', '00:00'],
    ['UTC+09:00', '00:00'],
    ['GMT+0900', '00:00'],
    ['GMT-3', '12:00'],
    ['+09:00', '00:00'],
    ['"+09:00"', '00:00'],
    ['+0530', '03:30'],
    ['"(UTC+09:00) Osaka, Sapporo, Tokyo"', '00:00'],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', '08:00'],
    ['Eastern Time (US & Canada)', '14:00'],
    ['Tokyo', '00:00'],
    ['JST', '00:00'],
    ['Etc/GMT-9', '00:00'],
    ['東京 (標準時)', '00:00'],
  ])('%s', (zone, time) => {
    const text = calendar(
      ...event('UID:1', `DTSTART;TZID=${zone}:20261210T090000`, 'DURATION:PT1H'),
    );
    const { dates, unknownZones } = read(text, { zone: 'Pacific/Auckland' });
    expect([dates, unknownZones]).toEqual([[`2026-12-10T${time} 60`], []]);
  });

  test('those that nobody knows are named and counted, and go by the calendar’s clock', () => {
    const text = calendar(
      ...event(
        'UID:1',
        'DTSTART;TZID=Nowhere:20261210T090000',
        'DTEND;TZID=Nowhere:20261210T100000',
      ),
      ...event('UID:2', 'DTSTART;TZID=Nowhere:20261211T090000', 'DURATION:PT1H'),
      ...event('UID:3', 'DTSTART;TZID=tzone://Microsoft/Custom:20261212T090000', 'DURATION:PT1H'),
    );
    expect(read(text)).toMatchObject({
      dates: ['~2026-12-10T09:00 60', '~2026-12-11T09:00 60', '~2026-12-12T09:00 60'],
      unknownZones: [
        { name: 'Nowhere', events: 2 },
        { name: 'tzone://Microsoft/Custom', events: 1 },
      ],
    });
  });

  const rules = (name: string): string[] => [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:16011028T030000'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    ...['END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:16010325T020000'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['END:DAYLIGHT', 'END:VTIMEZONE'],
  ];

  test('an unknown one goes by the rules that came along, a known one by the computer’s', () => {
    for (const name of ['tzone://Microsoft/Custom', 'Centre', 'CTR']) {
      const text = calendar(
        ...rules(name),
        ...event('UID:1', `DTSTART;TZID=${name}:20261210T090000`, 'DURATION:PT1H'),
        ...event('UID:2', `DTSTART;TZID=${name}:20260701T090000`, 'DURATION:PT1H'),
        ...event('UID:3', `DTSTART;TZID=${name}:20270328T023000`, 'DURATION:PT1H'),
      );
      expect(read(text)).toMatchObject({
        dates: ['2026-07-01T07:00 60', '2026-12-10T08:00 60', '2027-03-28T01:30 60'],
        unknownZones: [],
      });
    }
    const wrong = calendar(
      ...rules('Asia/Tokyo'),
      ...event('UID:1', 'DTSTART;TZID=Asia/Tokyo:20261210T090000', 'DURATION:PT1H'),
    );
    expect(read(wrong).dates).toEqual(['2026-12-10T00:00 60']);
    const located = calendar(
      ...rules('X1').with(1, 'TZID:X1\r\nX-LIC-LOCATION:Asia/Tokyo'),
      ...event('UID:1', 'DTSTART;TZID=X1:20261210T090000', 'DURATION:PT1H'),
    );
    expect(read(located).dates).toEqual(['2026-12-10T00:00 60']);
    const useless = calendar(
      ...[
        'BEGIN:VTIMEZONE',
        'TZID:Odd',
        'BEGIN:STANDARD',
        'DTSTART:x',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
      ...event('UID:1', 'DTSTART;TZID=Odd:20261210T090000', 'DURATION:PT1H'),
    );
    expect(read(useless)).toMatchObject({
      dates: ['~2026-12-10T09:00 60'],
      unknownZones: [{ name: 'Odd', events: 1 }],
    });
  });

  test('a calendar’s own zone is the one that it says, or the only one in it', () => {
    const day = event('UID:1', 'DTSTART;VALUE=DATE:20261210');
    expect(read(calendar('X-WR-TIMEZONE:Europe/Berlin', ...day))).toMatchObject({
      ownZone: 'Europe/Berlin',
      dates: ['~2026-12-10T00:00 1440'],
    });
    expect(read(calendar('X-WR-TIMEZONE:Tokyo Standard Time', ...day)).ownZone).toBe('Asia/Tokyo');
    expect(read(calendar(...day)).ownZone).toBeNull();
    const other = event('UID:2', 'DTSTART;TZID=America/New_York:20261211T090000');
    expect(read(calendar(...day, ...other)).ownZone).toBe('America/New_York');
    expect(read(calendar('X-WR-TIMEZONE:Nowhere', ...day))).toMatchObject({
      ownZone: null,
      unknownZones: [{ name: 'Nowhere', events: 1 }],
    });
  });
});

describe('dates that were moved and cancelled', () => {
  const moved = (...lines: readonly string[]) => event('UID:1', 'SUMMARY:moved', ...lines);
  const later = [
    'DTSTART;TZID=Asia/Tokyo:20261202T230000',
    'DTEND;TZID=Asia/Tokyo:20261203T010000',
  ];
  const expected = ['2026-12-01T08:00 120', '2026-12-02T14:00 120', '2026-12-03T08:00 120'];

  test.each([
    'RECURRENCE-ID;TZID=Asia/Tokyo:20261202T170000',
    'RECURRENCE-ID:20261202T080000Z',
    'RECURRENCE-ID:20261202T090000',
    'RECURRENCE-ID;TZID=W. Europe Standard Time:20261202T090000',
    'RECURRENCE-ID;VALUE=DATE:20261202',
    'RECURRENCE-ID:20261202',
  ])('%s', (origin) => {
    expect(read(calendar(...daily, ...moved(origin, ...later))).dates).toEqual(expected);
    expect(read(calendar(...moved(origin, ...later), ...daily)).dates).toEqual(expected);
    const cancelled = moved(origin, 'STATUS:CANCELLED');
    expect(read(calendar(...daily, ...cancelled)).dates).toEqual([expected[0], expected[2]]);
    const other = calendar('METHOD:CANCEL', ...moved(origin));
    expect(read(calendar(...daily) + other).dates).toEqual([expected[0], expected[2]]);
  });

  test('this and all that follow', () => {
    const origin = 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261202T090000';
    expect(read(calendar(...daily, ...moved(origin, ...later)))).toMatchObject({
      dates: ['2026-12-01T08:00 120', '2026-12-02T14:00 120', '2026-12-03T14:00 120'],
      titles: ['daily', 'moved', 'moved'],
    });
    expect(read(calendar(...daily, ...moved(origin, 'STATUS:CANCELLED'))).dates).toEqual([
      '2026-12-01T08:00 120',
    ]);
    const before = moved(origin.replace('FUTURE', 'PRIOR'), ...later);
    expect(read(calendar(...daily, ...before))).toMatchObject({
      leftOutEvents: [{ title: 'moved', fault: 'range' }],
    });
  });

  test('of several states the newest', () => {
    const state = (sequence: number, day: number, ...lines: readonly string[]) =>
      event(
        'UID:1',
        `SEQUENCE:${sequence}`,
        `DTSTART:202612${day}T090000Z`,
        'DURATION:PT1H',
        ...lines,
      );
    const dates = (...events: readonly string[][]) => read(calendar(...events.flat())).dates;
    const only = ['2026-12-15T09:00 60'];
    expect(dates(state(0, 11), state(2, 15))).toEqual(only);
    expect(dates(state(2, 15), state(0, 11))).toEqual(only);
    expect(dates(state(10, 15), state(9, 11))).toEqual(only);
    expect(
      dates(state(0, 15, 'DTSTAMP:20261102T000000Z'), state(0, 11, 'DTSTAMP:20261101T000000Z')),
    ).toEqual(only);
    expect(dates(state(0, 15), state(1, 15, 'STATUS:cancelled'))).toEqual([]);
    expect(dates(state(0, 15), state(0, 15, 'STATUS:CANCELLED'))).toEqual([]);
    expect(dates(state(2, 15), state(1, 15, 'STATUS:CANCELLED'))).toEqual(only);
    // a program that calls all of its events alike
    expect(dates(state(0, 11), state(0, 15))).toEqual(['2026-12-11T09:00 60', ...only]);
  });

  test('a file that cancels', () => {
    const one = event('UID:1', 'SEQUENCE:1', 'DTSTART:20261201T090000Z', 'DTEND:20261201T110000Z');
    expect(read(calendar('METHOD:CANCEL', ...one)).dates).toEqual([]);
    expect(read(calendar('METHOD:cancel', ...one)).dates).toEqual([]);
    expect(
      read(calendar(...daily) + calendar('METHOD:CANCEL', ...event('UID:1', 'SEQUENCE:3'))).dates,
    ).toEqual([]);
    expect(read(calendar('METHOD:PUBLISH', ...one)).dates).toHaveLength(1);
  });

  test('a series of which only a moved date is there', () => {
    const alone = moved('RECURRENCE-ID:20261202T080000Z', ...later);
    expect(read(calendar(...alone)).dates).toEqual(['2026-12-02T14:00 120']);
  });
});

describe('dates beside a rule', () => {
  const berlin = ['UID:1', 'DTSTART;TZID=Europe/Berlin:20261201T090000', 'DURATION:PT2H'];
  const dates = (...lines: readonly string[]) =>
    read(calendar(...event(...berlin, ...lines))).dates;

  test('RDATE with and without a rule, in other zones, as days and as periods', () => {
    expect(dates('RDATE;TZID=Europe/Berlin:20261203T090000,20261205T090000')).toEqual([
      '2026-12-01T08:00 120',
      '2026-12-03T08:00 120',
      '2026-12-05T08:00 120',
    ]);
    expect(dates('RDATE:20261203T080000Z', 'RDATE;VALUE=DATE:20261205')).toEqual([
      '2026-12-01T08:00 120',
      '2026-12-03T08:00 120',
      '2026-12-05T08:00 120',
    ]);
    expect(
      dates('RDATE;VALUE=PERIOD:20261203T080000Z/PT30M,20261205T080000Z/20261205T090000Z'),
    ).toEqual(['2026-12-01T08:00 120', '2026-12-03T08:00 30', '2026-12-05T08:00 60']);
  });

  test('several rules, and a rule of exceptions', () => {
    const two = calendar(
      ...event(
        ...['UID:1', 'DTSTART:20261201T090000Z', 'DTEND:20261201T110000Z'],
        ...['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=3'],
      ),
    );
    expect(read(two).dates.map((one) => one.slice(0, 10))).toEqual([
      ...['2026-12-01', '2026-12-08', '2027-01-01', '2027-02-01'],
    ]);
    const without = dates('RRULE:FREQ=DAILY;COUNT=5', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2');
    expect(without.map((one) => one.slice(0, 10))).toEqual([
      ...['2026-12-02', '2026-12-04', '2026-12-05'],
    ]);
  });

  test.each([
    'EXDATE;TZID=Europe/Berlin:20261202T090000',
    'EXDATE:20261202T080000Z',
    'EXDATE:20261202T090000',
    'EXDATE;TZID=Asia/Tokyo:20261202T170000',
    'EXDATE;VALUE=DATE:20261202',
    'EXDATE:20261202',
    'EXDATE;TZID=Europe/Berlin:20261202T090000,20261209T090000',
  ])('%s', (exception) => {
    expect(dates('RRULE:FREQ=DAILY;COUNT=3', exception)).toEqual([
      '2026-12-01T08:00 120',
      '2026-12-03T08:00 120',
    ]);
  });

  test('UNTIL as a day, a moment, or by the clock', () => {
    const last = (until: string) => dates(`RRULE:FREQ=DAILY;UNTIL=${until}`).at(-1)?.slice(0, 10);
    expect(last('20261203')).toBe('2026-12-03');
    expect(last('20261203T080000Z')).toBe('2026-12-03');
    expect(last('20261203T075959Z')).toBe('2026-12-02');
    expect(last('20261203T090000')).toBe('2026-12-03');
    const days = (until: string) =>
      read(
        calendar(
          ...event('UID:1', 'DTSTART;VALUE=DATE:20261201', `RRULE:FREQ=DAILY;UNTIL=${until}`),
        ),
      ).dates.length;
    expect(['20261203', '20261203T000000Z', '20261203T235959Z'].map(days)).toEqual([3, 3, 3]);
    expect(days('20261202T150000Z')).toBe(3);
    const excepted = event(
      ...['UID:1', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=3'],
      ...['EXDATE:20261202T000000'],
    );
    expect(read(calendar(...excepted)).dates).toHaveLength(2);
  });
});

describe('ends, lengths and the hour that the clock leaves out', () => {
  test.each([
    ['no end of a time', ['DTSTART:20261202T090000Z'], ['2026-12-02T09:00 0']],
    ['no end of a day', ['DTSTART;VALUE=DATE:20261202'], ['~2026-12-02T00:00 1440']],
    ['a day without its kind', ['DTSTART:20261202'], ['~2026-12-02T00:00 1440']],
    [
      'an end on its own day',
      ['DTSTART;VALUE=DATE:20261202', 'DTEND;VALUE=DATE:20261202'],
      ['~2026-12-02T00:00 1440'],
    ],
    ['weeks', ['DTSTART;VALUE=DATE:20261202', 'DURATION:P1W'], ['~2026-12-02T00:00 10080']],
    [
      'days and times',
      ['DTSTART:20261202T090000Z', 'DURATION:P1DT2H3M4S'],
      ['2026-12-02T09:00 1563.0666666666666'],
    ],
    // the clock is put forward: a day of it is 23 hours, and 24 hours are more than a day
    [
      'a day of 23 hours',
      ['DTSTART;TZID=Europe/Berlin:20270327T120000', 'DURATION:P1D'],
      ['2027-03-27T11:00 1380'],
    ],
    [
      '24 hours',
      ['DTSTART;TZID=Europe/Berlin:20270327T120000', 'DURATION:PT24H'],
      ['2027-03-27T11:00 1440'],
    ],
    [
      'a time that is not',
      ['DTSTART;TZID=Europe/Berlin:20270328T023000', 'DTEND;TZID=Europe/Berlin:20270328T033000'],
      ['2027-03-28T01:30 60'],
    ],
    [
      'the same of New York',
      ['DTSTART;TZID=America/New_York:20270314T023000', 'DURATION:PT1H'],
      ['2027-03-14T07:30 60'],
    ],
    [
      'the first of two',
      ['DTSTART;TZID=Europe/Berlin:20261025T023000', 'DURATION:PT1H'],
      ['2026-10-25T00:30 60'],
    ],
    ['a leap second', ['DTSTART:20261231T235960Z', 'DURATION:PT1H'], ['2026-12-31T23:59 60']],
    [
      'an end in another zone',
      ['DTSTART;TZID=Asia/Tokyo:20261202T090000', 'DTEND:20261202T010000Z'],
      ['2026-12-02T00:00 60'],
    ],
    [
      'a day as the end of a time',
      ['DTSTART;TZID=Asia/Tokyo:20261202T090000', 'DTEND;VALUE=DATE:20261203'],
      ['2026-12-02T00:00 900'],
    ],
  ])('%s', (_, lines, dates) => {
    expect(read(calendar(...event('UID:1', ...lines)))).toMatchObject({ dates, leftOut: 0 });
  });

  test('repetitions are as long as the first, and as the clock says where their days are', () => {
    const weekly = (...lines: readonly string[]) =>
      read(
        calendar(
          ...event(
            'UID:1',
            'DTSTART;TZID=Europe/Berlin:20270321T023000',
            'RRULE:FREQ=WEEKLY;COUNT=3',
            ...lines,
          ),
        ),
      ).dates;
    expect(weekly('DTEND;TZID=Europe/Berlin:20270321T033000')).toEqual([
      ...['2027-03-21T01:30 60', '2027-03-28T01:30 60', '2027-04-04T00:30 60'],
    ]);
    expect(weekly('DURATION:P7D')).toEqual([
      ...['2027-03-21T01:30 10080', '2027-03-28T01:30 10020', '2027-04-04T00:30 10080'],
    ]);
  });
});

const good = event(
  'UID:good',
  'SUMMARY:good one',
  'DTSTART:20261203T090000Z',
  'DTEND:20261203T110000Z',
);

test.each([
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=FORTNIGHTLY']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;INTERVAL=0']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;COUNT=0']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;COUNT=x']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=32']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=XX']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=2MO']],
  ['rule', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;BYEASTER=0']],
  ['rule', ['DTSTART:20261201T090000Z', 'EXRULE:nonsense']],
  ['date', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;UNTIL=20260230']],
  ['date', ['DTSTART:20260230T090000Z']],
  ['date', ['DTSTART:20261201T250000Z']],
  ['date', ['DTSTART:tomorrow']],
  ['date', ['DTSTART:20261201T090000Z', 'DTEND:20261301T090000Z']],
  ['date', ['DTSTART:20261201T090000Z', 'EXDATE:20261399']],
  ['date', ['DTSTART:20261201T090000Z', 'RDATE:x']],
  ['no-start', ['DURATION:PT1H']],
  ['no-start', ['DTSTART:']],
  ['end-before-start', ['DTSTART:20261201T090000Z', 'DTEND:20261201T080000Z']],
  ['end-before-start', ['DTSTART;VALUE=DATE:20261202', 'DTEND;VALUE=DATE:20261201']],
  ['end-before-start', ['DTSTART:20261201T090000Z', 'DURATION:-PT1H']],
  ['duration', ['DTSTART:20261201T090000Z', 'DURATION:1 hour']],
  ['duration', ['DTSTART:20261201T090000Z', 'DURATION:P']],
  ['duration', ['DTSTART:20261201T090000Z', 'DURATION:P999999999W']],
  ['too-often', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=SECONDLY']],
  ['too-often', ['DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY;COUNT=1000000000']],
  ['too-often', ['DTSTART:20261201T090000Z', 'RRULE:FREQ=HOURLY;COUNT=1000000000']],
  [
    'too-often',
    ['DTSTART:20260101T090000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2'],
  ],
  ['years', ['DTSTART:00000101T000000Z', 'RRULE:FREQ=DAILY']],
  ['years', ['DTSTART:99991231T235959Z']],
  ['years', ['DTSTART:20261201T090000Z', 'DTEND:99991231T000000Z']],
])('an event that is wrong (%s) is named and takes no other with it: %j', (fault, lines) => {
  const allowed = fault === 'too-often' && lines[1]?.includes('BYMONTHDAY=30');
  const result = read(calendar(...event('UID:1', 'SUMMARY:bad', ...lines), ...good));
  if (allowed) {
    // nothing but its first
    expect(result.titles.filter((one) => one === 'good one')).toHaveLength(1);
    return;
  }
  expect(result).toMatchObject({
    ...{ titles: ['good one'], dates: ['2026-12-03T09:00 120'], leftOut: 1 },
    leftOutEvents: [{ title: 'bad', line: 3, fault }],
  });
});

test('endless and far-reaching rules are worked out for the time that is wanted', () => {
  const count = (rule: string, start = '20261201T090000Z') =>
    read(calendar(...event('UID:1', `DTSTART:${start}`, `RRULE:${rule}`))).dates.length;
  expect(count('FREQ=DAILY')).toBe(396);
  expect(count('FREQ=DAILY;COUNT=1000000000')).toBe(396);
  expect(count('FREQ=YEARLY', '19700101T000000Z')).toBe(2);
  expect(count('FREQ=YEARLY;INTERVAL=999999999')).toBe(1);
  expect(count('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO')).toBe(1);
});

test('hundreds of rules that never meet, or that take long, leave the others as they are', () => {
  const slow = Array.from({ length: 400 }, (_, n) =>
    event(
      `UID:${n}`,
      'DTSTART:19700101T000000Z',
      'RRULE:FREQ=SECONDLY;COUNT=2000000000;BYMONTH=2;BYMONTHDAY=30',
    ),
  );
  const result = read(calendar(...slow.flat(), ...good));
  expect(result.titles).toContain('good one');
});

describe('texts', () => {
  const title = (bytes: string | Uint8Array, change: Partial<CalendarFile> = {}) =>
    read(bytes, change).titles;
  const summary = '計算ノード GPU01 の保守点検';
  const text = calendar(...event('UID:1', 'DTSTART:20261201T090000Z', `SUMMARY:${summary}`));

  test('are unfolded by bytes', () => {
    const bytes = Buffer.from(text);
    for (const fold of ['\r\n ', '\r\n\t', '\n ']) {
      for (let cut = 1; cut < 12; cut++) {
        const place = bytes.indexOf(summary) + cut;
        const folded = Buffer.concat([
          bytes.subarray(0, place),
          Buffer.from(fold),
          bytes.subarray(place),
        ]);
        expect(title(folded)).toEqual([summary]);
      }
    }
  });

  test('of other encodings are read', () => {
    expect(title(`\uFEFF${text}`)).toEqual([summary]);
    expect(title(text.replaceAll('\r\n', '\n'))).toEqual([summary]);
    expect(title(text.replaceAll('\r\n', '\r'))).toEqual([summary]);
    const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
    expect(title(wide)).toEqual([summary]);
    expect(title(Buffer.from(wide).swap16())).toEqual([summary]);
    expect(title(Buffer.from(text, 'utf16le'))).toEqual([summary]);
    // 保守 ノード, in Shift_JIS, EUC-JP and ISO-2022-JP
    const [head = '', tail = ''] = text.split(summary);
    const within = (hex: string) =>
      Buffer.concat([Buffer.from(head), Buffer.from(hex, 'hex'), Buffer.from(tail)]);
    expect(title(within('95db8ee720836d815b8368'))).toEqual(['保守 ノード']);
    expect(title(within('cadda4bca5cea1bca5c9'.replace('a4bc', 'bce920')))).toEqual([
      '保守 ノード',
    ]);
    expect(title(within('1b24424a5d3c691b284220'))).toEqual(['保守']);
    expect(title(within('57617274756e672066fc72'), { charset: 'iso-8859-1' })).toEqual([
      'Wartung für',
    ]);
    expect(title(within('57617274756e672066fc72'))).toEqual(['Wartung für']);
    expect(title(within('95db8ee7'), { charset: 'nonsense' })).toEqual(['保守']);
  });

  test('are read as what they say', () => {
    const said = calendar(
      ...event(
        'UID:1',
        'DTSTART:20261201T090000Z',
        'SUMMARY;LANGUAGE=ja;X-A="a;b:c":one\\, two\\; three\\nfour\\\\n',
      ),
    );
    expect(title(said)).toEqual(['one, two; three\nfour\\n']);
  });
});

describe('structure', () => {
  test('tasks, journals and several calendars', () => {
    const task = ['BEGIN:VTODO', 'UID:t', 'DTSTART:20261201T090000Z', 'SUMMARY:task', 'END:VTODO'];
    const journal = task.map((line) => line.replace('VTODO', 'VJOURNAL'));
    const alarm = [
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
      'DURATION:PT9H',
      'SUMMARY:alarm',
      'END:VALARM',
    ];
    const one = event(
      'UID:1',
      'DTSTART:20261201T090000Z',
      ...alarm,
      'SUMMARY:one',
      'DURATION:PT1H',
    );
    const text = calendar(...task, ...one) + calendar(...journal, ...good);
    expect(read(text)).toMatchObject({ titles: ['one', 'good one'], leftOut: 0 });
    expect(read(text.toLowerCase()).titles).toEqual(['one', 'good one']);
  });

  test('an event without its end is named', () => {
    const open = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:open', 'DTSTART:20261201T090000Z'];
    const expected = {
      titles: ['good one'],
      leftOutEvents: [{ title: 'open', line: 3, fault: 'unfinished' }],
    };
    expect(read(calendar(...open, ...good))).toMatchObject(expected);
    expect(read(calendar(...open, ...good, ...open.with(1, 'UID:2'))).leftOut).toBe(2);
    expect(read(calendar(...open, 'BEGIN:VALARM', ...good))).toMatchObject(expected);
  });

  test('lines that are none, and ends of nothing, are passed over', () => {
    const text = calendar(
      'nonsense',
      ...good.toSpliced(2, 0, 'a line that was not folded', 'END:VALARM'),
    );
    expect(read(text)).toMatchObject({ titles: ['good one'], leftOut: 0 });
  });

  test('the line of a folded file is that of the file', () => {
    const text = calendar('X-A:a', ' b', ' c', ...event('UID:1', 'SUMMARY:bad'));
    expect(read(text).leftOutEvents).toEqual([{ title: 'bad', line: 6, fault: 'no-start' }]);
  });
});
