import type { BrowserWindow, Rectangle } from 'electron';
import * as z from 'zod';

export const defaultSize = { width: 1200, height: 800 } as const;
/** The app works from this size up (design, section 10); a smaller display gets what it has. */
export const smallestSize = { width: 960, height: 640 } as const;

const stored = z.object({
  /** Missing where nobody knows (Wayland). */
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(200).max(20_000),
  maximized: z.boolean(),
});
/** Where the window was when it was last seen, unmaximized, in device-independent pixels. */
export type WindowState = z.infer<typeof stored>;

export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly minWidth: number;
  readonly minHeight: number;
  /** Missing: centred by the operating system. */
  readonly x?: number;
  readonly y?: number;
  readonly maximized: boolean;
}

/** How much of the title bar must lie on a display for the window to be caught hold of. */
const grip = { width: 120, height: 32 };

function overlap(startA: number, lengthA: number, startB: number, lengthB: number): number {
  return Math.min(startA + lengthA, startB + lengthB) - Math.max(startA, startB);
}

/** Whether the top edge of the window can be reached on this display, which it is cut down to. */
function isReachable(state: Rectangle, area: Rectangle): boolean {
  return (
    overlap(state.x, Math.min(state.width, area.width), area.x, area.width) >= grip.width &&
    overlap(state.y, grip.height, area.y, area.height) >= grip.height
  );
}

/**
 * Where to open the window: as it was left, unless the displays have changed so that it could not be
 * reached, or it would be larger than its display.
 * @param value what the settings file holds; anything
 * @param areas the work areas of the displays, the primary one first
 */
export function placeWindow(value: unknown, areas: readonly Rectangle[]): Placement {
  const parsed = stored.safeParse(value);
  const state = parsed.success ? parsed.data : undefined;
  const place = state && placeOf(state);
  const reachedOn = place && areas.find((area) => isReachable(place, area));
  const area = reachedOn ?? areas[0] ?? { x: 0, y: 0, ...defaultSize };
  const size = {
    width: Math.min(state?.width ?? defaultSize.width, area.width),
    height: Math.min(state?.height ?? defaultSize.height, area.height),
    minWidth: Math.min(smallestSize.width, area.width),
    minHeight: Math.min(smallestSize.height, area.height),
    maximized: state?.maximized ?? false,
  };
  return place && reachedOn ? { ...size, x: place.x, y: place.y } : size;
}

function placeOf({ x, y, width, height }: WindowState): Rectangle | undefined {
  return x === undefined || y === undefined ? undefined : { x, y, width, height };
}

/** What is stored of a window. @param isPlaced false: where it is, nobody knows */
export function stateOf(bounds: Rectangle, maximized: boolean, isPlaced: boolean): WindowState {
  const { x, y, width, height } = bounds;
  return { width, height, maximized, ...(isPlaced && { x, y }) };
}

/** A window manager on Linux changes the size first and says "maximized" after that, within this time, ms. */
const settles = 500;

type Placed = Pick<
  BrowserWindow,
  'getBounds' | 'getNormalBounds' | 'isMaximized' | 'isFullScreen' | 'isMinimized'
> & { on(event: 'resize' | 'move', listener: () => void): unknown };

/**
 * Follows where a window is while it is not maximized. What Electron says of that on Linux is the maximized size, where
 * the window manager maximized it.
 * @returns its place now, for the next start
 */
export function rememberPlace(
  window: Placed,
  wait: (run: () => void, ms: number) => () => void = later,
): () => Rectangle & { maximized: boolean } {
  const isPlain = () => !window.isMaximized() && !window.isFullScreen() && !window.isMinimized();
  let last = window.getNormalBounds();
  let stop: () => void = () => undefined;
  const follow = () => {
    stop();
    stop = wait(() => {
      if (isPlain()) last = window.getBounds();
    }, settles);
  };
  window.on('resize', follow);
  window.on('move', follow);
  return () => {
    stop();
    return { ...(isPlain() ? window.getBounds() : last), maximized: window.isMaximized() };
  };
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}
