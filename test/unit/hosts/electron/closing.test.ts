import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { minimizeInstead } from '../../../../main/hosts/electron/window/closing.ts';

class FakeWindow extends EventEmitter {
  minimized = 0;
  minimize(): void {
    this.minimized++;
  }
}

test('a window is minimized instead of closed only while that is wanted', () => {
  const window = new FakeWindow();
  let isWanted = false;
  const minimizes = minimizeInstead(window, () => isWanted);
  expect([minimizes(), window.minimized]).toEqual([false, 0]);
  isWanted = true;
  expect([minimizes(), window.minimized]).toEqual([true, 1]);
});

test.each(['minimize', 'blur'])(
  'where the window manager minimizes nothing, the second press closes; after a %s it minimizes again',
  (event) => {
    const window = new FakeWindow();
    const minimizes = minimizeInstead(window, () => true);
    expect([minimizes(), minimizes()]).toEqual([true, false]);
    window.emit(event);
    expect([minimizes(), window.minimized]).toEqual([true, 2]);
  },
);
