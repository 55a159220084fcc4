import { join } from 'node:path';
import type { BackupPart } from '../../../preload/contract/settings/backups.ts';
import type { WorkerClient } from '../workers/connect.ts';
import type { Damage } from './types.ts';
import { createUnreadableRows, type UnreadableRows } from './unreadable-rows.ts';

/** Values in SQLite: text, numbers, blobs and null. */
export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;
export interface Statement {
  readonly sql: string;
  /** Positional parameters, for `?1`, `?2` … or `?`. */
  readonly params?: readonly SqlValue[];
}

/** Progress of copying a data folder, reported while `move` runs. */
export interface MoveStep {
  /** Bytes copied. */
  readonly done: number;
  /** Bytes in total. */
  readonly of: number;
  /** A file written in one go; its size shows the progress. */
  readonly growing: string | null;
}

export type StorageMethods = {
  open: { input: { file: string }; output: { version: number; damage: Damage | null } };
  all: { input: Statement; output: Row[] };
  transaction: { input: { statements: readonly Statement[] }; output: { changes: number[] } };
  compute: { input: { name: string; input: unknown }; output: unknown };
  copy: { input: { file: string; parts: readonly BackupPart[] | null }; output: null };
  /** These run without an open database: see `checkDestination` and `moveData`, which report `MoveStep`s as progress. */
  checkDestination: { input: { place: string; from: string }; output: null };
  move: { input: { from: string; to: string; token: string }; output: null };
  removeMoveMark: { input: { to: string }; output: null };
  close: { input: null; output: null };
};

export type StorageWorker = WorkerClient<StorageMethods> & {
  /**
   * Called with the reason after the worker exited, by a fault of SQLite for instance, and the database is open again.
   */
  onReopened?(listener: (reason: string) => void): void;
};

/** The database as domains use it. SQL lives with the domain whose tables it names. */
export interface Database {
  /** Runs a query and returns all rows. */
  all(query: Statement): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  get(query: Statement): Promise<Row | undefined>;
  /** Runs the statements in one transaction: all of them or none. Returns the changed rows of each. */
  run(...statements: Statement[]): Promise<number[]>;
  /** Like `run`, for more statements than a call can take arguments. */
  runAll(statements: readonly Statement[]): Promise<number[]>;
  /** Runs a computation of main/storage-worker.ts beside the tables, so that its input rows stay out of main. */
  compute(name: string, input: unknown): Promise<unknown>;
  /** Records rows that cannot be read. */
  readonly unreadableRows?: UnreadableRows;
  close(): Promise<void>;
}

/** The database as opened for the whole app. */
export interface OpenedDatabase extends Database {
  readonly unreadableRows: UnreadableRows;
  readonly damage: Damage | null;
  /** Writes these parts (null: all), without sessions, into a new file. */
  copyTo(file: string, parts: readonly BackupPart[] | null): Promise<void>;
  /** Called with the reason after the worker exited and the database is open again (`restartingStorage`). */
  onReopened(listener: (reason: string) => void): void;
}

/** Opens a database that leaves nothing on disk. */
export async function openMemoryDatabase(worker: WorkerClient<StorageMethods>): Promise<Database> {
  const memory = await openDatabase(worker, ':memory:');
  // Not even a large sort may leave the memory.
  await memory.all({ sql: 'PRAGMA temp_store = MEMORY' });
  return memory;
}

/** Returns the file of a data folder's database. */
export const databaseIn = (dataFolder: string): string => join(dataFolder, 'compute-desk.sqlite');

export async function openDatabase(worker: StorageWorker, file: string): Promise<OpenedDatabase> {
  const { damage } = await worker.request('open', { file });
  const unreadableRows = createUnreadableRows();
  for (const row of damage?.refused ?? [])
    unreadableRows.note({ ...row, columns: [], used: false });
  return {
    damage,
    unreadableRows,
    onReopened: (listener) => worker.onReopened?.(listener),
    async copyTo(target, parts) {
      await worker.request('copy', { file: target, parts });
    },
    all: (query) => worker.request('all', query),
    async get(query) {
      const rows = await worker.request('all', query);
      return rows[0];
    },
    async run(...statements) {
      const { changes } = await worker.request('transaction', { statements });
      return changes;
    },
    async runAll(statements) {
      const { changes } = await worker.request('transaction', { statements });
      return changes;
    },
    compute: (name, input) => worker.request('compute', { name, input }),
    async close() {
      await worker.request('close', null);
      await worker.stop();
    },
  };
}
