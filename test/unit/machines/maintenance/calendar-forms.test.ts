import { describe, expect, test } from 'vitest';
import { calendar, daily, event, read } from './calendar-text.ts';

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
