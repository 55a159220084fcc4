import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FaultDetails } from '../../../../common/texts/file-fault.ts';
import { FileProblem } from '../../../../main/base/files/file-problem.ts';
import { readArchive } from '../../../../main/machines/archive/file.ts';

const head = ['kind', 'machine', 'nth', 'from', 'to', 'status', 'reason', 'detail'];
const from = '2026-11-26T18:07:59.785Z';
const to = '2026-11-26T18:12:18.750Z';
const rows = [
  ['observed', '', '', from, to, '', '', ''],
  ['not-observed', '', '', to, '2026-11-26T18:15:12.612Z', '', 'not-watched', ''],
  ['change', 'node1', '0', from, '', 'UP', '', ''],
  ['change', '計算ノード', '0', from, '', 'DOWN', '', ''],
  ['left-out', 'node1', '0', to, '', '', '', ''],
];
const table = (separator = ',', all: readonly (readonly string[])[] = [head, ...rows]): string =>
  all.map((row) => `${row.join(separator)}\r\n`).join('');
const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const right = readArchive(bytesOf(table()));
const fault = (content: string | Uint8Array): FaultDetails | null => {
  try {
    readArchive(typeof content === 'string' ? bytesOf(content) : content);
    return null;
  } catch (cause) {
    if (cause instanceof FileProblem) return cause.details;
    throw cause;
  }
};
const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
/** 計算ノード as Shift_JIS. */
const shiftJis = Buffer.concat([
  Buffer.from(table().split('計算ノード')[0] ?? ''),
  Buffer.from([0x8c, 0x76, 0x8e, 0x5a, 0x83, 0x6d, 0x81, 0x5b, 0x83, 0x68]),
  Buffer.from(table().split('計算ノード')[1] ?? ''),
]);

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('a history that a spreadsheet has saved is read as it was', () => {
  const lines = table().split('\r\n');
  test.each<readonly [string, string | Uint8Array]>([
    ['with semicolons', table(';')],
    ['with semicolons and a mark', `\ufeff${table(';')}`],
    ['with tabs', table('\t')],
    ['with Excel’s line that names the separator', `sep=;\r\n${table(';')}`],
    ['with a blank line at the end', `${table()}\r\n`],
    ['with blank rows at the end and in the middle', lines.join('\r\n,,,,,,,\r\n')],
    ['with blank lines before the names', `\r\n\r\n${table()}`],
    ['with blank rows of semicolons', `${table(';')};;;;;;;\r\n;;;;;;;\r\n`],
    ['with line ends of Unix', table().replaceAll('\r\n', '\n')],
    ['with line ends of an old Mac', table().replaceAll('\r\n', '\r')],
    ['without a line end', table().trimEnd()],
    [
      'with every cell in quotes',
      `"${[head, ...rows].map((row) => row.join('","')).join('"\r\n"')}"`,
    ],
    ['in UTF-16 with tabs', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(table('\t'))])],
    ['in UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(table(), true)])],
    ['in UTF-16 without a mark', utf16(table())],
    ['in Shift_JIS', shiftJis],
    ['with one more column', table(',', [[...head, 'メモ'], ...rows.map((row) => [...row, 'x'])])],
    ['with a column before', table(',', [['No.', ...head], ...rows.map((row) => ['1', ...row])])],
    [
      'with the columns the other way round',
      table(
        ',',
        [head, ...rows].map((row) => row.toReversed()),
      ),
    ],
    ['with names of other letters', table().replace('kind,machine', ' Kind ,MACHINE')],
    ['without its last empty cells', table().replaceAll(/,+\r\n/g, '\r\n')],
    ['with decimals', table(';').replaceAll(';0;', ';0,00;')],
    ['with decimals in quotes', table().replaceAll(',0,', ',"0,0",')],
    ['with decimal commas in seconds', table(';').replaceAll(/(:\d\d)\.(\d+Z)/g, '$1,$2')],
    ['with offsets', table().replaceAll(/T18(:\d\d:\d\d\.\d+)Z/g, 'T20$1+02:00')],
    ['with blanks for T', table().replaceAll(/T(18:\d\d:\d\d\.\d+)Z/g, ' $1 Z')],
    [
      'without the columns that are empty',
      table(
        ',',
        [head, ...rows].map((row) => row.slice(0, 7)),
      ),
    ],
  ])('%s', (_, content) => {
    expect(fault(content)).toBeNull();
    const read = readArchive(typeof content === 'string' ? bytesOf(content) : content);
    expect(read).toEqual(right);
  });
});

