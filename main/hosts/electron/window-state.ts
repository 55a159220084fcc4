import type { BrowserWindow, Rectangle } from 'electron';
import * as z from 'zod';

export const defaultSize = { width: 1200, height: 800 } as const;
/** The app's minimum size (design, section 10); a smaller display gets what fits. */
export const smallestSize = { width: 960, height: 640 } as const;

const stored = z.object({
  /** Missing if unknown (Wayland). */
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(200).max(20_000),
  maximized: z.boolean(),
});
/** The window's last place, unmaximized, in device-independent pixels. */
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

/** Part of the title bar that must be on a display for the window to be draggable. */
const grip = { width: 120, height: 32 };

function overlap(startA: number, lengthA: number, startB: number, lengthB: number): number {
  return Math.min(startA + lengthA, startB + lengthB) - Math.max(startA, startB);
}

/** Returns whether the window's top edge is reachable on this display, after limiting its size. */
function isReachable(state: Rectangle, area: Rectangle): boolean {
  return (
    overlap(state.x, Math.min(state.width, area.width), area.x, area.width) >= grip.width &&
    overlap(state.y, grip.height, area.y, area.height) >= grip.height
  );
}

/**
 * Returns where to open the window: as it was, unless displays have changed so that it is unreachable or larger than
 * its display.
 * @param value the settings file's value, unchecked
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

/** Returns the stored state of a window. @param isPlaced false: its position is unknown */
export function stateOf(bounds: Rectangle, maximized: boolean, isPlaced: boolean): WindowState {
  const { x, y, width, height } = bounds;
  return { width, height, maximized, ...(isPlaced && { x, y }) };
}

/** On Linux a window manager changes the size first and reports "maximized" within this time, ms. */
const settles = 500;

type Placed = Pick<
  BrowserWindow,
  'getBounds' | 'getNormalBounds' | 'isMaximized' | 'isFullScreen' | 'isMinimized'
> & { on(event: 'resize' | 'move', listener: () => void): unknown };

/**
 * Follows a window's place while it is not maximized. On Linux Electron reports the maximized size if the window
 * manager maximized it.
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
