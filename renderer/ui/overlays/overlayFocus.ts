import { type RefObject, useRef } from 'react';
import type { Place } from '../focus/place.ts';
import { useWayBack } from './covers.tsx';

/** Marks the region of the toasts, which is above dialogs and belongs to none. */
export const toastRegion = { 'data-toasts': '' };

/** Keeps an overlay open if the click outside it hit a toast. */
export function keepForToasts(event: Event): void {
  const detail = 'detail' in event ? event.detail : undefined;
  const original =
    typeof detail === 'object' && detail !== null && 'originalEvent' in detail
      ? detail.originalEvent
      : event;
  const target = original instanceof Event ? original.target : null;
  if (target instanceof Element && target.closest('[data-toasts]')) event.preventDefault();
}

/**
 * Sets the first focus in an overlay: the requested element, else its first field, else the overlay itself, so that no
 * button's tooltip opens with it.
 */
function focusFirst(event: Event, wanted?: HTMLElement | null): void {
  const overlay = event.target;
  if (!(overlay instanceof HTMLElement)) return;
  event.preventDefault();
  // of a group of radio buttons the chosen one, as with Tab
  const field = overlay.querySelector<HTMLElement>(
    ':is(input:not([type=radio]), input:checked, select, textarea):enabled',
  );
  const first = wanted ?? field ?? overlay;
  first.focus({ preventScroll: true });
  // a hidden field, such as one for files, cannot be focused
  if (document.activeElement !== first) overlay.focus({ preventScroll: true });
}

/**
 * Returns handlers with which an overlay without a trigger of its own takes the focus when it opens and returns it when
 * it closes. Radix returns it only to its own trigger. Its `Scrim` needs `from`.
 */
export function useOverlayFocus(wanted?: RefObject<HTMLElement | null>) {
  const from = useRef<Place>(null);
  const goBack = useWayBack(from);
  return {
    from,
    handlers: {
      onOpenAutoFocus: (event: Event) => focusFirst(event, wanted?.current),
      onCloseAutoFocus: (event: Event) => {
        event.preventDefault();
        goBack();
      },
    },
  };
}
