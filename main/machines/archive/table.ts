import type { FaultDetails, FileFault } from '../../../common/texts/file-fault.ts';
import { gapReasons } from '../../../preload/contract/machines/machine-history.ts';
import { readCsv, type Separator, separators } from '../../base/files/csv.ts';
import { FileProblem } from '../../base/files/file-problem.ts';
import type { Past, PastChange } from '../history/index.ts';
import { createDateOrder, type DateOrder } from './moments.ts';

/** The columns of the table; see docs/machine-history.md. */
export const columns = [
  'kind',
  'machine',
  'nth',
  'from',
  'to',
  'status',
  'reason',
  'detail',
] as const;
type Column = (typeof columns)[number];
/** Optional columns: a table without them means the same. */
const spare: ReadonlySet<Column> = new Set(['nth', 'detail']);
const kinds = ['observed', 'not-observed', 'change', 'left-out'] as const;
const longestDetail = 200;
const mostNth = 20_000;

type Said = Pick<Past, 'stretches' | 'machines'>;
interface Row {
  readonly number: number;
  of(column: Column): string;
}

/** Reads our table as a spreadsheet of any country saved it. @throws FileProblem */
export function readTable(given: string): Said {
  // Excel's own first line, which no spreadsheet shows
  const named = /^sep=(.)\r?\n/.exec(given);
  const text = named === null ? given : given.slice(named[0].length);
  const separator = separatorOf(text);
  const { rows, brokenRow } = readCsv(text, separator);
  const broken = brokenRow === null ? null : ({ fault: 'table-quote', row: brokenRow } as const);
  const at = rows.findIndex((cells) => !isBlank(cells));
  const head = rows[at];
  if (head === undefined) throw new FileProblem(broken ?? { fault: 'table-header' });
  const places = placesOf(head, at + 1);
  const found: Row[] = [];
  for (const [index, cells] of rows.entries()) {
    if (index <= at || isBlank(cells)) continue;
    const number = index + 1;
    if (!isBlank(cells.slice(head.length))) {
      throw new FileProblem({ fault: 'table-cells', row: number });
    }
    found.push({ number, of: (column) => cells[places.get(column) ?? -1] ?? '' });
  }
  // rows before an unclosed quote are checked first
  const said = readRows(found);
  if (broken !== null) throw new FileProblem(broken);
  return said;
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
const nameOf = (cell: string): string => cell.normalize('NFKC').trim().toLowerCase();

/** Returns the separator that finds most of our columns in the first line with any. */
function separatorOf(text: string): Separator {
  const lines = text.slice(0, 10_000).trimStart();
  const line = lines.slice(0, Math.max(lines.search(/[\r\n]|$/), 0));
  const count = (separator: Separator): number => {
    const names = readCsv(line, separator).rows[0]?.map(nameOf) ?? [];
    return columns.filter((column) => names.includes(column)).length;
  };
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function placesOf(head: readonly string[], row: number): ReadonlyMap<Column, number> {
  const names = head.map(nameOf);
  const there = columns.filter((column) => names.includes(column));
  const twice = there.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  const missing = columns.filter((column) => !there.includes(column) && !spare.has(column));
  if (there.length < 2) throw new FileProblem({ fault: 'table-header' });
  if (twice !== undefined) {
    throw new FileProblem({ fault: 'table-column-twice', row, field: twice });
  }
  if (missing.length > 0) {
    throw new FileProblem({ fault: 'table-column-missing', row, field: missing.join(', ') });
  }
  return new Map(there.map((column) => [column, names.indexOf(column)]));
}

function readRows(rows: readonly Row[]): Said {
  const dates = createDateOrder();
  for (const row of rows) {
    for (const field of ['from', 'to'] as const) {
      const fault = dates.learn(row.of(field));
      if (fault !== null) throw problem(row, field, fault);
    }
  }
  const stretches: Said['stretches'][number][] = [];
  const machines = new Map<string, { name: string; nth: number; changes: PastChange[] }>();
  for (const row of rows) {
    const kind = kinds.find((one) => one === nameOf(row.of('kind')));
    if (kind === undefined) throw problem(row, 'kind', 'table-kind');
    if (kind === 'observed' || kind === 'not-observed') stretches.push(stretch(row, kind, dates));
    else {
      const nth = countOf(row);
      const name = row.of('machine');
      const key = `${nth} ${name}`;
      const machine = machines.get(key) ?? { name, nth, changes: [] };
      machines.set(key, machine);
      const status = kind === 'left-out' ? null : row.of('status');
      machine.changes.push({ at: momentOf(row, 'from', dates), status });
    }
  }
  return { stretches, machines: [...machines.values()] };
}

function stretch(
  row: Row,
  kind: (typeof kinds)[number],
  dates: DateOrder,
): Said['stretches'][number] {
  const from = momentOf(row, 'from', dates);
  if (row.of('to').trim() === '') throw problem(row, 'to', 'table-no-end');
  const to = momentOf(row, 'to', dates);
  if (to < from) throw problem(row, 'to', 'table-end-first');
  const why = nameOf(row.of('reason'));
  const reason = gapReasons.find((one) => one === why) ?? null;
  const isWrong = kind === 'observed' ? why !== '' : reason === null;
  if (isWrong) throw problem(row, 'reason', 'table-reason');
  const detail = row.of('detail');
  if (detail.length > longestDetail) throw problem(row, 'detail', 'field-long');
  return { from, to, reason, detail: detail === '' ? null : detail };
}

/** Reads a number that a spreadsheet may have given decimals. */
function countOf(row: Row): number {
  const text = row.of('nth').normalize('NFKC').trim();
  const nth = /^(\d{0,5})(?:[.,]0{1,9})?$/.exec(text)?.[1];
  if (nth === undefined || Number(nth) > mostNth) throw problem(row, 'nth', 'table-number');
  return Number(nth);
}

function momentOf(row: Row, field: 'from' | 'to', dates: DateOrder): number {
  const read = dates.moment(row.of(field));
  if (typeof read === 'number') return read;
  throw problem(row, field, read);
}

function problem(row: Row, field: Column, fault: FileFault): FileProblem {
  const details: FaultDetails = { fault, row: row.number, field };
  return new FileProblem(details);
}
