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
