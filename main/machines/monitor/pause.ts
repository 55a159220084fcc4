/** A pause by the user that ends by itself. */
export interface Pause {
  /** @param ms from now on */
  begin(ms: number): void;
  end(): void;
  /** Returns its end, ms since 1970; null without a pause. */
  until(): number | null;
  /** Called at its start and end. */
  onChange(listener: () => void): void;
  close(): void;
}

/** How often a wait checks the clock, ms: timers stop while a computer sleeps, its clock does not. */
const slice = 15_000;

export function createPause(options: {
  readonly now: () => Date;
  /** Called at its start (true) and end. */
  readonly set: (on: boolean) => void;
}): Pause {
  const { now, set } = options;
  let until: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const listeners = new Set<() => void>();

  function change(next: number | null): void {
    clearTimeout(timer);
    until = next;
    set(next !== null);
    for (const listener of listeners) listener();
  }
  const end = (): void => change(null);

  function wait(): void {
    if (until === null) return;
    const rest = until - now().getTime();
    if (rest <= 0) end();
    else timer = setTimeout(wait, Math.min(rest, slice)).unref();
  }

  return {
    begin(ms) {
      change(now().getTime() + ms);
      wait();
    },
    end,
    until: () => until,
    onChange: (listener) => void listeners.add(listener),
    close: () => clearTimeout(timer),
  };
}
