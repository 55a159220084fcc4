import { useCallback, useSyncExternalStore } from 'react';

/** One timer per interval, shared by all that watch it, running only while someone does. */
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

/** The time in epoch milliseconds, renewed every so many milliseconds. */
export function useNow(every = 1_000): number {
  return useNowAs((now) => Math.ceil(now / every) * every, every);
}

/** What is read off the time; renders again only when that is another value. */
export function useNowAs(read: (now: number) => number, every = 1_000): number {
  const subscribe = useCallback((watcher: () => void) => watch(every, watcher), [every]);
  return useSyncExternalStore(subscribe, () => read(Date.now()));
}
