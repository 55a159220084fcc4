import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AppError } from '../../../preload/contract/errors.ts';
import type { BackupPart } from '../../../preload/contract/settings/backups.ts';
import { rmSync } from '../outside/index.ts';
import { type Bind, chooseBinding } from './binding.ts';
import { countRows, repairDatabase } from './damage/repair.ts';
import type { Row, SqlValue, Statement } from './database.ts';
import { isDamage, migrationFailure, storageFailure } from './errors.ts';
import { copyBeforeMigration, copyInto, removeOldCopies } from './formats/before-migration.ts';
import { definitionsMatch } from './formats/definitions.ts';
import { inspectDatabase } from './formats/inspect.ts';
import { clearUnfinishedMark, createLogMark, noLogMark } from './formats/log-mark.ts';
import { addFunctions } from './functions.ts';
import { migrations } from './migrations/index.ts';
import type { Damage } from './types.ts';

/** SQLite in this thread, for the storage worker. */
export interface Sqlite {
  readonly version: number;
  /** The repair of a file that was damaged, or had lost its log, when it was opened; null if it was sound. */
  readonly damage: Damage | null;
  all(query: Statement): Row[];
  transaction(statements: readonly Statement[]): number[];
  /** Writes these parts (null: all), without sessions, into a new file. */
  copyTo(file: string, parts: readonly BackupPart[] | null): void;
  close(): void;
}

const cacheSize = 200;
const inMemory = ':memory:';
/** Files up to this many bytes are checked at every start, which takes some tens of milliseconds. */
const checkedAlways = 16 * 1024 * 1024;
/** A format number further ahead than this is damaged. */
const formatsAhead = 1000;

/**
 * Opens or creates the file in WAL mode and migrates it to the newest format, after a copy. A damaged file is moved
 * aside, and its readable rows go into the new one.
 * @throws AppError `data-folder-in-use` if another process has it open, `data-no-locks` if that cannot be known
 * @throws AppError `data-newer` if a newer version of the app wrote it; then nothing is touched
 * @throws AppError `disk-full` if there is no room for the copy, `data-not-written` if the folder is read-only
 */
export function openSqlite(file: string): Sqlite {
  const found = file === inMemory ? null : inspectDatabase(file);
  const logIsLost = found?.isLogLost === true;
  try {
    if (file !== inMemory) refuse(file, found?.format);
    const { db, version } = openWhole(file, logIsLost);
    const lacking = { folder: null, whole: false };
    return serve(file, db, version, logIsLost ? { ...lacking, ...countRows(db) } : null);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
  }
  const damage = mended(file, logIsLost);
  const { db, version } = openWhole(file, false);
  return serve(file, db, version, damage);
}

function mended(file: string, logIsLost: boolean): Damage {
  try {
    return repairDatabase(file, new Date(), logIsLost);
  } catch (cause) {
    throw storageFailure(cause);
  }
}

function serve(file: string, db: DatabaseSync, version: number, damage: Damage | null): Sqlite {
  addFunctions(db);
  const mark = file === inMemory ? noLogMark : createLogMark(db, file);
  const failed = (cause: unknown): unknown => {
    const failure = storageFailure(cause);
    // the next start checks all of it, whatever its size
    if (isDamage(failure)) writeFileSync(markOf(file), '');
    return failure;
  };

  const bindFor = chooseBinding(db);
  interface Prepared {
    readonly statement: StatementSync;
    readonly bind: Bind;
    /** Whether a statement that returns rows writes. */
    readonly writes: boolean;
  }
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= cacheSize) prepared.clear();
    const writes = sql.includes('RETURNING');
    const made = { statement: db.prepare(sql), bind: bindFor(sql), writes };
    prepared.set(sql, made);
    return made;
  };

  /**
   * Runs statements. Most starts write without changing anything: that needs no mark, which costs a disk some tens of
   * milliseconds.
   * @param untilWritten whether nothing may be written yet
   * @returns null if something was written, and rolled back
   */
  const attempt = (statements: readonly Statement[], untilWritten: boolean): number[] | null => {
    db.exec('BEGIN IMMEDIATE');
    const changes: number[] = [];
    for (const { sql, params = [] } of statements) {
      const { statement, bind } = prepare(sql);
      const count = Number(statement.run(...(bind(params) as SqlValue[])).changes);
      if (untilWritten && count > 0) {
        db.exec('ROLLBACK');
        return null;
      }
      changes.push(count);
    }
    db.exec('COMMIT');
    return changes;
  };

  return {
    version,
    damage,
    all({ sql, params = [] }) {
      try {
        const { statement, bind, writes } = prepare(sql);
        if (writes && mark.isMissing()) mark.put();
        return allOf(statement, bind(params) as SqlValue[]);
      } catch (cause) {
        throw failed(cause);
      }
    },
    transaction(statements) {
      try {
        const changes = attempt(statements, mark.isMissing());
        if (changes !== null) return changes;
        mark.put();
        return attempt(statements, false) ?? [];
      } catch (cause) {
        // a full disk may have ended it already
        if (db.isTransaction) db.exec('ROLLBACK');
        throw failed(cause);
      }
    },
    copyTo(target, parts) {
      try {
        copyInto(db, target, parts);
      } catch (cause) {
        throw failed(cause);
      }
    },
    close() {
      prepared.clear();
      db.exec('PRAGMA optimize');
      db.close();
    },
  };
}

