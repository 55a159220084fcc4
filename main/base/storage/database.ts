import { join } from 'node:path';
import type { BackupPart } from '../../../preload/contract/settings/backups.ts';
import type { WorkerClient } from '../workers/connect.ts';
import type { Damage } from './types.ts';
import { createUnread, type Unread } from './unread.ts';

/** What SQLite stores: text, numbers, blobs and null. */
export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;
export interface Statement {
  readonly sql: string;
  /** Positional parameters, for `?1`, `?2` … or `?`. */
  readonly params?: readonly SqlValue[];
}

/** How far the copy of a data folder is, told while `move` runs. */
export interface MoveStep {
  /** Bytes that are there. */
  readonly done: number;
  /** Bytes of all. */
  readonly of: number;
  /** A file that is being written in one go: it tells by its size how far it is. */
  readonly growing: string | null;
}

export type StorageMethods = {
  open: { input: { file: string }; output: { version: number; damage: Damage | null } };
  all: { input: Statement; output: Row[] };
  transaction: { input: { statements: readonly Statement[] }; output: { changes: number[] } };
  compute: { input: { name: string; input: unknown }; output: unknown };
  copy: { input: { file: string; parts: readonly BackupPart[] | null }; output: null };
  /** With no database open: see `tryPlace` and `moveData`, whose progress are `MoveStep`s. */
  tryPlace: { input: { place: string; from: string }; output: null };
  move: { input: { from: string; to: string; token: string }; output: null };
  forgetMove: { input: { to: string }; output: null };
  close: { input: null; output: null };
};

export type StorageWorker = WorkerClient<StorageMethods> & {
  /** The worker went, by a fault of SQLite for instance, and the database is open again; told with why it went. */
  onReopened?(listener: (reason: string) => void): void;
};

/** The database, as domains see it. SQL lives with the domain whose tables it names. */
export interface Database {
  /** Runs a query and gives all rows. */
  all(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** The first row, or undefined. */
  get(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined>;
  /** Runs the statements in one transaction: all of them or none. Gives the changed rows of each. */
  run(...statements: Statement[]): Promise<number[]>;
  /** As `run`, for more statements than a call takes arguments. */
  runAll(statements: readonly Statement[]): Promise<number[]>;
  /** Runs a computation of main/storage-worker.ts beside the tables: what it reads stays out of main. */
  compute(name: string, input: unknown): Promise<unknown>;
  /** Where rows that cannot be read are noted. */
  readonly unread?: Unread;
  close(): Promise<void>;
}

/** As it is opened for the whole app. */
export interface OpenedDatabase extends Database {
  readonly unread: Unread;
  readonly damage: Damage | null;
  /** Writes these parts of it (null: all), without sessions, into a file that is not there yet. */
  copyTo(file: string, parts: readonly BackupPart[] | null): Promise<void>;
  /** Told why the worker went when it did, and the database is open again (`lastingStorage`). */
  onReopened(listener: (reason: string) => void): void;
}

/** One for what must leave nothing behind. */
export async function openMemoryDatabase(worker: WorkerClient<StorageMethods>): Promise<Database> {
  const memory = await openDatabase(worker, ':memory:');
  // Not even a large sort may leave the memory.
  await memory.all('PRAGMA temp_store = MEMORY');
  return memory;
}

/** The file of a data folder's database. */
export const databaseIn = (dataFolder: string): string => join(dataFolder, 'compute-desk.sqlite');

export async function openDatabase(worker: StorageWorker, file: string): Promise<OpenedDatabase> {
  const { damage } = await worker.request('open', { file });
  const unread = createUnread();
  for (const row of damage?.refused ?? []) unread.note({ ...row, columns: [], used: false });
  return {
    damage,
    unread,
    onReopened: (listener) => worker.onReopened?.(listener),
    async copyTo(target, parts) {
      await worker.request('copy', { file: target, parts });
    },
    all: (sql, params = []) => worker.request('all', { sql, params }),
    async get(sql, params = []) {
      const rows = await worker.request('all', { sql, params });
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
