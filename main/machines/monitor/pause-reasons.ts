import { type PauseReason, pauseReasons } from '../../../preload/contract/machines/machines.ts';

export interface PauseReasons {
  set(reason: PauseReason, on: boolean): void;
  /** Highest-priority reason polling is paused; null while polling. */
  current(): PauseReason | null;
}

/** Whether polling rests: the computer sleeps, secrets are locked with the screen, the user paused it, or pays for the line. */
export interface Rest {
  rests(): boolean;
  /** Listens for its start, its end, and another reason. @returns stops listening */
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
    current,
  };
}
