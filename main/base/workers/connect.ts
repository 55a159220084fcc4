import { AppError } from '../../../preload/contract/errors.ts';
import type { WorkerPort } from '../host.ts';
import type { FromWorker, WorkerMethods } from './protocol.ts';

export interface WorkerClient<M extends WorkerMethods> {
  /**
   * @param options.signal Cancels the request; the promise rejects with `cancelled` at once.
   * @throws AppError as the worker threw it, or `internal` if the worker is gone.
   */
  request<K extends keyof M & string>(
    method: K,
    input: M[K]['input'],
    options?: { signal?: AbortSignal; onProgress?: (value: unknown) => void },
  ): Promise<M[K]['output']>;
  stop(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: AppError): void;
  onProgress?: ((value: unknown) => void) | undefined;
}

/** Main's end of a worker. @param onGone called with the reason for its exit, once its pending requests have failed */
export function connectWorker<M extends WorkerMethods>(
  port: WorkerPort,
  onGone?: (reason: string) => void,
): WorkerClient<M> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone: string | null = null;

  port.onMessage((raw) => {
    const message = raw as FromWorker;
    const entry = waiting.get(message.id);
    if (entry === undefined) return;
    if (message.kind === 'progress') {
      entry.onProgress?.(message.value);
      return;
    }
    waiting.delete(message.id);
    if (message.kind === 'value') entry.resolve(message.value);
    else if (message.error !== null) entry.reject(AppError.fromData(message.error));
    else entry.reject(new AppError('internal', { cause: new Error(message.message) }));
  });
  port.onExit((reason) => {
    gone = reason;
    for (const entry of waiting.values()) {
      entry.reject(new AppError('internal', { cause: new Error(`worker gone: ${reason}`) }));
    }
    waiting.clear();
    onGone?.(reason);
  });

  return {
    request(method, input, options = {}) {
      if (gone !== null) {
        return Promise.reject(
          new AppError('internal', { cause: new Error(`worker gone: ${gone}`) }),
        );
      }
      const { signal, onProgress } = options;
      if (signal?.aborted) return Promise.reject(new AppError('cancelled'));
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          waiting.delete(id);
          port.post({ kind: 'cancel', id });
          reject(new AppError('cancelled'));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.set(id, {
          resolve(value) {
            signal?.removeEventListener('abort', onAbort);
            resolve(value as never);
          },
          reject(reason) {
            signal?.removeEventListener('abort', onAbort);
            reject(reason);
          },
          onProgress,
        });
        port.post({ kind: 'request', id, method, input });
      });
    },
    stop: () => port.stop(),
  };
}
