import { isMainThread, parentPort } from 'node:worker_threads';
import { AppError } from '../../../preload/contract/errors.ts';
import { causeText } from '../log/cause-text.ts';
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

/** The other end of a thread, of a forked child process or of Electron's utility process, whichever runs this code. */
interface Parent {
  post(message: FromWorker): void;
  onMessage(listener: (message: ToWorker) => void): void;
  /** Releases it, so that nothing keeps this worker from ending. */
  close(): void;
}

/** `process.parentPort` in a utility process of Electron; absent elsewhere. */
interface UtilityPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

function findParent(): Parent {
  if (parentPort !== null) {
    const port = parentPort;
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', listener),
      close: () => port.close(),
    };
  }
  const utility = Reflect.get(process, 'parentPort') as UtilityPort | undefined;
  if (utility !== undefined) {
    // Exits as other runtimes do: Electron before 37 continues, and callers would wait forever for an answer.
    process.on('unhandledRejection', (cause) => {
      console.error(causeText(cause));
      process.exit(1);
    });
    return {
      post: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', ({ data }) => listener(data as ToWorker)),
      close: () => process.exit(0),
    };
  }
  if (process.send !== undefined) {
    // A child whose parent died must not live on.
    process.on('disconnect', () => process.exit(0));
    return {
      post: (message) => void process.send?.(message),
      onMessage: (listener) => void process.on('message', listener),
      close: () => process.disconnect(),
    };
  }
  throw new Error('not started as a worker');
}

/** Answers main's requests until main ends it, then lets the thread or process run out. */
export function serveWorker<M extends WorkerMethods>(handlers: WorkerHandlers<M>): void {
  // A process that Electron starts does not inherit its mask; a thread does, and may not set it.
  if (isMainThread) process.umask(0o077);
  const parent = findParent();
  const running = new Map<number, AbortController>();
  let ending = false;

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
        // main logs it unchanged
        message: causeText(cause),
      });
    } finally {
      running.delete(id);
      if (ending && running.size === 0) parent.close();
    }
  };
  const end = (): void => {
    if (ending) return;
    ending = true;
    for (const controller of running.values()) controller.abort();
    if (running.size === 0) parent.close();
  };

  parent.onMessage((message) => {
    if (message.kind === 'cancel') running.get(message.id)?.abort();
    else if (message.kind === 'end') end();
    else void answer(message.id, message.method, message.input);
  });
}
