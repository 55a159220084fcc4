import { type PauseReason, pauseReasons } from '../../../preload/contract/machines/machines.ts';

export interface PauseReasons {
  set(reason: PauseReason, on: boolean): void;
  has(reason: PauseReason): boolean;
  /** Highest-priority reason polling is paused; null while polling. */
  current(): PauseReason | null;
}

/** Whether others that poll are to rest: the computer sleeps, the user paused polling, or the line is metered. */
export interface Rest {
  rests(): boolean;
  /** Listens for its start and end. @returns stops listening */
  onChange(listener: () => void): () => void;
}

/** @param changed called when the highest-priority reason changes */
export function createPauseReasons(changed: (held: PauseReason | null) => void): PauseReasons {
  const on = new Set<PauseReason>();
  const current = () => pauseReasons.find((reason) => on.has(reason)) ?? null;
  return {
    set(reason, held) {
      const before = current();
      if (held) on.add(reason);
      else on.delete(reason);
      const now = current();
      if (now !== before) changed(now);
    },
    has: (reason) => on.has(reason),
    current,
  };
}
