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

/** Sets reasons with `hold`, and tells others that poll when they are to rest. */
export function createRest(reasons: PauseReasons): {
  readonly rest: Rest;
  hold(reason: PauseReason, on: boolean): void;
} {
  const listeners = new Set<() => void>();
  // A locked screen is no rest for jobs: how one ended may be told for minutes only.
  const rests = (): boolean => (['asleep', 'paused', 'metered'] as const).some(reasons.has);
  return {
    rest: {
      rests,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    hold(reason, on) {
      const before = rests();
      reasons.set(reason, on);
      if (rests() !== before) for (const listener of listeners) listener();
    },
  };
}
