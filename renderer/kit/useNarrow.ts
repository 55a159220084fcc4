import { useSyncExternalStore } from 'react';

/** Below this width the sidebar folds by itself: 960 px at 125 % zoom still has it, at 200 % not. */
const query = '(max-width: 44rem)';

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Returns whether the window is too narrow for a sidebar with labels. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
