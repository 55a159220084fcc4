import { AppError } from '../../../preload/contract/errors.ts';
import type { WorkerPort } from '../host.ts';
import { connectWorker, type WorkerClient } from '../workers/connect.ts';
import type { StorageMethods, StorageWorker } from './database.ts';

/** A restarted worker that exits again within this time, ms, is not restarted: it would never end. */
const restartAtMostEvery = 10_000;

/**
 * Restarts the storage worker after it exits: requests to the old one fail, since their outcome is unknown, and the
 * next request goes to a new one with the same database open.
 * @param start starts one, at once for the first
 * @param uptime monotonic clock, ms
 */
export function restartingStorage(
  start: () => WorkerPort,
  uptime: () => number = () => performance.now(),
): StorageWorker {
  const listeners = new Set<(reason: string) => void>();
  /** The open database. */
  let file: string | null = null;
  let gone: string | null = null;
  let reopening: Promise<void> | null = null;
  let restartedAt = Number.NEGATIVE_INFINITY;
  let current = begin();

  function begin(): WorkerClient<StorageMethods> {
    gone = null;
    return connectWorker<StorageMethods>(start(), (reason) => {
      gone = reason;
    });
  }

  async function reopen(open: string, why: string): Promise<void> {
    if (uptime() - restartedAt < restartAtMostEvery) {
      throw new AppError('internal', { cause: new Error(`worker gone: ${why}`) });
    }
    restartedAt = uptime();
    current = begin();
    try {
      await current.request('open', { file: open });
    } catch (cause) {
      await current.stop();
      throw cause;
    }
    for (const listener of listeners) listener(why);
  }

  function beginReopening(): Promise<void> {
    if (file === null || gone === null) return Promise.resolve();
    reopening = reopen(file, gone).finally(() => {
      reopening = null;
    });
    return reopening;
  }

  return {
    async request(method, input, options) {
      // Does not wait for anything while it runs: requests keep their order.
      while (reopening !== null || (gone !== null && file !== null)) {
        // Closed by its exit, and as safe as after any other crash.
        if (method === 'close' && reopening === null) return null as never;
        await (reopening ?? beginReopening());
      }
      const result = await current.request(method, input, options);
      if (method === 'open') file = (input as StorageMethods['open']['input']).file;
      if (method === 'close') file = null;
      return result;
    },
    async stop() {
      file = null;
      await current.stop();
    },
    onReopened: (listener) => void listeners.add(listener),
  };
}
