import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createScrolling, type Scrolling } from './scrolling.ts';

/** Keeps the reader's position in a scrolled view: its end, a target, or the text being read. */
export function useScrolling() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const scrolling = useRef<Scrolling | null>(null);
  const [away, setAway] = useState(false);
  const inView = useRef<number[]>([]);

  useLayoutEffect(() => {
    const { current: view } = scroller;
    const { current: body } = content;
    if (view === null || body === null) return;
    const created = createScrolling(view, body, setAway, (indexes) => {
      inView.current.splice(0, inView.current.length, ...indexes);
    });
    scrolling.current = created;
    return created.close;
  }, []);

  const onScroll = useCallback(() => scrolling.current?.onScroll(), []);
  const toEnd = useCallback(() => scrolling.current?.toEnd(), []);
  const stay = useCallback(() => scrolling.current?.stay(), []);
  const hold = useCallback((bring: () => void) => scrolling.current?.hold(bring), []);
  const isAtEnd = useCallback(() => scrolling.current?.isAtEnd() ?? true, []);
  return { scroller, content, away, inView, onScroll, toEnd, stay, hold, isAtEnd };
}
