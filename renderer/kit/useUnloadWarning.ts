import { useEffect, useRef } from 'react';

/**
 * Has the browser ask before the page is left, or the host before its window is closed.
 * @param onAsked called when it asks, for what to say to who stays
 */
export function useUnloadWarning(active: boolean, onAsked?: () => void): void {
  const latest = useRef(onAsked);
  latest.current = onAsked;
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      latest.current?.();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}
