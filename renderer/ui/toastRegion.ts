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
