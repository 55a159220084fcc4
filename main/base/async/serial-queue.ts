import { ignoring } from '../../../common/ignoring.ts';

/** Returns a queue that runs pieces of work one after another. */
export function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = ignoring('it belongs to who asked; the next one is done all the same', next);
    return next;
  };
}

/** Returns a queue for each name. */
export function serialQueues(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<
    string,
    { readonly next: ReturnType<typeof serialQueue>; waiting: number }
  >();
  return async (name, work) => {
    const line = lines.get(name) ?? { next: serialQueue(), waiting: 0 };
    lines.set(name, line);
    line.waiting += 1;
    try {
      return await line.next(work);
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(name);
    }
  };
}
