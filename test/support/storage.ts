import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerPort } from '../../main/host.ts';
import { type Database, openDatabase, type StorageMethods } from '../../main/storage/database.ts';
import { connectWorker } from '../../main/workers/connect.ts';

/** A worker thread as the port that main sees. */
export function threadPort(file: URL): WorkerPort {
  const worker = new Worker(file);
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    onExit(listener) {
      let reason = '';
      worker.once('error', (error) => {
        reason = String(error);
      });
      worker.once('exit', (code) => listener(reason || `exit code ${code}`));
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** The real database, in a worker thread, as the file `compute-desk.db` of the folder `dir`. */
export async function startTestStorage(dir: string): Promise<Database> {
  mkdirSync(dir, { recursive: true });
  const port = threadPort(new URL('../../main/storage/worker.ts', import.meta.url));
  return openDatabase(connectWorker<StorageMethods>(port), join(dir, 'compute-desk.db'));
}

/** A real database that is in memory only. */
export async function startMemoryStorage(): Promise<Database> {
  const port = threadPort(new URL('../../main/storage/worker.ts', import.meta.url));
  return openDatabase(connectWorker<StorageMethods>(port), ':memory:');
}
