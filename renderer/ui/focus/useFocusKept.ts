import { useCallback, useEffect, useRef } from 'react';
import { focusPlace, isGone, isWaiting, type Place, placeOf } from './place.ts';

/** Milliseconds in which the part of the screen that changed may set the focus itself. */
const grace = 50;
const presses: readonly string[] = ['Enter', ' '];
const overlay = '[role=dialog], [role=alertdialog]';

/**
 * Keeps the focus near its place when the control that has it leaves the page or is disabled: a button that another
 * replaces, a row deleted by its own button, a bar that closes. Without it the focus falls to the body, and the keyboard
 * starts again at the window's beginning.
 * @returns a function that returns the place whose control is gone, while nothing else has the focus
 */
export function useFocusKept(): () => Place | null {
  const lost = useRef<() => Place | null>(() => null);
  useEffect(() => {
    let last: Place | null = null;
    /** The last place below the toasts, which go away by themselves. */
    let below: Place | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** While a key is held its repetitions would press what gets the focus. */
    let held = false;
    /** Rows that scroll out of view leave the page: nobody pressed anything. */
    let wheeled = false;

    /** Radix gives an overlay the focus when a control in it goes. */
    const isAround = (element: Element | null): boolean =>
      element?.matches(overlay) === true &&
      last?.way.some(({ parent }) => parent === element) === true;
    lost.current = () => {
      if (last === null || !isGone(last.element)) return null;
      const active = document.activeElement;
      if (active !== document.body && active !== last.element && !isAround(active)) return null;
      return last.way.some(({ parent }) => parent.matches('[data-toasts]')) ? below : last;
    };
    const restore = () => {
      timer = undefined;
      if (held || wheeled) return;
      const place = lost.current();
      // Nobody asked for it: what is read stays where it is.
      if (place && !isWaiting(place)) focusPlace(place, { preventScroll: true });
    };
    const look = () => {
      if (last && isGone(last.element)) timer ??= setTimeout(restore, grace);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (last && !last.element.isConnected && isAround(target)) return;
      last = placeOf(target);
      if (!target.closest('[data-toasts]')) below = last;
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      wheeled = false;
      if (presses.includes(key)) held = true;
    };
    const onRelease = () => {
      held = false;
      look();
    };
    const onPointer = () => {
      wheeled = false;
      // a press beside every control takes the focus away on purpose
      setTimeout(() => {
        if (document.activeElement === document.body) last = null;
      }, 0);
    };
    const onWheel = () => {
      wheeled = true;
    };

    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'data-waits-for-content'],
    });
    const options = { capture: true, passive: true };
    document.addEventListener('focusin', onFocus, options);
    document.addEventListener('keydown', onKeyDown, options);
    document.addEventListener('keyup', onRelease, options);
    document.addEventListener('pointerdown', onPointer, options);
    document.addEventListener('wheel', onWheel, options);
    window.addEventListener('blur', onRelease);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus, options);
      document.removeEventListener('keydown', onKeyDown, options);
      document.removeEventListener('keyup', onRelease, options);
      document.removeEventListener('pointerdown', onPointer, options);
      document.removeEventListener('wheel', onWheel, options);
      window.removeEventListener('blur', onRelease);
    };
  }, []);
  return useCallback(() => lost.current(), []);
}
