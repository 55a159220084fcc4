import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Database,
  type OpenedDatabase,
  openDatabase,
  openMemoryDatabase,
  type StorageMethods,
} from '../../../main/base/storage/database.ts';
import { connectWorker, type WorkerClient } from '../../../main/base/workers/connect.ts';
import { startThread } from '../../../main/hosts/workers/thread.ts';

type StorageWorker = WorkerClient<StorageMethods>;

/** The real database, in a worker thread, as the file `compute-desk.db` of the folder `dir`. */
export async function startTestStorage(
  dir: string,
  file = 'compute-desk.db',
): Promise<OpenedDatabase> {
  mkdirSync(dir, { recursive: true });
  return openDatabase(storageWorker(), join(dir, file));
}

/** A real database that is in memory only. */
export async function startMemoryStorage(): Promise<Database> {
  return openMemoryDatabase(storageWorker());
}

/** Storage threads whose database was closed. Starting one costs more than most of what a test does with it. */
const free: StorageWorker[] = [];

/** A storage thread of this process's tests; stopped, it is another test's. */
function storageWorker(): StorageWorker {
  const program = new URL('../../../main/storage-worker.ts', import.meta.url);
  const worker = free.pop() ?? connectWorker<StorageMethods>(startThread(program));
  let stopped = false;
  return {
    request: (method, input, options) =>
      stopped
        ? Promise.reject(new Error('this database was closed'))
        : worker.request(method, input, options),
    async stop() {
      if (!stopped) free.push(worker);
      stopped = true;
    },
  };
}
