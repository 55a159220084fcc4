import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showWhenReady } from '../../../../main/hosts/electron/window/appear.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A window that says of itself what a compositor lets it. */
class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  shown = 0;
  destroyed = false;
  show(): void {
    // as Electron does: a window that is gone throws
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    this.shown++;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
}

test('a window is shown when its page has painted', () => {
  const window = new FakeWindow();
  showWhenReady(window);
  expect(window.shown).toBe(0);
  window.emit('ready-to-show');
  expect(window.shown).toBe(1);
});

test('on Wayland, where nothing is painted before it is shown, it is shown when its page has loaded; once', () => {
  const window = new FakeWindow();
  showWhenReady(window);
  window.webContents.emit('did-finish-load');
  expect(window.shown).toBe(1);
  // it comes once the window is shown
  window.emit('ready-to-show');
  expect(window.shown).toBe(1);
});

test('a page that never ends to load is shown after a while, where that is wanted', () => {
  const patient = new FakeWindow();
  const other = new FakeWindow();
  showWhenReady(patient);
  showWhenReady(other, 5000);
  vi.advanceTimersByTime(4999);
  expect([patient.shown, other.shown]).toEqual([0, 0]);
  vi.advanceTimersByTime(3_600_000);
  expect([patient.shown, other.shown]).toEqual([0, 1]);
  other.emit('ready-to-show');
  other.webContents.emit('did-finish-load');
  expect(other.shown).toBe(1);
});

test('a window that was closed before is not shown, and nothing is left waiting', () => {
  const window = new FakeWindow();
  showWhenReady(window, 5000);
  window.destroyed = true;
  window.emit('closed');
  expect(vi.getTimerCount()).toBe(0);
  window.emit('ready-to-show');
  window.webContents.emit('did-finish-load');
  vi.runAllTimers();
  expect(window.shown).toBe(0);
});

test('nothing is left waiting once it is shown', () => {
  const window = new FakeWindow();
  showWhenReady(window, 5000);
  window.emit('ready-to-show');
  expect(vi.getTimerCount()).toBe(0);
});
