/** Gives a way to do pieces of work one after another, in the order asked for. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    // The failure belongs to who asked; the next one is done all the same.
    last = next.catch(() => undefined);
    return next;
  };
}
