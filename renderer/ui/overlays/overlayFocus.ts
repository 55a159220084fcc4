import { type RefObject, useRef } from 'react';
import { useWayBack } from './covers.tsx';

/** What marks the region of the toasts, which lies over dialogs and belongs to none. */
export const toastRegion = { 'data-toasts': '' };

/** Keeps an overlay open when what was pressed outside it is a toast. */
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
 * Gives an overlay that opens its first focus: to what was asked for, else to its first field, else to
 * the overlay itself, so that no tooltip of a button pops up with it.
 */
function focusFirst(event: Event, wanted?: HTMLElement | null): void {
  const overlay = event.target;
  if (!(overlay instanceof HTMLElement)) return;
  event.preventDefault();
  const field = overlay.querySelector<HTMLElement>(':is(input, select, textarea):enabled');
  const first = wanted ?? field ?? overlay;
  first.focus({ preventScroll: true });
  // a field that is not shown, as that of a file, takes none
  if (document.activeElement !== first) overlay.focus({ preventScroll: true });
}

/**
 * Handlers with which an overlay that has no button of its own takes the focus when it opens and gives
 * it back when it closes. Radix gives it back to its own trigger only. Its `Scrim` is told `from`.
 */
export function useOverlayFocus(wanted?: RefObject<HTMLElement | null>) {
  const from = useRef<HTMLElement>(null);
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
