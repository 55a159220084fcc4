// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createScrolling } from '../../../../renderer/features/chat/chat/thread/scrolling/scrolling.ts';
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

/** A view of 600 pixels on a list of 20 rows, at its end: a row grows at once, and the list places those below it later. */
function onRows() {
  const heights = Array.from({ length: 20 }, () => 120);
  let places = heights.map((_, index) => index * 120);
  let top = 0;
  const view = document.createElement('div');
  const content = document.createElement('div');
  view.append(content);
  document.body.append(view);
  const has = (element: Element, box: () => readonly [top: number, height: number]) => {
    element.getBoundingClientRect = () => {
      const [y, height] = box();
      return new DOMRect(0, y, 700, height);
    };
  };
  const total = () => (places.at(-1) ?? 0) + (heights.at(-1) ?? 0);
  has(view, () => [0, 600]);
  has(content, () => [-top, total()]);
  heights.forEach((_, index) => {
    const place = document.createElement('div');
    place.style.position = 'absolute';
    const row = document.createElement('div');
    row.dataset.index = String(index);
    for (const one of [place, row]) {
      has(one, () => [(places[index] ?? 0) - top, heights[index] ?? 0]);
    }
    place.append(row);
    content.append(place);
  });
  Object.defineProperty(view, 'clientHeight', { get: () => 600 });
  Object.defineProperty(view, 'scrollHeight', { get: total });
  Object.defineProperty(view, 'scrollTop', {
    get: () => top,
    // in whole pixels
    set: (to: number) => {
      top = Math.floor(Math.min(Math.max(to, 0), total() - 600));
    },
  });
  const nothing = () => undefined;
  const scrolling = createScrolling(view, content, nothing, nothing);
  onTestFinished(() => {
    scrolling.close();
    view.remove();
  });
  resized();
  return {
    scrolling,
    view,
    /** Where a row stands in the view. */
    at: (index: number) => (places[index] ?? 0) - top,
    grow: (index: number, by: number) => {
      heights[index] = (heights[index] ?? 0) + by;
    },
    place() {
      places = heights.map((_, index) =>
        heights.slice(0, index).reduce((sum, one) => sum + one, 0),
      );
      resized();
    },
    wheelTo(to: number) {
      view.scrollTop = to;
      view.dispatchEvent(new Event('wheel'));
      scrolling.onScroll();
    },
  };
}

test('what is read stays where it is while rows that came into view are placed frames later', () => {
  const { at, grow, place, wheelTo } = onRows();
  wheelTo(1_400);
  grow(12, 480);
  draw(200);
  place();
  expect(at(15)).toBe(400);
});

test('what is read stays where it is in the first turn of the wheel after something was gone to', () => {
  const { scrolling, view, at, grow, place, wheelTo } = onRows();
  scrolling.hold(() => {
    view.scrollTop = 1_800;
  });
  wheelTo(1_400);
  grow(12, 480);
  place();
  expect(at(15)).toBe(400);
});

test('fractions of pixels do not add up while the reader scrolls', () => {
  const { at, grow, place, wheelTo } = onRows();
  wheelTo(1_400);
  for (let time = 0; time < 5; time += 1) {
    grow(12, 0.9);
    place();
  }
  expect(Math.abs(at(15) - 400)).toBeLessThan(1);
});
