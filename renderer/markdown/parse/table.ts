import type { Align } from './block.ts';

/** Without white space at its end, which two parts of the pattern would both take. */
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** The cells of a row as inline source: `\|` is a pipe, also in code. GFM, tables. */
export function splitRow(row: string): string[] {
  const line = row.trim();
  const cells: string[] = [];
  let cell = '';
  for (let at = line.startsWith('|') ? 1 : 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === '\\' && at + 1 < line.length) {
      const next = line[at + 1] ?? '';
      cell += next === '|' ? '|' : char + next;
      at += 1;
    } else if (char === '|') {
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