describe('dates as people’s computers write them', () => {
  const minute = Date.parse('2026-11-26T09:05:00+09:00');
  const change = (date: string, ...more: string[]) =>
    table(';', [head, ...[date, ...more].map((at) => ['change', 'a', '0', at, '', 'UP', '', ''])]);

  test.each([
    '2026/11/26 9:05',
    '2026-11-26 09:05',
    '2026-11-26T09:05',
    '26.11.2026 09:05',
    '26.11.2026, 09:05:00',
    '26.11.2026 9.05',
    '26/11/2026 09:05',
    '11/26/2026 9:05',
    '11/26/2026 9:05:00 AM',
    '11/26/2026 09:05 am',
    '26-11-2026 09:05:00,000',
    '2026年11月26日 9:05',
    '2026年11月26日 9時05分',
    '2026年11月26日 午前 9:05',
    '２０２６/１１/２６　９:０５',
    '2026/11/26 0:05 Z',
    '2026-11-26T00:05:00.000000000Z',
  ])('%s', (date) => {
    const content = change(date);
    expect(fault(content)).toBeNull();
    expect(readArchive(bytesOf(content)).machines).toEqual([
      { name: 'a', nth: 0, changes: [{ at: minute, status: 'UP' }] },
    ]);
  });

  test('which number is the day is told by the whole file', () => {
    const read = readArchive(bytesOf(change('04/11/2026 10:00', '26/11/2026 10:00')));
    expect(read.machines[0]?.changes[0]?.at).toBe(Date.parse('2026-11-04T10:00:00+09:00'));
    const american = readArchive(bytesOf(change('04/11/2026 10:00', '11/26/2026 10:00')));
    expect(american.machines[0]?.changes[0]?.at).toBe(Date.parse('2026-04-11T10:00:00+09:00'));
  });

  test.each([
    ['04/11/2026 10:00', 'table-date-order'],
    ['26/11/26 10:00', 'table-short-year'],
    ['2026/11/26', 'table-no-time'],
    ['2026/02/30 10:00', 'table-no-such-date'],
    ['2026/11/26 25:00', 'table-no-such-date'],
    ['13:05', 'table-date'],
    ['46352.3784', 'table-date'],
    ['########', 'table-date'],
    ['', 'table-date'],
  ])('%s is refused with row, column and reason', (date, reason) => {
    expect(fault(change('2026-11-26 9:00', date))).toEqual({
      ...{ fault: reason, row: 3, field: 'from' },
    });
  });

  test('two orders in one file', () => {
    expect(fault(change('26/11/2026 9:00', '11/26/2026 9:00'))).toEqual({
      ...{ fault: 'table-date-orders', row: 3, field: 'from' },
    });
  });

  test('an hour that a clock goes through twice, or leaves out', () => {
    process.env.TZ = 'Europe/Berlin';
    expect(fault(change('25.10.2026 02:30'))?.fault).toBe('table-date-twice');
    expect(fault(change('29.03.2026 02:30'))?.fault).toBe('table-no-such-date');
    expect(fault(change('25.10.2026 04:30'))).toBeNull();
  });
});

describe('what cannot be read is named by row, column and reason', () => {
  const changed = (row: number, column: string, value: string): string => {
    const all = [head, ...rows].map((cells) => [...cells]);
    const cells = all[row - 1] ?? [];
    cells[head.indexOf(column)] = value;
    return table(',', all);
  };
  test.each<readonly [string, string | Uint8Array, FaultDetails]>([
    ['nothing', '', { fault: 'empty' }],
    ['blanks', ' \r\n', { fault: 'empty' }],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), { fault: 'spreadsheet' }],
    ['no text', Buffer.from([0x41, 0xff, 0xff, 0x80]), { fault: 'encoding' }],
    ['another table', 'a,b\r\n1,2\r\n', { fault: 'table-header' }],
    [
      'a column that is missing',
      table(
        ',',
        [head, ...rows].map((row) => row.toSpliced(5, 1)),
      ),
      { fault: 'table-column-missing', row: 1, field: 'status' },
    ],
    [
      'a column twice',
      table(
        ',',
        [head, ...rows].map((row) => [...row, row[0] ?? '']),
      ),
      { fault: 'table-column-twice', row: 1, field: 'kind' },
    ],
    ['a kind', changed(4, 'kind', 'moved'), { fault: 'table-kind', row: 4, field: 'kind' }],
    ['a reason', changed(3, 'reason', 'tired'), { fault: 'table-reason', row: 3, field: 'reason' }],
    ['no reason', changed(3, 'reason', ''), { fault: 'table-reason', row: 3, field: 'reason' }],
    ['no end', changed(2, 'to', ''), { fault: 'table-no-end', row: 2, field: 'to' }],
    [
      'an end before the beginning',
      changed(2, 'to', '2026-11-26T18:00:00Z'),
      { fault: 'table-end-first', row: 2, field: 'to' },
    ],
    ['a number', changed(4, 'nth', 'first'), { fault: 'table-number', row: 4, field: 'nth' }],
    ['half a number', changed(4, 'nth', '0.5'), { fault: 'table-number', row: 4, field: 'nth' }],
    [
      'a long detail',
      changed(3, 'detail', 'x'.repeat(201)),
      { fault: 'field-long', row: 3, field: 'detail' },
    ],
    ['a quote without end', `${table()}change,"open`, { fault: 'table-quote', row: 7 }],
    [
      'cells beside the table',
      table().replace('UP,,', 'UP,,,more'),
      { fault: 'table-cells', row: 4 },
    ],
    ['a list', '[]', { fault: 'field-record', line: 1 }],
    [
      'JSON of a later version',
      '{"format":"compute-desk-machine-history","version":2}',
      { fault: 'newer' },
    ],
    [
      'JSON with a comma too many',
      '{\n "format": "compute-desk-machine-history",\n}',
      { fault: 'json-comma', line: 2, column: 42 },
    ],
    [
      'a field of JSON',
      '{"format":"compute-desk-machine-history","version":1,"told":[],\n"machines":[{"name":1,"nth":0,"changes":[]}]}',
      { fault: 'field-text', line: 2, field: 'machines.0.name' },
    ],
    ['JSON of another format', '\n{"format":"x"}', { fault: 'format', line: 2, field: 'format' }],
  ])('%s', (_, content, expected) => {
    expect(fault(content)).toEqual(expected);
  });
});
