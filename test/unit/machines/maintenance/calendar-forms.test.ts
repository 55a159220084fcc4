import { describe, expect, test } from 'vitest';
import { readCalendar } from '../../../../main/machines/maintenance/calendar/index.ts';
import type { CalendarFile } from '../../../../main/machines/maintenance/worker-methods.ts';

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
