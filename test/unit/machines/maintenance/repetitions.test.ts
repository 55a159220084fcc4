import { expect, test } from 'vitest';
import { readCalendar } from '../../../../main/machines/maintenance/calendar/index.ts';

/** The days of events of an hour, by the clock of New York, as the examples of RFC 5545 are. */
function days(start: string, rules: readonly string[], until = '2000-01-01'): string[] {
  const text = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1'],
    ...[`DTSTART;TZID=America/New_York:${start}`, 'DURATION:PT1M', ...rules],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
  const { dates, leftOutEvents } = readCalendar({
    ...{ bytes: Buffer.from(text), charset: null, chosen: null, zone: 'UTC' },
    ...{ from: Date.UTC(1970, 0, 1), to: Date.parse(until) },
  });
  expect(leftOutEvents).toEqual([]);
  const format = new Intl.DateTimeFormat('sv', {
    ...{ timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' },
  });
  return dates.map(({ from }) => format.format(from).replace(' 09:00', ''));
}

const at = (month: string, list: string): string[] =>
  list.split(' ').map((day) => `${month}-${day.padStart(2, '0')}`);
const numbers = (from: number, to: number, step = 1): string =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step).join(' ');

// RFC 5545, section 3.8.5.3, in its order
test.each<[string, readonly string[], readonly string[]]>([
  ['FREQ=DAILY;COUNT=10', [], at('1997-09', numbers(2, 11))],
  [
    'FREQ=DAILY;UNTIL=19971224T000000Z',
    [],
    [
      ...at('1997-09', numbers(2, 30)),
      ...at('1997-10', numbers(1, 31)),
      ...at('1997-11', numbers(1, 30)),
      ...at('1997-12', numbers(1, 23)),
    ],
  ],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', [], [...at('1997-09', '2 12 22'), ...at('1997-10', '2 12')]],
  [
    'FREQ=WEEKLY;COUNT=10',
    [],
    [...at('1997-09', '2 9 16 23 30'), ...at('1997-10', '7 14 21 28'), ...at('1997-11', '4')],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;UNTIL=19971101T000000Z',
    [],
    [...at('1997-09', '2 16 30'), ...at('1997-10', '14 28')],
  ],
  [
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    [],
    [...at('1997-09', '2 4 9 11 16 18 23 25 30'), ...at('1997-10', '2')],
  ],
  [
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    [],
    [...at('1997-09', '2 4 9 11 16 18 23 25 30'), ...at('1997-10', '2')],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    [],
    [...at('1997-09', '2 4 16 18 30'), ...at('1997-10', '2 14 16')],
  ],
  [
    'FREQ=MONTHLY;COUNT=4;BYDAY=1FR',
    ['19970905T090000'],
    ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'],
  ],
  [
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    ['19970905T090000'],
    ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'],
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    ['19970907T090000'],
    [
      ...at('1997-09', '7 28'),
      ...at('1997-11', '2 30'),
      ...at('1998-01', '4 25'),
      ...at('1998-03', '1 29'),
      ...at('1998-05', '3 31'),
    ],
  ],
  [
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    ['19970922T090000'],
    ['1997-09-22', '1997-10-20', '1997-11-17', '1997-12-22', '1998-01-19', '1998-02-16'],
  ],
  [
    'FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-3',
    ['19970928T090000'],
    ['1997-09-28', '1997-10-29', '1997-11-28'],
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    [],
    ['09', '10', '11', '12'].flatMap((m) => at(`1997-${m}`, '2 15')).concat(at('1998-01', '2 15')),
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    ['19970930T090000'],
    [
      ...at('1997-09', '30'),
      ...at('1997-10', '1 31'),
      ...at('1997-11', '1 30'),
      ...at('1997-12', '1 31'),
      ...at('1998-01', '1 31'),
      ...at('1998-02', '1'),
    ],
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    ['19970910T090000'],
    [...at('1997-09', numbers(10, 15)), ...at('1999-03', numbers(10, 13))],
  ],
  [
    'FREQ=YEARLY;COUNT=4;BYMONTH=6,7',
    ['19970610T090000'],
    ['1997-06-10', '1997-07-10', '1998-06-10', '1998-07-10'],
  ],
  ['FREQ=MONTHLY;INTERVAL=2;COUNT=5;BYDAY=TU', [], [...at('1997-09', '2 9 16 23 30')]],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    ['19970101T090000'],
    [
      '1997-01-01',
      '1997-04-10',
      '1997-07-19',
      '2000-01-01',
      '2000-04-09',
      '2000-07-18',
      '2003-01-01',
      '2003-04-10',
      '2003-07-19',
      '2006-01-01',
    ],
  ],
  [
    'FREQ=YEARLY;COUNT=3;BYDAY=20MO',
    ['19970519T090000'],
    ['1997-05-19', '1998-05-18', '1999-05-17'],
  ],
  [
    'FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO',
    ['19970512T090000'],
    ['1997-05-12', '1998-05-11', '1999-05-17'],
  ],
  [
    'FREQ=YEARLY;COUNT=5;BYMONTH=3;BYDAY=TH',
    ['19970313T090000'],
    [...at('1997-03', '13 20 27'), ...at('1998-03', '5 12')],
  ],
  [
    'FREQ=YEARLY;COUNT=14;BYDAY=TH;BYMONTH=6,7,8',
    ['19970605T090000'],
    [
      ...at('1997-06', '5 12 19 26'),
      ...at('1997-07', '3 10 17 24 31'),
      ...at('1997-08', '7 14 21 28'),
      ...at('1998-06', '4'),
    ],
  ],
  [
    'FREQ=MONTHLY;COUNT=6;BYDAY=FR;BYMONTHDAY=13',
    ['19970902T090000', 'EXDATE;TZID=America/New_York:19970902T090000'],
    ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13', '2000-10-13'],
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    ['19970913T090000'],
    [
      '1997-09-13',
      '1997-10-11',
      '1997-11-08',
      '1997-12-13',
      '1998-01-10',
      '1998-02-07',
      '1998-03-07',
      '1998-04-11',
      '1998-05-09',
      '1998-06-13',
    ],
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;COUNT=3;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    ['19961105T090000'],
    ['1996-11-05', '2000-11-07', '2004-11-02'],
  ],
  [
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    ['19970904T090000'],
    ['1997-09-04', '1997-10-07', '1997-11-06'],
  ],
  [
    'FREQ=MONTHLY;COUNT=4;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    ['19970929T090000'],
    ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
  ],
  [
    'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T190000Z',
    [],
    ['1997-09-02', '1997-09-02 12:00', '1997-09-02 15:00'],
  ],
  [
    'FREQ=MINUTELY;INTERVAL=15;COUNT=6',
    [],
    [
      '1997-09-02',
      ...['09:15', '09:30', '09:45', '10:00', '10:15'].map((one) => `1997-09-02 ${one}`),
    ],
  ],
  [
    'FREQ=MINUTELY;INTERVAL=90;COUNT=4',
    [],
    ['1997-09-02', '1997-09-02 10:30', '1997-09-02 12:00', '1997-09-02 13:30'],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    ['19970805T090000'],
    ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    ['19970805T090000'],
    ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    ['20070115T090000'],
    ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
  ],
])('%s', (rule, [start = '19970902T090000', ...others], expected) => {
  expect(days(start, [`RRULE:${rule}`, ...others], '2010-01-01')).toEqual(expected);
});

