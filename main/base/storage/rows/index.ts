import type * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import type { UnreadableRow } from '../../../../preload/contract/settings/unreadable-rows.ts';
import { instant as instantShape } from '../../../../preload/contract/shapes.ts';
import type { Database, Row, SqlValue } from '../database.ts';
import { createUnreadableRows } from '../unreadable-rows.ts';

export type { UnreadableRows } from '../unreadable-rows.ts';

/** Reads rows of a table: `read` throws if a row is not valid. */
export interface RowReader<T> {
  readonly table: string;
  /** Column that identifies a row, if the table has one. */
  readonly called?: string;
  /** Null if the row belongs to another version. */
  read(values: Values): T;
}

/** A value in a row that is not the app's. It names the column, and quotes nothing of the value. */
class Unreadable extends Error {
  readonly column: string;

  constructor(column: string, cause?: unknown) {
    super(`the column ${column} cannot be read`, { cause });
    this.name = 'Unreadable';
    this.column = column;
  }
}

/** The columns of a row, each with an expected type. @throws Unreadable */
export interface Values {
  text(column: string): string;
  /** A text that is not empty. */
  word(column: string): string;
  optional(column: string): string | null;
  instant(column: string): string;
  optionalInstant(column: string): string | null;
  /** A whole number from 0. */
  count(column: string): number;
  optionalCount(column: string): number | null;
  /** Milliseconds since 1970. */
  time(column: string): number;
  optionalTime(column: string): number | null;
  flag(column: string): boolean;
  optionalFlag(column: string): boolean | null;
  real(column: string): number;
  bytes(column: string): Uint8Array;
  optionalWord(column: string): string | null;
  /** A stored value of this shape. */
  shaped<T>(column: string, shape: z.ZodType<T>): T;
  json<T>(column: string, shape: z.ZodType<T>): T;
  optionalJson<T>(column: string, shape: z.ZodType<T>): T | null;
  /** A value parsed from a text. */
  made<T>(column: string, make: (text: string) => T): T;
  one<T extends string>(column: string, known: readonly T[]): T;
  /** Returns a default for an unreadable value, and reports it. */
  or<T>(otherwise: T, read: () => T): T;
}

/** Default for an unreadable time. */
export const defaultTime = '1970-01-01T00:00:00.000Z';
/** The end of the year 9999, ms since 1970. */
export const latestTime = 253_402_300_799_999;

function valuesOf(row: Row, faults: string[]): Values {
  const fail = (column: string, cause?: unknown): never => {
    throw new Unreadable(column, cause);
  };
  const text = (column: string): string => {
    const value = row[column];
    return typeof value === 'string' ? value : fail(column);
  };
  const whole = (column: string, least: number, most: number): number => {
    const value = row[column];
    const fits = typeof value === 'number' && Number.isInteger(value);
    return fits && value >= least && value <= most ? value : fail(column);
  };
  const word = (column: string): string => text(column) || fail(column);
  const instant = (column: string): string => {
    const value = text(column);
    return instantShape.safeParse(value).success ? value : fail(column);
  };
  const time = (column: string): number => whole(column, 0, latestTime);
  const orNull =
    <T>(read: (column: string) => T) =>
    (column: string): T | null =>
      row[column] === null || row[column] === undefined ? null : read(column);
  const json = <T>(column: string, shape: z.ZodType<T>): T => {
    const kept = text(column);
    try {
      return shape.parse(parseJson(kept));
    } catch (cause) {
      return fail(column, cause);
    }
  };
  const count = (column: string): number => whole(column, 0, Number.MAX_SAFE_INTEGER);
  const flag = (column: string): boolean => whole(column, 0, 1) === 1;
  return {
    text,
    instant,
    time,
    word,
    optional: orNull(text),
    optionalWord: orNull(word),
    optionalInstant: orNull(instant),
    optionalTime: orNull(time),
    count,
    optionalCount: orNull(count),
    flag,
    optionalFlag: orNull(flag),
    real(column) {
      const value = row[column];
      return typeof value === 'number' && Number.isFinite(value) ? value : fail(column);
    },
    bytes(column) {
      const value = row[column];
      return value instanceof Uint8Array ? value : fail(column);
    },
    shaped(column, shape) {
      const read = shape.safeParse(row[column]);
      return read.success ? read.data : fail(column, read.error);
    },
    json,
    optionalJson: (column, shape) => orNull(() => json(column, shape))(column),
    made(column, make) {
      const kept = text(column);
      try {
        return make(kept);
      } catch (cause) {
        return fail(column, cause);
      }
    },
    one(column, known) {
      const value = text(column);
      return known.find((one) => one === value) ?? fail(column);
    },
    or(otherwise, read) {
      try {
        return read();
      } catch (cause) {
        if (!(cause instanceof Unreadable)) throw cause;
        faults.push(cause.column);
        return otherwise;
      }
    },
  };
}

