/** The attribute that marks the region of the toasts, which lies over dialogs and belongs to none. */
export const toastRegion = 'data-toasts';

/** Keeps an overlay open when what was pressed outside it is a toast. */
export function keepForToasts(event: Event): void {
  const detail = 'detail' in event ? event.detail : undefined;
  const original =
    typeof detail === 'object' && detail !== null && 'originalEvent' in detail
      ? detail.originalEvent
      : event;
  const target = original instanceof Event ? original.target : null;
  if (target instanceof Element && target.closest(`[${toastRegion}]`)) event.preventDefault();
}

/**
 * Gives an overlay that opens its first focus: to what was asked for, else to its first field, else to
 * the overlay itself, so that no tooltip of a button pops up with it.
 */
export function focusFirst(event: Event, wanted?: HTMLElement | null): void {
  const overlay = event.target;
  if (!(overlay instanceof HTMLElement)) return;
  event.preventDefault();
  const field = overlay.querySelector<HTMLElement>(':is(input, select, textarea):enabled');
  (wanted ?? field ?? overlay).focus({ preventScroll: true });
}
