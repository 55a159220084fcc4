import { useCallback, useEffect, useRef, useState } from 'react';

/** How near the end, in pixels, counts as reading the end. */
const nearEnd = 48;

/**
 * Keeps a scrolled view at its end while the reader is there. Only the reader's own scrolling up ends
 * it; text that grows, or messages above that turn out shorter than guessed, do not.
 */
export function useEndFollowing() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const last = useRef({ top: 0, height: 0 });
  const [away, setAway] = useState(false);

  const keep = useCallback(() => {
    const view = scroller.current;
    if (view === null || !following.current) return;
    view.scrollTop = view.scrollHeight;
    last.current = { top: view.scrollTop, height: view.scrollHeight };
  }, []);
  useEffect(() => {
    const body = content.current;
    const view = scroller.current;
    if (body === null || view === null) return;
    const observer = new ResizeObserver(keep);
    observer.observe(body);
    // the composer grows into the view
    observer.observe(view);
    return () => observer.disconnect();
  }, [keep]);

  const look = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = view;
    const distance = height - top - clientHeight;
    const before = last.current;
    if (top < before.top - 1 && height >= before.height) following.current = distance < 2;
    else if (distance < nearEnd) following.current = true;
    last.current = { top, height };
    setAway(!following.current && distance >= nearEnd);
  }, []);
  const toEnd = useCallback(() => {
    following.current = true;
    setAway(false);
    keep();
  }, [keep]);
  return { scroller, content, away, look, toEnd };
}
