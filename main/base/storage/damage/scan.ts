import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key; null if rows have row ids. */
  readonly key: readonly string[] | null;
}

/** Maximum searches in gaps between readable rows. */
const mostLooks = 300;
/** Row ids start at 1; up to this many are tried if the last is unreadable. */
const usualTop = 2n ** 20n;

/**
 * Yields every readable row of a table, some twice: from its start, from its end, and with row ids also from the gap
 * between.
 * @param most maximum searches in the gap
 * @returns whether the table was read without an error
 */
export function scan(
  db: DatabaseSync,
  { name, columns, key }: Table,
  take: (row: SQLInputValue[]) => void,
  most = mostLooks,
): boolean {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const each = (
    sql: string,
    params: SQLInputValue[],
    seen: (row: SQLInputValue[]) => void,
  ): boolean => {
    try {
      const statement = db.prepare(sql);
      // reads numbers of any size unchanged
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...params)) seen(Object.values(row) as SQLInputValue[]);
      return true;
    } catch (cause) {
      if (cause instanceof Error && 'errcode' in cause) return false;
      throw cause;
    }
  };

  if (key !== null) {
    const order = key.map((column) => `"${column}"`);
    const whole = each(`SELECT ${list} FROM "${name}" ORDER BY ${order.join(', ')}`, [], take);
    if (whole) return true;
    const back = order.map((column) => `${column} DESC`).join(', ');
    each(`SELECT ${list} FROM "${name}" ORDER BY ${back}`, [], take);
    return false;
  }

  const select = `SELECT rowid AS "row number", ${list} FROM "${name}" WHERE rowid > ? AND rowid < ? ORDER BY rowid`;
  const gaps: [bigint, bigint][] = [[0n, topOf(db, name) ?? usualTop]];
  let whole = true;
  for (let looks = 0; looks < most; looks += 1) {
    const [low, high] = gaps.shift() ?? [0n, 0n];
    if (high - low < 2n) break;
    let first = low;
    let last = high;
    const forward = each(select, [low, high], ([number, ...row]) => {
      first = BigInt(number as bigint);
      take(row);
    });
    if (forward) continue;
    whole = false;
    each(`${select} DESC`, [first, high], ([number, ...row]) => {
      last = BigInt(number as bigint);
      take(row);
    });
    const middle = (first + last) / 2n;
    gaps.push([first, middle + 1n], [middle, last]);
    // the widest first, so that little is left at the end
    gaps.sort(([a, b], [c, d]) => Number(d - c - (b - a)));
  }
  return whole;
}

/** Returns a number above the last row id; null if the table's end is unreadable. */
function topOf(db: DatabaseSync, name: string): bigint | null {
  try {
    const statement = db.prepare(`SELECT max(rowid) AS top FROM "${name}"`);
    statement.setReadBigInts(true);
    const top = statement.get()?.top;
    return typeof top === 'bigint' ? top + 1n : 1n;
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause) return null;
    throw cause;
  }
}
