import { useCallback, useEffect, useRef, useState } from 'react';

/** How near the end, in pixels, counts as reading the end. */
const nearEnd = 48;

/** What the reader does to scroll. The view's own scrolling is none of these. */
const ownScrolling = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Milliseconds for which scrolling goes on after what began it, from the frame on in which it began. */
const goesOn = 1_000;

/**
 * Keeps a scrolled view at its end while the reader is there, or at a place that was gone to until the
 * reader scrolls. Only the reader's own scrolling up ends the first; text that grows, that is drawn anew
 * and is shorter for a moment, or that turns out shorter than guessed, does not.
 */
export function useEndFollowing() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const held = useRef<(() => void) | null>(null);
  const last = useRef({ top: 0, height: 0 });
  /** Until when scrolling counts as the reader's. */
  const own = useRef(0);
  const [away, setAway] = useState(false);

  const keep = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    if (held.current !== null) held.current();
    else if (following.current) view.scrollTop = view.scrollHeight;
    else return;
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
    let frame = 0;
    let isPressed = false;
    /** What the reader did moves the view in the next frame or the one after, however long they take to come. */
    const begin = () => {
      own.current = Number.POSITIVE_INFINITY;
      cancelAnimationFrame(frame);
      if (isPressed) return;
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          own.current = performance.now() + goesOn;
        });
      });
    };
    const letGo = ({ type }: Event) => {
      held.current = null;
      if (type === 'pointerdown') isPressed = true;
      begin();
    };
    const release = () => {
      if (!isPressed) return;
      isPressed = false;
      begin();
    };
    for (const kind of ownScrolling) view.addEventListener(kind, letGo, { passive: true });
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
      for (const kind of ownScrolling) view.removeEventListener(kind, letGo);
    };
  }, [keep]);

  const look = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = view;
    const distance = height - top - clientHeight;
    const before = last.current;
    const now = performance.now();
    const isOwn = now < own.current;
    if (isOwn) own.current = Math.max(own.current, now + goesOn / 2);
    if (held.current !== null) following.current = false;
    else if (isOwn && top < before.top - 1) following.current = distance < 2;
    else if (isOwn && distance < nearEnd) following.current = true;
    last.current = { top, height };
    setAway(!following.current && distance >= nearEnd);
  }, []);
  const toEnd = useCallback(() => {
    following.current = true;
    held.current = null;
    setAway(false);
    keep();
  }, [keep]);
  /** Leaves the end for a place: `bring` puts it in view, again whenever sizes change. */
  const hold = useCallback((bring: () => void) => {
    following.current = false;
    held.current = bring;
    bring();
  }, []);
  const isAtEnd = useCallback(() => following.current, []);
  return { scroller, content, away, look, toEnd, hold, isAtEnd };
}
