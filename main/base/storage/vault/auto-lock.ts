import type { Settings } from '../../../../preload/contract/settings/settings.ts';

export type AutoLockSettings = Pick<Settings, 'lockAfter' | 'lockWithComputer'>;

/** `steady` ignores clock changes, and pauses during sleep on some systems. */
interface Moment {
  readonly wall: number;
  readonly steady: number;
}

/** Check interval, and tolerated delay before it counts as sleep, ms. */
const period = 15_000;
const lateness = 45_000;
const minute = 60_000;
const usualMinutes = 60;

/** Locks the vault after the user's idle time, and together with the computer. */
export interface AutoLock {
  /** Call after each action of the user. */
  active(): void;
  close(): void;
}

export function createAutoLock(deps: {
  readonly lock: () => void;
  readonly settings: () => AutoLockSettings;
  /** Listens for the computer being locked or about to sleep, if the host can know. */
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
    // The clock with the longer time counts: setting one back must not keep the vault open.
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
