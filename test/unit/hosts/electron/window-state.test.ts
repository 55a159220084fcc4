import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWayland } from '../../../../main/hosts/electron/window/wayland.ts';
import {
  defaultSize,
  placeWindow,
  rememberPlace,
  smallestSize,
  stateOf,
} from '../../../../main/hosts/electron/window-state.ts';

const primary = { x: 0, y: 0, width: 1920, height: 1050 };
const second = { x: 1920, y: 0, width: 2560, height: 1400 };
const left = { x: 2000, y: 100, width: 1300, height: 900, maximized: false };

test('opens as it was left, on the display it was on', () => {
  expect(placeWindow(left, [primary, second])).toEqual({
    ...left,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
  });
  expect(placeWindow({ ...left, maximized: true }, [primary, second]).maximized).toBe(true);
});

test('opens centred when its display is gone', () => {
  const placement = placeWindow(left, [primary]);
  expect(placement).not.toHaveProperty('x');
  expect(placement).toMatchObject({ width: 1300, height: 900 });
});

test('where nobody knows the place of a window, its size alone is stored, and it opens as large', () => {
  // what Wayland tells of every window
  const bounds = { x: 0, y: 0, width: 1300, height: 900 };
  const stored = stateOf(bounds, true, false);
  expect(stored).toEqual({ width: 1300, height: 900, maximized: true });
  const placement = placeWindow(stored, [primary, second]);
  expect(placement).toMatchObject({ width: 1300, height: 900, maximized: true });
  expect(placement).not.toHaveProperty('x');
  expect(stateOf(left, false, true)).toEqual(left);
});

test.each([
  { chosen: 'wayland', env: {}, is: true },
  { chosen: 'x11', env: { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-0' }, is: false },
  { chosen: '', env: { XDG_SESSION_TYPE: 'wayland', DISPLAY: ':0' }, is: true },
  { chosen: '', env: { WAYLAND_DISPLAY: 'wayland-0' }, is: true },
  { chosen: '', env: { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, is: false },
  { chosen: '', env: { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' }, is: false },
  { chosen: '', env: {}, is: false },
])('Wayland, by --ozone-platform=$chosen and $env: $is', ({ chosen, env, is }) => {
  expect(isWayland(chosen, env, 'linux')).toBe(is);
  expect(isWayland(chosen, env, 'win32')).toBe(false);
});

test.each([
  undefined,
  null,
  'text',
  {},
  { ...left, width: Number.NaN },
  { ...left, x: 0.5 },
  { ...left, height: -5 },
  { ...left, maximized: 'yes' },
])('what is no place is as none: %o', (value) => {
  expect(placeWindow(value, [primary])).toMatchObject({ ...defaultSize, maximized: false });
});

test('fits a display that is smaller than the smallest window', () => {
  const small = { x: 0, y: 0, width: 800, height: 560 };
  expect(placeWindow(undefined, [small])).toEqual({
    width: 800,
    height: 560,
    minWidth: 800,
    minHeight: 560,
    maximized: false,
  });
});

test('a window can always be caught by its title bar', () => {
  const number = fc.integer({ min: -10_000, max: 10_000 });
  const state = fc.record({
    x: number,
    y: number,
    width: fc.integer({ min: 200, max: 5000 }),
    height: fc.integer({ min: 200, max: 5000 }),
    maximized: fc.boolean(),
  });
  fc.assert(
    fc.property(state, (value) => {
      const { x, y, width } = placeWindow(value, [primary, second]);
      if (x === undefined || y === undefined) return true;
      return [primary, second].some(
        (area) =>
          y >= area.y &&
          y < area.y + area.height &&
          x + width > area.x + 100 &&
          x < area.x + area.width - 100,
      );
    }),
  );
});

test('a window that the window manager maximized has its own size again', () => {
  const listeners: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const now = { bounds: { x: 10, y: 20, width: 1200, height: 800 }, maximized: false };
  const place = rememberPlace(
    {
      getBounds: () => now.bounds,
      // as Electron tells it on X11
      getNormalBounds: () => now.bounds,
      isMaximized: () => now.maximized,
      isFullScreen: () => false,
      isMinimized: () => false,
      on: (_event, listener) => listeners.push(listener),
    },
    (run) => {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
  );
  const change = (bounds: typeof now.bounds) => {
    now.bounds = bounds;
    for (const listener of listeners) listener();
  };
  const settle = () => {
    for (const run of waiting.splice(0)) run();
  };
  change({ x: 30, y: 40, width: 1100, height: 700 });
  settle();
  const own = { x: 30, y: 40, width: 1100, height: 700 };
  expect(place()).toEqual({ ...own, maximized: false });
  change({ x: 0, y: 0, width: 1440, height: 870 });
  now.maximized = true;
  settle();
  expect(place()).toEqual({ ...own, maximized: true });
  now.maximized = false;
  change({ x: 5, y: 6, width: 900, height: 650 });
  // closed before it has settled
  expect(place()).toEqual({ x: 5, y: 6, width: 900, height: 650, maximized: false });
});
