/** How often a wait looks at the clocks, ms: timers stand still while a computer sleeps, its clock goes on. */
const slice = 15_000;

/** Rings once after a wait, by the clock or by the uptime, whichever says so first. */
interface Alarm {
  /** Takes the place of the last one. @param delay ms */
  set(delay: number): void;
  stop(): void;
}

export function createAlarm(options: {
  readonly now: () => Date;
  /** Ms that only go forward. */
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
