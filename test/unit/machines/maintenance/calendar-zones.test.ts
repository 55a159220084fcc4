import { describe, expect, test } from 'vitest';
import { calendar, event, read } from './calendar-text.ts';

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
