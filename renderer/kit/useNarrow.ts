import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query applies to the window. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Below this width the sidebar folds by itself: 960 px at 125 % zoom still has it, at 200 % not. */
const sidebarWidth = '44rem';

/** Returns whether the window is narrower than a width, by default too narrow for a sidebar with labels. */
export function useNarrow(width = sidebarWidth): boolean {
  return useMedia(`(max-width: ${width})`);
}
