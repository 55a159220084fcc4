import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createFollowing, type Following } from './following.ts';

/** Keeps the place of the reader in a scrolled view: its end, a place that was gone to, or what is read. */
export function useEndFollowing() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef<Following | null>(null);
  const [away, setAway] = useState(false);

  useLayoutEffect(() => {
    const { current: view } = scroller;
    const { current: body } = content;
    if (view === null || body === null) return;
    const created = createFollowing(view, body, setAway);
    following.current = created;
    return () => {
      created.close();
    };
  }, []);

  const look = useCallback(() => following.current?.look(), []);
  const toEnd = useCallback(() => following.current?.toEnd(), []);
  const stay = useCallback(() => following.current?.stay(), []);
  const hold = useCallback((bring: () => void) => following.current?.hold(bring), []);
  const isAtEnd = useCallback(() => following.current?.isAtEnd() ?? true, []);
  return { scroller, content, away, look, toEnd, stay, hold, isAtEnd };
}
