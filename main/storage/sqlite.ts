import { basename } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AppError } from '../../preload/contract/errors.ts';
import type { Row, SqlValue, Statement } from './database.ts';
import { copyBeforeMigration, removeOldCopies } from './formats/before-migration.ts';
import { formatFound } from './formats/found.ts';
import { migrations } from './migrations/index.ts';

/** SQLite in this thread, for the storage worker. */
export interface Sqlite {
  readonly version: number;
  all(sql: string, params: readonly SqlValue[]): Row[];
  transaction(statements: readonly Statement[]): number[];
  close(): void;
}

const cacheSize = 200;
const inMemory = ':memory:';

/**
 * Opens or creates the file in WAL mode and brings it to the newest migration, after a copy was made of what
 * was there.
 * @throws AppError `data-folder-in-use` when another process has it open
 * @throws AppError `data-newer` when a newer version of the app wrote it; nothing is touched then
 * @throws AppError `disk-full` when there is no room for the copy
 */
export function openSqlite(file: string): Sqlite {
  refuseNewer(file);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA busy_timeout = 2000');
  // One app at a time owns a data folder; without shared memory WAL also works on network file systems.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  takeOver(db);
  // WAL with NORMAL loses nothing at a crash of the app; FULL would cost a sync per journalled piece.
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec('PRAGMA foreign_keys = ON');
  // What is deleted is overwritten, in pages that are given up too: drafts that were to leave nothing behind.
  db.exec('PRAGMA secure_delete = ON');
  const version = migrate(db, file);

  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= cacheSize) prepared.clear();
    const statement = db.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };

  return {
    version,
    all: (sql, params) => prepare(sql).all(...params) as Row[],
    transaction(statements) {
      try {
        db.exec('BEGIN IMMEDIATE');
        const changes = statements.map(({ sql, params = [] }) =>
          Number(prepare(sql).run(...params).changes),
        );
        db.exec('COMMIT');
        return changes;
      } catch (cause) {
        // a full disk may have ended it already
        if (db.isTransaction) db.exec('ROLLBACK');
        throw notWritten(cause);
      }
    },
    close() {
      prepared.clear();
      db.exec('PRAGMA optimize');
      db.close();
    },
  };
}

function takeOver(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA journal_mode = WAL');
    // The exclusive lock is taken by the first write, so write at once.
    db.exec('BEGIN IMMEDIATE; COMMIT');
  } catch (cause) {
    db.close();
    if (cause instanceof Error && /locked|busy/i.test(cause.message)) {
      throw new AppError('data-folder-in-use', { cause });
    }
    throw cause;
  }
}

/** SQLite's own numbers for what is wrong with the disk, not with the statement. */
const disk = { ioError: 10, readOnly: 8, full: 13 };

/** The failure of a write in words that a user can do something with, where the disk is at fault. */
function notWritten(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('errcode' in cause)) return cause;
  // the low byte is the kind, the rest its detail
  const kind = Number(cause.errcode) & 0xff;
  if (kind === disk.full) return new AppError('disk-full', { retryable: true, cause });
  if (kind !== disk.ioError && kind !== disk.readOnly) return cause;
  return new AppError('data-not-written', { details: { reason: cause.message }, cause });
}

function refuseNewer(file: string): void {
  const found = file === inMemory ? null : formatFound(file);
  const known = migrations.length;
  if (found !== null && found > known) {
    throw new AppError('data-newer', { details: { name: basename(file), found, known } });
  }
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
    db.close();
    throw notWritten(cause);
  }
  return newest;
}
