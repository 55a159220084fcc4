import type { AppError } from '../../../preload/contract/errors.ts';

interface End {
  problem: AppError | null;
  readonly listeners: Set<(problem: AppError) => void>;
}
/** Of each connection. A call that waited for its promise itself would stay in it, with its answer, until it ends. */
const ends = new WeakMap<Promise<AppError>, End>();

function endOf(ended: Promise<AppError>): End {
  const known = ends.get(ended);
  if (known !== undefined) return known;
  const end: End = { problem: null, listeners: new Set() };
  ends.set(ended, end);
  void ended.then((problem) => {
    end.problem = problem;
    for (const listener of end.listeners) listener(problem);
    end.listeners.clear();
  });
  return end;
}

/**
 * Calls `listener` when a server has ended, at once if it has already.
 * @param ended why it ended; never rejects
 * @returns what forgets it
 */
export function whenEnded(
  ended: Promise<AppError>,
  listener: (problem: AppError) => void,
): () => void {
  const end = endOf(ended);
  if (end.problem === null) end.listeners.add(listener);
  else listener(end.problem);
  return () => void end.listeners.delete(listener);
}

/** Returns a call's answer. @throws AppError why the server ended; Error of the call */
export async function orEnd<T>(call: Promise<T>, ended: Promise<AppError>): Promise<T> {
  let forget = (): void => undefined;
  const cut = new Promise<never>((_, reject) => {
    forget = whenEnded(ended, reject);
  });
  const why = async (cause: unknown): Promise<never> => {
    // Why it ended says more than that it is closed.
    const isClosed = (cause as { readonly code?: unknown }).code === 'CONNECTION_CLOSED';
    throw isClosed ? await ended : cause;
  };
  try {
    return await Promise.race([call.catch(why), cut]);
  } finally {
    forget();
  }
}
