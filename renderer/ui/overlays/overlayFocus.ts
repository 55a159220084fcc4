import { type RefObject, useRef } from 'react';

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

/** What had the focus before an overlay opened; for an entry of a menu, the menu's button. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const found = button ?? active;
  return found instanceof HTMLElement ? found : null;
}

/**
 * Handlers with which an overlay that has no button of its own takes the focus when it opens and gives
 * it back when it closes. Radix gives it back to its own trigger only.
 */
export function useOverlayFocus(wanted?: RefObject<HTMLElement | null>) {
  const from = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      from.current = opener();
      focusFirst(event, wanted?.current);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (from.current?.isConnected) from.current.focus();
    },
  };
}
