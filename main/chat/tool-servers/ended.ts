import type { AppError } from '../../../preload/contract/errors.ts';

/** The end of a connection. */
export interface End {
  /** Why it ended; never rejects. */
  readonly reason: Promise<AppError>;
  /**
   * Calls `listener` when it has ended, at once if it has already. A call that waited for `reason` itself would stay in
   * it, with its answer, until then.
   * @returns what forgets the listener
   */
  when(listener: (problem: AppError) => void): () => void;
}

/** @param reason never rejects */
export function createEnd(reason: Promise<AppError>): End {
  const listeners = new Set<(problem: AppError) => void>();
  let over: AppError | null = null;
  void reason.then((problem) => {
    over = problem;
    for (const listener of listeners) listener(problem);
    listeners.clear();
  });
  return {
    reason,
    when(listener) {
      if (over === null) listeners.add(listener);
      else listener(over);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns a signal that also aborts with the end, until it is forgotten. */
export function untilEnd(signal: AbortSignal, end: End) {
  const gone = new AbortController();
  const forget = end.when(() => gone.abort());
  return { signal: AbortSignal.any([signal, gone.signal]), forget };
}

/** Returns a call's answer. @throws AppError why the connection ended; Error of the call */
export async function orEnd<T>(call: Promise<T>, end: End): Promise<T> {
  let forget = (): void => undefined;
  const cut = new Promise<never>((_, reject) => {
    forget = end.when(reject);
  });
  const why = async (cause: unknown): Promise<never> => {
    // Why it ended says more than that it is closed.
    const isClosed = (cause as { readonly code?: unknown }).code === 'CONNECTION_CLOSED';
    throw isClosed ? await end.reason : cause;
  };
  try {
    return await Promise.race([call.catch(why), cut]);
  } finally {
    forget();
  }
}
