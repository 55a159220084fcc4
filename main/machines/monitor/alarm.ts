/** How often a wait checks the clocks, ms: timers stop while a computer sleeps, its clock does not. */
const slice = 15_000;

/** Calls back once after a wait, by clock or uptime, whichever comes first. */
interface Alarm {
  /** Replaces the previous wait. @param delay ms */
  set(delay: number): void;
  stop(): void;
}

export function createAlarm(options: {
  readonly now: () => Date;
  /** Monotonic clock, ms. */
  readonly uptime: () => number;
  readonly ring: () => void;
}): Alarm {
  const { now, uptime, ring } = options;
  let timer: NodeJS.Timeout | undefined;
  function wait(clock: number, up: number): void {
    const rest = Math.min(clock - now().getTime(), up - uptime());
    if (rest <= 0) ring();
    else timer = setTimeout(() => wait(clock, up), Math.min(rest, slice)).unref();
  }
  const stop = (): void => clearTimeout(timer);
  return {
    set(delay) {
      stop();
      const [clock, up] = [now().getTime() + delay, uptime() + delay];
      timer = setTimeout(() => wait(clock, up), Math.min(delay, slice)).unref();
    },
    stop,
  };
}
