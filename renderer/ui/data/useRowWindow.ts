import { type RefObject, useEffect, useState } from 'react';

/** Longer tables are virtualized. */
const shortTable = 100;
/** Height of a table row, px: `h-10`, its line included. */
const rowHeight = 40;
/** Overscan rows above and below, so that the arrow keys always find the next one. */
const spare = 8;

interface RowWindow {
  /** The first drawn row, and the first after the drawn ones. */
  readonly from: number;
  readonly to: number;
  /** Space in place of the rows above and below, px. */
  readonly above: number;
  readonly below: number;
}

/** Returns the range of drawn rows of equal height; all of them without a scroller. */
export function useRowWindow(
  count: number,
  scroller: RefObject<HTMLElement | null> | undefined,
): RowWindow {
  const [view, setView] = useState({ from: 0, to: 2 * spare });
  const windowed = scroller !== undefined && count > shortTable;
  useEffect(() => {
    const element = scroller?.current;
    if (!windowed || !element) return;
    const look = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - spare);
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + spare;
      setView((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, windowed]);
  if (!windowed) return { from: 0, to: count, above: 0, below: 0 };
  const to = Math.min(count, view.to);
  // a shortened list shows its end until the scroller has followed
  const from = Math.min(view.from, Math.max(0, to - 2 * spare));
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight };
}
