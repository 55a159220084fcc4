/** Work of which at most one is under way, and which may be dropped. */
interface OneRun {
  /** Starts it, or joins what runs. */
  start(): Promise<void>;
  /** Aborts what runs. @returns once it has ended; the next may start at once */
  drop(): Promise<void>;
}

/** @param failed What becomes of work that throws, also of work that was dropped */
export function createOneRun(
  work: (signal: AbortSignal) => Promise<void>,
  failed: (cause: unknown, signal: AbortSignal) => Promise<void>,
): OneRun {
  let running: { readonly done: Promise<void>; readonly abort: AbortController } | null = null;
  return {
    start() {
      if (running !== null) return running.done;
      const abort = new AbortController();
      const done = work(abort.signal)
        .catch((cause: unknown) => failed(cause, abort.signal))
        .finally(() => {
          if (running?.abort === abort) running = null;
        });
      running = { done, abort };
      return done;
    },
    async drop() {
      const dropped = running;
      running = null;
      dropped?.abort.abort();
      await dropped?.done;
    },
  };
}
