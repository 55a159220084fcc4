import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const corners = ['bottom-right', 'bottom-left', 'top-left', 'top-right'] as const;
export type Corner = (typeof corners)[number];

/** Pixels to the window's edges; at the lower right there is a composer or the footer of a sheet. */
const margin = 16;
const aboveComposer = 96;

/**
 * Returns the first corner in which a box of this size covers none of these boxes, else the one where it covers the
 * least of them.
 */
export function clearCorner(
  size: { readonly width: number; readonly height: number },
  page: { readonly width: number; readonly height: number },
  taken: readonly Box[],
): Corner {
  const covered = corners.map((corner) => {
    const left = corner.endsWith('left') ? margin : page.width - margin - size.width;
    const below = corner === 'bottom-right' ? aboveComposer : margin;
    const top = corner.startsWith('top') ? margin : page.height - below - size.height;
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    return taken.reduce((sum, other) => sum + shared(box, other), 0);
  });
  return corners[covered.indexOf(Math.min(...covered))] ?? 'bottom-right';
}

/** Returns the overlap of two boxes, px². */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

const controls = ['dialog', 'alertdialog']
  .flatMap((role) => ['button', 'a[href]', 'input', 'select', 'textarea'].map((tag) => [role, tag]))
  .map(([role, tag]) => `[role="${role}"] ${tag}`)
  .join();

/** Returns the corner in which the toasts cover no control of a dialog, while there are any. */
export function useClearCorner(region: RefObject<HTMLElement | null>, count: number): Corner {
  const [corner, setCorner] = useState<Corner>('bottom-right');
  useLayoutEffect(() => {
    if (count === 0) return;
    const place = () => {
      if (region.current === null) return;
      const { width, height } = region.current.getBoundingClientRect();
      const taken = [...document.querySelectorAll(controls)].map((one) =>
        one.getBoundingClientRect(),
      );
      const page = { width: window.innerWidth, height: window.innerHeight };
      setCorner(clearCorner({ width, height }, page, taken));
    };
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    place();
    // A dialog that opens meanwhile, or grows.
    const changes = new MutationObserver(soon);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      window.removeEventListener('resize', soon);
    };
  }, [region, count]);
  return corner;
}
