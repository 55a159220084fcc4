import type { Align } from './block.ts';
import { readDollarMath } from './math.ts';

/** Matches a line without trailing white space, which two parts of the pattern would both match. */
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/**
 * Splits a row into cells as inline source: `\|` is a pipe, also in code (GFM, tables), except TeX's double bars.
 * @param columns number of the table's columns: if splitting at every pipe gives another number, pipes in formulas do
 * not count, as in `| $|x|$ | a |`
 */
export function splitRow(row: string, columns?: number): string[] {
  const line = row.trim();
  const formulas = formulasIn(line);
  const cells = cut(line, formulas, true);
  if (columns === undefined || cells.length === columns || formulas.length === 0) return cells;
  const others = cut(line, formulas, false);
  return others.length === columns || cells.length > columns ? others : cells;
}

function cut(line: string, formulas: readonly RowFormula[], inFormulas: boolean): string[] {
  const cells: string[] = [];
  let cell = '';
  let next = 0;
  for (let at = line.startsWith('|') ? 1 : 0; at < line.length; at += 1) {
    while ((formulas[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const { start, hasBars } = formulas[next] ?? { start: line.length, hasBars: false };
    const char = line[at] ?? '';
    if (char === '\\' && at + 1 < line.length) {
      const after = line[at + 1] ?? '';
      const isBar = after === '|' && hasBars && at > start;
      cell += after === '|' && !isBar ? '|' : char + after;
      at += 1;
    } else if (char === '|' && (inFormulas || at < start)) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  if (cell.trim() !== '' || !line.endsWith('|') || cells.length === 0) cells.push(cell.trim());
  return cells;
}

/** Returns the columns of a delimiter row (`|---|:-:|`), or null for any other line. */
export function readAlignment(line: string): Align[] | null {
  if (!delimiterRow.test(line.trimEnd())) return null;
  return splitRow(line).map((cell) => {
    const left = cell.startsWith(':');
    const right = cell.endsWith(':');
    return left && right ? 'center' : right ? 'right' : left ? 'left' : null;
  });
}

/** Returns a row with exactly as many cells as there are columns. */
export function fitRow(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, column) => cells[column] ?? '');
}

/** A formula in a table row, from its opening to behind its closing delimiter. */
interface RowFormula {
  readonly start: number;
  readonly end: number;
  /** Its `\|` are TeX's double bars, which come in pairs, not pipes escaped for the table. */
  readonly hasBars: boolean;
}

/** Returns the formulas in a row, in order; dollars and brackets in code do not count. */
function formulasIn(row: string): readonly RowFormula[] {
  const found: RowFormula[] = [];
  if (!row.includes('$') && !row.includes('\\(')) return found;
  let brackets = row.indexOf('\\)');
  const endOf = (at: number): number => {
    if (row.charAt(at) === '$') return readDollarMath(row, at, row.length)?.end ?? 0;
    if (row.charAt(at + 1) !== '(') return 0;
    if (brackets >= 0 && brackets < at + 2) brackets = row.indexOf('\\)', at + 2);
    return brackets < 0 ? 0 : brackets + 2;
  };
  for (let at = 0; at < row.length; at += 1) {
    const char = row.charAt(at);
    if (char === '`') {
      let start = at;
      while (row.charAt(start) === '`') start += 1;
      const close = row.indexOf(row.slice(at, start), start);
      if (close < 0) return found;
      at = close + start - at - 1;
      continue;
    }
    if (char !== '$' && char !== '\\') continue;
    const end = endOf(at);
    if (end > 0) {
      found.push({ start: at, end, hasBars: hasBars(row.slice(at, end)) });
      at = end - 1;
    } else if (char === '\\' || row.charAt(at + 1) === '$') at += 1;
  }
  return found;
}

function hasBars(tex: string): boolean {
  const bars = tex.match(/\\[\s\S]/g)?.filter((one) => one === '\\|').length ?? 0;
  return bars > 0 && bars % 2 === 0;
}
