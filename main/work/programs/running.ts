import { Refused } from './refusal.ts';

/** At once, of all keys and of one, which leaves room for the others. */
const most = {
  call: { all: 32, ofKey: 12 },
  /** Streams of what changes. */
  subscription: { all: 64, ofKey: 4 },
};
type Kind = keyof typeof most;

/** The calls of other programs that run. */
export function createRunning() {
  const running = new Map<AbortController, { readonly owner: string; readonly kind: Kind }>();
  return {
    /** Counts a call until it is released; again if it is of another kind. @throws Refused */
    take(abort: AbortController, owner: string, kind: Kind): void {
      running.delete(abort);
      const same = [...running.values()].filter((one) => one.kind === kind);
      const { all, ofKey } = most[kind];
      if (same.filter((one) => one.owner === owner).length >= ofKey) {
        throw new Refused(429, 'too-many', `This key may have ${ofKey} ${kind}s at once.`);
      }
      if (same.length >= all) throw new Refused(503, 'busy', `Too many ${kind}s at once.`);
      running.set(abort, { owner, kind });
    },
    release(abort: AbortController): void {
      running.delete(abort);
    },
    /** Ends the running calls of a program, or (null) of all. */
    cut(programId: string | null): void {
      for (const [abort, { owner }] of running) {
        if (programId === null || owner === programId) abort.abort();
      }
    },
  };
}