test('two ways to say the same are the same', () => {
  const daily = days(
    '19980101T090000',
    ['RRULE:FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1'],
    '2001-01-01',
  );
  const yearly = days(
    '19980101T090000',
    ['RRULE:FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA'],
    '2001-01-01',
  );
  expect(daily).toHaveLength(93);
  expect(yearly).toEqual(daily);
  const of = (rule: string) => days('19970902T090000', [`RRULE:${rule}`], '1997-09-05');
  const minutely = of('FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16');
  expect(minutely).toHaveLength(72);
  expect(of('FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40')).toEqual(minutely);
});

test('what RFC 5545 leaves to the rule: weeks, last days, positions of times', () => {
  const of = (start: string, rule: string) => days(start, [`RRULE:${rule}`], '2012-01-01');
  // the week's day is that of the first
  expect(of('19970513T090000', 'FREQ=YEARLY;COUNT=2;BYWEEKNO=20')).toEqual([
    '1997-05-13',
    '1998-05-12',
  ]);
  // its first week may begin in the year before
  expect(of('20041227T090000', 'FREQ=YEARLY;COUNT=3;BYWEEKNO=53;BYDAY=MO')).toEqual([
    '2004-12-27',
    '2009-12-28',
  ]);
  expect(of('20041227T090000', 'FREQ=YEARLY;COUNT=2;BYWEEKNO=-1;BYDAY=MO')).toEqual([
    '2004-12-27',
    '2005-12-26',
  ]);
  expect(of('20000229T090000', 'FREQ=YEARLY;COUNT=3')).toEqual([
    '2000-02-29',
    '2004-02-29',
    '2008-02-29',
  ]);
  expect(of('20001231T090000', 'FREQ=YEARLY;COUNT=2;BYYEARDAY=-1')).toEqual([
    '2000-12-31',
    '2001-12-31',
  ]);
  expect(of('20000102T090000', 'FREQ=YEARLY;COUNT=2;BYDAY=1SU')).toEqual([
    '2000-01-02',
    '2001-01-07',
  ]);
  expect(of('20000101T090000', 'FREQ=DAILY;COUNT=3;BYHOUR=9,12,18;BYSETPOS=1,-1')).toEqual([
    '2000-01-01',
    '2000-01-01 18:00',
    '2000-01-02',
  ]);
  expect(of('20000101T090000', 'FREQ=HOURLY;COUNT=3;BYMINUTE=0,30;BYSETPOS=-1')).toEqual([
    '2000-01-01',
    '2000-01-01 09:30',
    '2000-01-01 10:30',
  ]);
  // found far from its beginning without going through all between
  expect(days('19700101T090000', ['RRULE:FREQ=DAILY;INTERVAL=7000'], '2012-01-01')).toHaveLength(3);
});
