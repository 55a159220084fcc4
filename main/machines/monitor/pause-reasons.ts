import { type HoldReason, holdReasons } from '../../../preload/contract/machines/machines.ts';

export interface PauseReasons {
  set(reason: HoldReason, on: boolean): void;
  /** Highest-priority reason polling is paused; null while polling. */
  current(): HoldReason | null;
}

/** @param changed called when the highest-priority reason changes */
export function createPauseReasons(changed: (held: HoldReason | null) => void): PauseReasons {
  const on = new Set<HoldReason>();
  const current = () => holdReasons.find((reason) => on.has(reason)) ?? null;
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
