import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  confirmWayland,
  waylandFallback,
} from '../../../../main/hosts/electron/wayland/fallback.ts';
import { testFolder } from '../../../support/files/folder.ts';

const started = (folder: string) => ({
  ...{ folder, argv: ['compute-desk-app', 'mine.p12'], isWayland: true },
  ...{ version: '45.4.1', hasX11: true, isHidden: false },
});

test('after a start on Wayland that showed no window, the next ones use X11', () => {
  const start = started(testFolder());
  expect(waylandFallback(start)).toBeNull();
  // Chromium has ended before a window was shown
  expect(waylandFallback(start)).toBe('--ozone-platform=x11');
  expect(waylandFallback(start)).toBe('--ozone-platform=x11');
});

test('where there is no X11 they use no GPU', () => {
  const start = { ...started(testFolder()), hasX11: false };
  waylandFallback(start);
  expect(waylandFallback(start)).toBe('--disable-gpu');
});

test('a start that showed a window leaves nothing behind', () => {
  const start = started(testFolder());
  for (const _ of [1, 2, 3]) {
    expect(waylandFallback(start)).toBeNull();
    confirmWayland(start);
  }
  expect(readdirSync(start.folder)).toEqual([]);
});

test('what was started otherwise changes nothing for the next start', () => {
  const start = started(testFolder());
  waylandFallback(start);
  for (const flag of ['--ozone-platform=x11', '--ozone-platform=wayland', '--disable-gpu']) {
    const other = { ...start, argv: [...start.argv, flag] };
    expect(waylandFallback(other)).toBeNull();
    confirmWayland(other);
  }
  expect(waylandFallback(start)).toBe('--ozone-platform=x11');
});

test('a newer Electron tries Wayland again', () => {
  const start = started(testFolder());
  waylandFallback(start);
  expect(waylandFallback({ ...start, version: '46.0.0' })).toBeNull();
});

test('a start at login, which shows no window, and one on X11 note nothing', () => {
  const start = started(testFolder());
  for (const other of [{ isHidden: true }, { isWayland: false }]) {
    waylandFallback({ ...start, ...other });
    expect(readdirSync(start.folder)).toEqual([]);
  }
});

test('where nothing can be written the app starts all the same', () => {
  const start = started(testFolder());
  mkdirSync(join(start.folder, 'wayland-start'));
  expect(waylandFallback(start)).toBeNull();
});
