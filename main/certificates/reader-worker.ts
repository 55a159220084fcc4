import type { WorkerClient } from '../workers/connect.ts';
import type { CertificateMethods } from './worker-methods.ts';

const idle = 10_000;

/**
 * The certificates worker, started when it is needed and ended ten seconds after its last work, which
 * also takes away whatever keys its memory still held.
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
    try {
      return await worker.request(method, input, options);
    } finally {
      busy -= 1;
      if (busy === 0) timer = setTimeout(() => void stop(), idle).unref();
    }
  };
  return { request, stop };
}
export type ReaderWorker = ReturnType<typeof createReaderWorker>;
