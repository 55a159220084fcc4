import { useCallback, useEffect, useRef } from 'react';

/** Debounce of storing a draft, ms. */
const rest = 400;

/** Stores a draft shortly after the last change, and at once on unmounting. */
export function useDraft(keep: (draft: string) => void): (draft: string) => void {
  const waiting = useRef<{ draft: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const latest = useRef(keep);
  latest.current = keep;
  const flush = useCallback(() => {
    if (waiting.current === null) return;
    const { draft, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    latest.current(draft);
  }, []);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  return useCallback(
    (draft) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = { draft, timer: setTimeout(flush, rest) };
    },
    [flush],
  );
}
