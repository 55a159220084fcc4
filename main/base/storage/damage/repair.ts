import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { renameSync, rmSync } from '../../outside/index.ts';
import { inspectDatabase } from '../formats/inspect.ts';
import { migrations } from '../migrations/index.ts';
import type { Damage, RefusedRow } from '../types.ts';
import { replaceHeader } from './header.ts';
import { leafPages } from './leaf-pages.ts';
import { repairReferences } from './references.ts';
import { scan, type Table } from './scan.ts';

/** A page has some tens of rows at most, and there are many pages. */
const looksOfPage = 10;
const ends = ['', '-wal', '-journal'];
/** The search tables are rebuilt. */
const derived = /^(message_index|unindexed_messages|sqlite_)/;

/**
 * Moves a damaged database aside unchanged, and puts a new one with all readable rows in its place. The new one is put
 * last: an interrupted run starts again with the damaged one.
 * @param logIsLost whether its log was lost too
 */
export function repairDatabase(file: string, now: Date, logIsLost: boolean): Damage {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = join('damaged', time);
  const aside = join(dirname(file), folder);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const end of ends) keep(`${file}${end}`, join(aside, `${basename(file)}${end}`));
  const attached = join(dirname(file), 'attachments');
  // unreferenced files are cleaned up over time, and messages may be lost
  if (existsSync(attached)) linkAll(attached, join(aside, 'attachments'));

  const working = join(aside, 'reading');
  mkdirSync(working, { recursive: true, mode: 0o700 });
  const fresh = join(working, 'new');
  const source = join(working, 'old');
  for (const end of ends) {
    if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${source}${end}`);
  }
  const result = readOut(source, fresh);
  for (const end of ends.slice(1)) rmSync(`${file}${end}`, { force: true });
  renameSync(fresh, file);
  rmSync(working, { recursive: true, force: true });
  const damage = { folder, ...result, whole: result.whole && !logIsLost };
  writeFileSync(join(aside, 'report.json'), `${JSON.stringify(damage, null, 2)}\n`, {
    mode: 0o600,
  });
  return damage;
}

/** Creates a hard link if the file system supports it, else a copy. */
function keep(file: string, target: string): void {
  if (!existsSync(file) || existsSync(target)) return;
  try {
    linkSync(file, target);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    cpSync(file, target);
  }
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.isFile()) keep(source, target);
  }
}

function readOut(source: string, fresh: string): Omit<Damage, 'folder'> {
  const newest = migrations.length;
  const found = inspectDatabase(source)?.format ?? 0;
  const present = found > 0 && found <= newest ? found : newest;
  const into = new DatabaseSync(fresh, { enableForeignKeyConstraints: false });
  try {
    into.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN');
    bring(into, 0, present);
    into.exec('COMMIT; BEGIN');
    const refused = new Map<string, RefusedRow>();
    const whole = takeAll(source, fresh, { db: into, refused });
    bring(into, present, newest);
    repairReferences(into);
    into.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL');
    return { ...countRows(into), whole, refused: [...refused.values()] };
  } finally {
    into.close();
  }
}

export function countRows(db: DatabaseSync): Omit<Damage, 'folder' | 'whole' | 'refused'> {
  const count = (table: string) =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0);
  return {
    systems: count('systems'),
    conversations: count('conversations'),
    messages: count('messages'),
  };
}

function bring(db: DatabaseSync, from: number, to: number): void {
  for (const sql of migrations.slice(from, to)) db.exec(sql);
  db.exec(`PRAGMA user_version = ${to}`);
}

/** Destination of rows, and the rows that it rejects. */
interface Into {
  readonly db: DatabaseSync;
  readonly refused: Map<string, RefusedRow>;
}
/** Maximum rejected rows listed. */
const mostRefused = 100;

function takeAll(source: string, sound: string, into: Into): boolean {
  if (!existsSync(source) || statSync(source).size === 0) return false;
  const tables = tablesOf(into.db);
  if (openable(source)) return takeFrom(source, tables, into);
  replaceHeader(source, sound);
  takeFrom(source, tables, into);
  return false;
}

function openable(file: string): boolean {
  return attempt(file, (db) => db.prepare('SELECT name FROM sqlite_schema LIMIT 1').all()) !== null;
}

function takeFrom(source: string, tables: readonly Table[], into: Into): boolean {
  attempt(source, (from) => defineAs(into.db, from));
  const failed = attempt(source, (from) => {
    from.exec('PRAGMA cell_size_check = ON');
    return tables.filter((table) => !takeTable(from, table, into));
  });
  if (failed?.length === 0) return true;
  // the log is in the file now, so single pages can be examined
  takeLeaves(source, failed ?? tables, tables, into);
  return false;
}

/** Restores tables' original definitions: rows follow those, whatever the file says now. */
function defineAs(made: DatabaseSync, from: DatabaseSync): void {
  const define = from.prepare(
    `UPDATE sqlite_schema SET sql = ?1 WHERE type = 'table' AND name = ?2 AND sql <> ?1`,
  );
  const definitions = made
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)
    .all();
  for (const { name = null, sql = null } of definitions) define.run(sql, name);
}

/** Reads rows of tables whose upper pages are unreadable, if the number of columns identifies the table. */
function takeLeaves(
  source: string,
  wanted: readonly Table[],
  tables: readonly Table[],
  into: Into,
): void {
  const leaves = leafPages(source);
  for (const table of wanted) {
    const { length } = table.columns;
    const alike = tables.filter(({ columns }) => columns.length === length);
    if (table.key !== null || alike.length > 1) continue;
    attempt(source, (from) => {
      for (const page of leaves.get(length) ?? []) {
        from.exec('PRAGMA writable_schema = ON');
        from.prepare('UPDATE sqlite_schema SET rootpage = ? WHERE name = ?').run(page, table.name);
        from.exec('PRAGMA writable_schema = RESET');
        takeTable(from, table, into, looksOfPage);
      }
    });
  }
}

function takeTable(from: DatabaseSync, table: Table, into: Into, most?: number): boolean {
  const { name, columns } = table;
  const marks = columns.map(() => '?').join(', ');
  const list = columns.map((column) => `"${column}"`).join(', ');
  const insert = into.db.prepare(`INSERT OR IGNORE INTO "${name}" (${list}) VALUES (${marks})`);
  const required = new Set(
    into.db
      .prepare('SELECT cid FROM pragma_table_info(?) WHERE "notnull"')
      .all(name)
      .map(({ cid }) => Number(cid)),
  );
  let whole = true;
  const refuse = (row: readonly SQLInputValue[]): void => {
    whole = false;
    // damaged pages yield many rows that never were the app's
    if (most !== undefined || into.refused.size >= mostRefused) return;
    const called = row.find((value) => typeof value === 'string') ?? '';
    into.refused.set(JSON.stringify([name, called]), { table: name, name: called.slice(0, 100) });
  };
  const take = (row: SQLInputValue[]): void => {
    if (row.some((value, at) => value === null && required.has(at))) {
      refuse(row);
      return;
    }
    try {
      insert.run(...row);
    } catch (cause) {
      // a type other than the column's: not a row of the app
      if (!(cause instanceof Error && 'errcode' in cause)) throw cause;
      refuse(row);
    }
  };
  return scan(from, table, take, most) && whole;
}

/** Runs work on a database that may be damaged anywhere; null if that made it fail. */
function attempt<T>(file: string, use: (db: DatabaseSync) => T): T | null {
  let db: DatabaseSync | null = null;
  try {
    // a file opened only for reading may get other definitions and roots
    db = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
    db.exec('PRAGMA writable_schema = ON');
    passOverDefinitions(db);
    db.exec('PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    return use(db);
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause) return null;
    throw cause;
  } finally {
    db?.close();
  }
}

/** Invalid definitions fail the first statement; after that the schema works for everything it still names. */
function passOverDefinitions(db: DatabaseSync): void {
  try {
    db.prepare('SELECT name FROM sqlite_schema');
  } catch (cause) {
    if (!(cause instanceof Error && 'errcode' in cause)) throw cause;
  }
}

function tablesOf(db: DatabaseSync): Table[] {
  const tables = db
    .prepare(`SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .all();
  return tables
    .map(({ name, wr }) => ({ name: String(name), hasNumbers: wr === 0 }))
    .filter(({ name }) => !derived.test(name))
    .map(({ name, hasNumbers }) => {
      const columns = db
        .prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
        .all(name);
      const key = columns
        .filter(({ pk }) => Number(pk) > 0)
        .sort((one, two) => Number(one.pk) - Number(two.pk))
        .map((column) => String(column.name));
      const names = columns.map((column) => String(column.name));
      return { name, columns: names, key: hasNumbers ? null : key };
    });
}
