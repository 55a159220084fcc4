import { AppError } from '../../../preload/contract/errors.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import type { CertificateMethods } from './worker-methods.ts';

const idle = 10_000;

/**
 * Starts the certificates worker on demand and ends it ten seconds after its last work, which also removes keys from
 * its memory. Cancelling ends it at once: a running native derivation cannot be interrupted and would continue as long
 * as the file demands.
 */
export function createReaderWorker(start: () => WorkerClient<CertificateMethods>) {
  let worker: WorkerClient<CertificateMethods> | null = null;
  let busy = 0;
  let timer: NodeJS.Timeout | undefined;

  const stop = async (): Promise<void> => {
    clearTimeout(timer);
    const last = worker;
    worker = null;
    await last?.stop();
  };

  const request: WorkerClient<CertificateMethods>['request'] = async (method, input, options) => {
    clearTimeout(timer);
    worker ??= start();
    busy += 1;
    let rest = idle;
    try {
      return await worker.request(method, input, options);
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'cancelled') rest = 0;
      throw cause;
    } finally {
      busy -= 1;
      if (busy === 0 && rest === 0) void stop();
      else if (busy === 0) timer = setTimeout(() => void stop(), rest).unref();
    }
  };
  return { request, stop };
}
export type ReaderWorker = ReturnType<typeof createReaderWorker>;
