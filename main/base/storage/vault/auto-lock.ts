import type { Settings } from '../../../../preload/contract/settings/settings.ts';

export type AutoLockSettings = Pick<Settings, 'lockAfter' | 'lockWithComputer'>;

/** `steady` runs on whatever the clock is set to, and stands still while the computer sleeps on some systems. */
interface Moment {
  readonly wall: number;
  readonly steady: number;
}

/** How often it looks, and what it may be late without the computer having slept, ms. */
const period = 15_000;
const lateness = 45_000;
const minute = 60_000;
const usualMinutes = 60;

/** Locks the vault when the user has been away for as long as they said, and with the computer. */
export interface AutoLock {
  /** The user has just done something. */
  active(): void;
  close(): void;
}

export function createAutoLock(deps: {
  readonly lock: () => void;
  readonly settings: () => AutoLockSettings;
  /** Told when the computer is locked or about to sleep, where the host can know. */
  readonly onComputerLocked?: ((listener: () => void) => () => void) | undefined;
  readonly now?: () => Moment;
  readonly every?: (ms: number, run: () => void) => () => void;
}): AutoLock {
  const { lock, settings, onComputerLocked, every = repeat } = deps;
  const now = deps.now ?? (() => ({ wall: Date.now(), steady: performance.now() }));
  let active = now();
  let seen = active;

  const withComputer = (): void => {
    if (settings().lockWithComputer ?? true) lock();
  };
  const look = (): void => {
    const at = now();
    const slept = at.wall - seen.wall > period + lateness;
    seen = at;
    if (slept) withComputer();
    const minutes = settings().lockAfter ?? usualMinutes;
    // By the clock that says more: one that was set back must not keep the vault open.
    const idle = Math.max(at.wall - active.wall, at.steady - active.steady);
    if (minutes > 0 && idle >= minutes * minute) lock();
  };

  const stop = every(period, look);
  const unfollow = onComputerLocked?.(withComputer);
  return {
    active() {
      active = now();
    },
    close() {
      stop();
      unfollow?.();
    },
  };
}

function repeat(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
}