/** Returns a row's value; null if it is unreadable, which is recorded. */
export function readRow<T>(
  { unreadableRows }: Pick<Database, 'unreadableRows'>,
  reader: RowReader<T>,
  row: Row,
): T | null {
  const faults: string[] = [];
  const noteAs = (columns: readonly string[], used: boolean): void => {
    const name = nameOf(row[reader.called ?? '']);
    unreadableRows?.note({ table: reader.table, name, columns: [...columns], used });
  };
  try {
    const value = reader.read(valuesOf(row, faults));
    if (faults.length > 0) noteAs(faults, true);
    return value;
  } catch (cause) {
    noteAs(cause instanceof Unreadable ? [cause.column] : [], false);
    return null;
  }
}

/** Returns the readable rows; records the others. */
export function readRows<T>(
  database: Pick<Database, 'unreadableRows'>,
  reader: RowReader<T>,
  rows: readonly Row[],
): NonNullable<T>[] {
  const read: NonNullable<T>[] = [];
  for (const row of rows) {
    const value = readRow(database, reader, row);
    if (value !== null && value !== undefined) read.push(value);
  }
  return read;
}

/** Maximum rows read at once; some contain megabytes of text. */
const batch = { rows: 1_000, bytes: 4 * 1024 * 1024 };

/** Returns every row of these tables that is unreadable, fully or partly. */
export async function unreadableRows(
  database: Pick<Database, 'all'>,
  readers: readonly RowReader<unknown>[],
): Promise<readonly UnreadableRow[]> {
  const unreadableRows = createUnreadableRows();
  for (const reader of readers) {
    const { table } = reader;
    const [kept] = await database.all({
      sql: 'SELECT wr FROM pragma_table_list WHERE name = ?',
      params: [table],
    });
    if (kept?.wr === 1) {
      readRows({ unreadableRows }, reader, await database.all({ sql: `SELECT * FROM "${table}"` }));
      continue;
    }
    for await (const rows of inBatches(database, table)) readRows({ unreadableRows }, reader, rows);
  }
  return unreadableRows.all();
}

/** Yields all rows of a table with row ids, a few megabytes at a time. */
async function* inBatches(
  database: Pick<Database, 'all'>,
  table: string,
): AsyncGenerator<readonly Row[]> {
  const columns = await database.all({
    sql: 'SELECT name FROM pragma_table_info(?)',
    params: [table],
  });
  // unlike length(), octet_length() reads no text
  const size = columns
    .map(({ name }) => `coalesce(octet_length("${String(name)}"), 0)`)
    .join(' + ');
  for (let last: SqlValue = null; ; ) {
    const next: Row[] = await database.all({
      sql: `SELECT rowid AS number, ${size} AS bytes FROM "${table}"
        WHERE ?1 IS NULL OR rowid > ?1 ORDER BY rowid LIMIT ?2`,
      params: [last, batch.rows],
    });
    if (next.length === 0) return;
    const end: SqlValue = next[fitting(next) - 1]?.number ?? null;
    yield await database.all({
      sql: `SELECT * FROM "${table}" WHERE (?1 IS NULL OR rowid > ?1) AND rowid <= ?2`,
      params: [last, end],
    });
    last = end;
  }
}

/** Returns how many of these rows to read at once, at least one. */
function fitting(rows: readonly Row[]): number {
  let bytes = 0;
  const tooMany = rows.findIndex((row) => {
    bytes += Number(row.bytes);
    return bytes > batch.bytes;
  });
  return tooMany < 0 ? rows.length : Math.max(1, tooMany);
}

/** Maximum length of a row's name. */
const longestName = 100;

function nameOf(value: SqlValue | undefined): string {
  return value === null || value === undefined || value instanceof Uint8Array
    ? ''
    : String(value).slice(0, longestName);
}
