import { useEffect, useRef } from 'react';

/**
 * Makes the browser ask before the page is left, or the host before its window closes.
 * @param onAsked called when it asks, to prepare a message for a user who stays
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
