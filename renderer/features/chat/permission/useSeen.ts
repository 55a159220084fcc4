import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Rounding of scroll positions, px. */
const slack = 2;

/**
 * Tells when the end of what scrolls in an element has come into view. Returns what looks for it, to be called as it
 * scrolls. @param content changes with what the element contains
 */
export function useSeen(
  box: RefObject<HTMLElement | null>,
  content: unknown,
  onSeen: () => void,
): () => void {
  const latest = useRef(onSeen);
  latest.current = onSeen;
  const look = useCallback(() => {
    const { current } = box;
    if (current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = current;
    if (scrollTop + clientHeight >= scrollHeight - slack) latest.current();
  }, [box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another end
  useEffect(() => {
    look();
    const { current } = box;
    if (current === null) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [look, box, content]);
  return look;
}
