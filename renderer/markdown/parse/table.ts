import type { Align } from './block.ts';
import { formulasIn, type RowFormula } from './cells.ts';

/** Without white space at its end, which two parts of the pattern would both take. */
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/**
 * The cells of a row as inline source: `\|` is a pipe, also in code (GFM, tables), but for TeX's double bars.
 * @param columns how many the table has: where a pipe at each place makes other than so many, those in formulas are
 * none, as in `| $|x|$ | a |`
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

/** The columns that a delimiter row (`|---|:-:|`) makes, or null when it is none. */
export function readAlignment(line: string): Align[] | null {
  if (!delimiterRow.test(line.trimEnd())) return null;
  return splitRow(line).map((cell) => {
    const left = cell.startsWith(':');
    const right = cell.endsWith(':');
    return left && right ? 'center' : right ? 'right' : left ? 'left' : null;
  });
}

/** A row with as many cells as there are columns. */
export function fitRow(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, column) => cells[column] ?? '');
}
