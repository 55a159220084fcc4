/** Does work in turn with the others of its name. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Has work of one name done in the order in which it was asked for, one after the other. */
export function byName(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const now = before.then(work, work);
    last.set(name, now);
    const over = (): void => {
      if (last.get(name) === now) last.delete(name);
    };
    now.then(over, over);
    return now;
  };
}
