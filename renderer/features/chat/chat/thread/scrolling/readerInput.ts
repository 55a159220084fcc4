import { afterFrames } from './afterFrames.ts';

/** What the reader does to scroll. The view's own scrolling is none of these. */
const kinds = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Milliseconds for which scrolling may go on: after its beginning, and after each step. */
const goesOn = { afterInput: 1_000, afterStep: 500 };

interface ReaderInput {
  /** Whether scrolling counts as the reader's now. */
  isScrolling(): boolean;
  /** What the reader did before does not count any more. */
  forget(): void;
  close(): void;
}

/**
 * Watches for what the reader does to scroll a view.
 * @param onInput told the element that was pressed, if any, and whether a wheel was turned down
 */
export function watchReaderInput(
  view: HTMLElement,
  onInput: (pressed: Element | null, isDown: boolean) => void,
): ReaderInput {
  let until = 0;
  let isPressed = false;
  let cancel = (): void => undefined;
  /** Input moves the view in the next frame or the one after, however long they take to come. */
  const begin = (): void => {
    until = Number.POSITIVE_INFINITY;
    cancel();
    if (isPressed) return;
    cancel = afterFrames(2, () => {
      until = performance.now() + goesOn.afterInput;
    });
  };
  const take = (event: Event): void => {
    const { type, target } = event;
    const isPress = type === 'pointerdown' || type === 'keydown';
    onInput(
      isPress && target instanceof Element ? target : null,
      event instanceof WheelEvent && event.deltaY > 0,
    );
    if (type === 'pointerdown') isPressed = true;
    begin();
  };
  const release = (): void => {
    if (!isPressed) return;
    isPressed = false;
    begin();
  };
  for (const kind of kinds) view.addEventListener(kind, take, { passive: true });
  window.addEventListener('pointerup', release);
  window.addEventListener('pointercancel', release);
  return {
    isScrolling() {
      const now = performance.now();
      if (now >= until) return false;
      until = Math.max(until, now + goesOn.afterStep);
      return true;
    },
    forget() {
      cancel();
      until = 0;
    },
    close() {
      cancel();
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
      for (const kind of kinds) view.removeEventListener(kind, take);
    },
  };
}
