import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startThread } from '../../main/hosts/workers/thread.ts';
import {
  type Database,
  openDatabase,
  openMemoryDatabase,
  type StorageMethods,
} from '../../main/storage/database.ts';
import { connectWorker } from '../../main/workers/connect.ts';

/** The real database, in a worker thread, as the file `compute-desk.db` of the folder `dir`. */
export async function startTestStorage(dir: string, file = 'compute-desk.db'): Promise<Database> {
  mkdirSync(dir, { recursive: true });
  const port = startThread(new URL('../../main/storage/worker.ts', import.meta.url));
  return openDatabase(connectWorker<StorageMethods>(port), join(dir, file));
}

/** A real database that is in memory only. */
export async function startMemoryStorage(): Promise<Database> {
  const port = startThread(new URL('../../main/storage/worker.ts', import.meta.url));
  return openMemoryDatabase(connectWorker<StorageMethods>(port));
}
