import { Worker } from 'node:worker_threads';
import type { WorkerPort } from '../../base/host.ts';
import type { ToWorker } from '../../base/workers/protocol.ts';
import { WorkerExit } from './worker-exit.ts';

/** How long a thread may take to end by itself, ms. */
const patience = 1000;

/**
 * Starts a worker as a thread. It ends by itself after its last answer: `terminate` stops a thread anywhere, even in
 * native code, and is used only if it does not react.
 */
export function startThread(program: string | URL): WorkerPort {
  const worker = new Worker(program);
  const ending = new WorkerExit();
  worker.on('error', (cause) => ending.tell(String(cause)));
  const gone = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      ending.tell(`the thread ended with ${code}`);
      resolve();
    });
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    onExit: (listener) => ending.listen(listener),
    async stop() {
      worker.postMessage({ kind: 'end' } satisfies ToWorker);
      const impatient = setTimeout(() => void worker.terminate(), patience);
      await gone;
      clearTimeout(impatient);
    },
  };
}
