import { readFileSync } from 'node:fs';

/** The app's databases have SQLite's usual page size. */
const pageSize = 4096;
/** Type of a page with table rows (sqlite.org/fileformat2.html, 1.6). */
const tableLeaf = 13;
/** Maximum pages examined, at about a millisecond each. */
const mostPages = 20_000;

/** Returns pages with rows, by the number of columns in their first row. */
export function leafPages(file: string): Map<number, number[]> {
  const bytes = readFileSync(file);
  const found = new Map<number, number[]>();
  for (let number = 2; number <= mostPages && number * pageSize <= bytes.length; number += 1) {
    const page = bytes.subarray((number - 1) * pageSize, number * pageSize);
    if (page[0] !== tableLeaf || page.readUInt16BE(3) === 0) continue;
    const columns = columnsAt(page, page.readUInt16BE(8));
    found.set(columns, [...(found.get(columns) ?? []), number]);
  }
  return found;
}

/** Reads the column count of a row: its length, its number, the length of its header, then a number for each column. */
function columnsAt(page: Buffer, start: number): number {
  let at = start;
  const next = (): number => {
    let value = 0;
    for (let read = 0; read < 9; read += 1) {
      const byte = page[at] ?? 0;
      at += 1;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  next();
  next();
  const head = at;
  const end = head + next();
  let columns = 0;
  while (at < end && at < page.length) {
    next();
    columns += 1;
  }
  return columns;
}
