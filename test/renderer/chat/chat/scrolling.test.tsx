// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useScrolling } from '../../../../renderer/features/chat/chat/thread/scrolling/useScrolling.ts';

/** The page's clock, ms. */
let now = 0;
let frames: (() => void)[] = [];
let resized: () => void;

/** Draws one frame after the other for that long. */
function draw(ms: number): void {
  for (const end = now + ms; now < end; now += 16) for (const run of frames.splice(0)) run();
}

beforeEach(() => {
  now = 0;
  frames = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => undefined;
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: (entries: readonly object[]) => void) {
        let height = 0;
        resized = () => {
          height += 1;
          callback([{ target: document.body, contentRect: { width: 0, height } }]);
        };
      }
      observe(): void {
        // the test says when sizes change
      }
      disconnect(): void {
        // nothing is observed
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A view of 100 pixels at the end of a text that is as high as the test says. */
function atEnd() {
  let height = 1_000;
  const View = () => {
    const { scroller, content, onScroll } = useScrolling();
    return (
      <div ref={scroller} data-testid="view" onScroll={onScroll}>
        <div ref={content} />
      </div>
    );
  };
  const view = render(<View />).getByTestId('view');
  Object.defineProperty(view, 'clientHeight', { get: () => 100 });
  Object.defineProperty(view, 'scrollHeight', { get: () => height });
  const grow = (to: number) => {
    height = to;
    act(() => resized());
  };
  const scrolled = (top: number) => {
    view.scrollTop = top;
    act(() => void view.dispatchEvent(new Event('scroll')));
  };
  grow(height);
  return { view, grow, scrolled, turnWheel: () => view.dispatchEvent(new Event('wheel')) };
}

test('the end is followed until the reader scrolls up', () => {
  const { view, grow, scrolled, turnWheel } = atEnd();
  grow(1_500);
  expect(view.scrollTop).toBe(1_500);
  turnWheel();
  scrolled(600);
  grow(2_000);
  expect(view.scrollTop).toBe(600);
});

test('a view that moves long after the wheel was turned, since the page hung, was moved by the reader', () => {
  const { view, grow, scrolled, turnWheel } = atEnd();
  turnWheel();
  // no frame is drawn in all that time
  now += 5_000;
  scrolled(600);
  grow(2_000);
  expect(view.scrollTop).toBe(600);
});

test('what moves the view by itself, a second of frames after the reader did something, ends nothing', () => {
  const { view, grow, scrolled, turnWheel } = atEnd();
  turnWheel();
  draw(2_000);
  // text that is drawn anew was shorter for a moment, and is as long as before when the page hears of it
  scrolled(400);
  grow(1_200);
  expect(view.scrollTop).toBe(1_200);
});
