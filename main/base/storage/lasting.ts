import { AppError } from '../../../preload/contract/errors.ts';
import type { WorkerPort } from '../host.ts';
import { connectWorker, type WorkerClient } from '../workers/connect.ts';
import type { StorageMethods, StorageWorker } from './database.ts';

/** A worker that was started anew and goes again within this, ms, is left: it would never end. */
const restartAtMostEvery = 10_000;

/**
 * The storage worker, which outlives its own end: what was asked of one that went fails, since nobody knows what became
 * of it, and the next request is answered by another one with the same database open.
 * @param start starts one, at once for the first
 * @param uptime ms that only go forward
 */
export function lastingStorage(
  start: () => WorkerPort,
  uptime: () => number = () => performance.now(),
): StorageWorker {
  const listeners = new Set<(reason: string) => void>();
  /** The database that is open. */
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
      // Nothing is waited for while it runs: requests stay in their order.
      while (reopening !== null || (gone !== null && file !== null)) {
        // Closed by its end, and as safe as after any other crash.
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
