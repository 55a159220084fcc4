import { useCallback, useSyncExternalStore } from 'react';

/** One shared timer per interval, running only while used. */
const clocks = new Map<
  number,
  { timer: ReturnType<typeof setInterval>; watchers: Set<() => void> }
>();

function watch(every: number, watcher: () => void): () => void {
  const watchers = clocks.get(every)?.watchers ?? new Set();
  if (!clocks.has(every)) {
    const timer = setInterval(() => {
      for (const tell of watchers) tell();
    }, every);
    clocks.set(every, { timer, watchers });
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(clocks.get(every)?.timer);
    clocks.delete(every);
  };
}

/** Returns the time in epoch milliseconds, updated at this interval. */
export function useNow(every = 1_000): number {
  return useNowAs((now) => Math.ceil(now / every) * every, every);
}

/** Returns a value derived from the time; renders again only when it changes. */
export function useNowAs(read: (now: number) => number, every = 1_000): number {
  const subscribe = useCallback((watcher: () => void) => watch(every, watcher), [every]);
  return useSyncExternalStore(subscribe, () => read(Date.now()));
}