/** A number beyond JavaScript's range is returned unchanged: the row's reader sees that it is not the app's. */
function allOf(statement: StatementSync, params: SqlValue[]): Row[] {
  try {
    return statement.all(...params) as Row[];
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_OUT_OF_RANGE')) {
      throw cause;
    }
  }
  statement.setReadBigInts(true);
  try {
    return statement
      .all(...params)
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'bigint' && Number.isSafeInteger(Number(value))
              ? Number(value)
              : value,
          ]),
        ),
      ) as Row[];
  } finally {
    statement.setReadBigInts(false);
  }
}

function openWhole(file: string, logIsLost: boolean): { db: DatabaseSync; version: number } {
  const isNew = file !== inMemory && !existsSync(file);
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file);
    db.exec('PRAGMA busy_timeout = 2000');
    // One app at a time owns a data folder; without shared memory WAL also works on network file systems.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    takeOver(db, file, logIsLost);
    // WAL with NORMAL loses nothing when the app crashes; FULL would cost a sync per journalled piece.
    db.exec('PRAGMA synchronous = NORMAL');
    db.exec('PRAGMA foreign_keys = ON');
    // Overwrites deleted data, in freed pages too: for drafts that must leave nothing behind.
    db.exec('PRAGMA secure_delete = ON');
    check(db, file, logIsLost);
    const version = migrate(db, file);
    if (file !== inMemory && !isNew) requireDefinitions(db);
    return { db, version };
  } catch (cause) {
    if (db?.isOpen === true) db.close();
    // the next start would treat an empty file as damaged
    if (isNew && cause instanceof AppError && cause.code === 'data-no-locks') rmSync(file);
    throw storageFailure(cause);
  }
}

const markOf = (file: string): string => `${file}-check`;

/** @throws AppError `data-damaged` */
function check(db: DatabaseSync, file: string, logIsLost: boolean): void {
  if (file === inMemory) return;
  const mark = markOf(file);
  const isLarge = statSync(file).size > checkedAlways;
  if (isLarge && !logIsLost && !existsSync(mark)) return;
  const found = db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
  if (found !== 'ok') throw new AppError('data-damaged', { cause: new Error(String(found)) });
  rmSync(mark, { force: true });
}

/** @throws AppError `data-damaged` */
function requireDefinitions(db: DatabaseSync): void {
  if (definitionsMatch(db)) return;
  throw new AppError('data-damaged', { cause: new Error('tables are not as they were made') });
}

/** @throws AppError `data-folder-in-use`, `data-no-locks`; does not check whether the file is sound */
export function requireFree(file: string): void {
  if (!existsSync(file)) return;
  const logIsLost = inspectDatabase(file)?.isLogLost === true;
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE');
    takeOver(db, file, logIsLost);
  } catch (cause) {
    if (cause instanceof AppError && cause.code !== 'data-damaged') throw cause;
  } finally {
    db.close();
  }
}

function takeOver(db: DatabaseSync, file: string, logIsLost: boolean): void {
  try {
    db.exec('PRAGMA journal_mode = WAL');
    // The exclusive lock is taken by the first write, so write at once.
    db.exec('BEGIN IMMEDIATE; COMMIT');
    // the loss stays reported until something is written
    if (!logIsLost) clearUnfinishedMark(db);
  } catch (cause) {
    if (cause instanceof Error && /locked|busy/i.test(cause.message)) {
      throw new AppError(hasLocks(file) ? 'data-folder-in-use' : 'data-no-locks', { cause });
    }
    // these statements would succeed on a sound file
    throw migrationFailure(cause);
  }
}

/**
 * Returns whether the file system locks files: on one that does not, as some network file systems, SQLite says that
 * somebody else has the file.
 */
export function hasLocks(file: string): boolean {
  const tried = `${file}-locks`;
  try {
    const db = new DatabaseSync(tried);
    try {
      db.exec('BEGIN IMMEDIATE; COMMIT');
    } finally {
      db.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    rmSync(tried, { force: true });
  }
}

/** Refuses files that must not be opened. */
function refuse(file: string, found: number | undefined): void {
  // SQLite would treat it as new
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) throw new AppError('data-damaged');
  const known = migrations.length;
  if (found === undefined || found <= known) return;
  if (found > known + formatsAhead) throw new AppError('data-damaged');
  throw new AppError('data-newer', { details: { name: basename(file), found, known } });
}

function migrate(db: DatabaseSync, file: string): number {
  const row = db.prepare('PRAGMA user_version').get();
  const present = Number(row?.user_version ?? 0);
  const newest = migrations.length;
  if (file !== inMemory) removeOldCopies(file, new Date());
  if (present === newest) return newest;
  try {
    if (present > 0 && file !== inMemory) copyBeforeMigration(db, file, present, new Date());
    for (const [index, sql] of migrations.entries()) {
      const version = index + 1;
      if (version <= present) continue;
      db.exec(`BEGIN; ${sql}; PRAGMA user_version = ${version}; COMMIT`);
    }
  } catch (cause) {
    throw migrationFailure(cause);
  }
  return newest;
}
