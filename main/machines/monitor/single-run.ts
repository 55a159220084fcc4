/** Work that runs at most once at a time, and can be dropped. */
interface OneRun {
  /** Starts it, or joins the running one. */
  start(): Promise<void>;
  /** Aborts the running one. @returns once it has ended; the next may start at once */
  drop(): Promise<void>;
}

/** @param failed called with an error of the work, also of dropped work */
export function createSingleRun(
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
