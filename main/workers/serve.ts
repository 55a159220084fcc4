import { parentPort } from 'node:worker_threads';
import { AppError } from '../../preload/contract/errors.ts';
import type { FromWorker, ToWorker, WorkerMethods } from './protocol.ts';

export interface RequestContext {
  readonly signal: AbortSignal;
  progress(value: unknown): void;
}

export type WorkerHandlers<M extends WorkerMethods> = {
  [K in keyof M]: (
    input: M[K]['input'],
    context: RequestContext,
  ) => M[K]['output'] | Promise<M[K]['output']>;
};

/** The other end of a worker thread or of a forked child process, whichever this code runs in. */
interface Parent {
  post(message: FromWorker): void;
  onMessage(listener: (message: ToWorker) => void): void;
}

function findParent(): Parent {
  if (parentPort !== null) {
    const port = parentPort;
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', listener),
    };
  }
  if (process.send !== undefined) {
    // A child whose parent died must not live on.
    process.on('disconnect', () => process.exit(0));
    return {
      post: (message) => void process.send?.(message),
      onMessage: (listener) => void process.on('message', listener),
    };
  }
  throw new Error('not started as a worker');
}

/** Answers main's requests until the process or thread ends. */
export function serveWorker<M extends WorkerMethods>(handlers: WorkerHandlers<M>): void {
  const parent = findParent();
  const running = new Map<number, AbortController>();

  const answer = async (id: number, method: string, input: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (handler === undefined) throw new Error(`no worker method ${method}`);
      const value = await handler(input, {
        signal: controller.signal,
        progress: (step) => parent.post({ kind: 'progress', id, value: step }),
      });
      parent.post({ kind: 'value', id, value });
    } catch (cause) {
      parent.post({
        kind: 'error',
        id,
        error: cause instanceof AppError ? cause.toData() : null,
        message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      });
    } finally {
      running.delete(id);
    }
  };

  parent.onMessage((message) => {
    if (message.kind === 'cancel') running.get(message.id)?.abort();
    else void answer(message.id, message.method, message.input);
  });
}
