import type { AppErrorData } from '../../../preload/contract/errors.ts';

/** Request and answer between main and a worker; `progress` may come any number of times before the answer. */
export type ToWorker =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      readonly input: unknown;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** The last message: pending requests are cancelled and answered, then the worker ends by itself. */
  | { readonly kind: 'end' };

export type FromWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'error';
      readonly id: number;
      /** Present if the worker threw an AppError; else `message` goes to the log. */
      readonly error: AppErrorData | null;
      readonly message: string;
    };

/** The methods of a worker: name -> input and output. */
export type WorkerMethods = Readonly<Record<string, { input: unknown; output: unknown }>>;
