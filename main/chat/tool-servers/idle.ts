/** Aborts when nothing was said for so long; not while the user is asked. */
export interface IdleTimer {
  readonly signal: AbortSignal;
  /** Something was said. */
  reset(): void;
  pause(): void;
  resume(): void;
  end(): void;
}

/** @param ms until it aborts */
export function createIdleTimer(ms: number): IdleTimer {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pauses = 0;
  const reset = (): void => {
    clearTimeout(timer);
    if (pauses > 0) return;
    const seconds = Math.round(ms / 1000);
    timer = setTimeout(() => abort.abort(new Error(`timed out after ${seconds} s`)), ms);
  };
  reset();
  return {
    signal: abort.signal,
    reset,
    pause() {
      pauses += 1;
      clearTimeout(timer);
    },
    resume() {
      pauses -= 1;
      reset();
    },
    end() {
      pauses = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}
