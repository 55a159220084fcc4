import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { waitsForContent } from '../../../ui/index.ts';

/**
 * Keeps the focus in a pane when the row that had it is gone, because another folder is shown or a file was deleted.
 * @param loaded what the pane shows, or why it cannot; null while it loads
 * @param wanted the row that then gets the focus, if it is there: the folder that was left
 */
export function useRowFocus(loaded: unknown, wanted: string | null) {
  const place = useRef<HTMLElement>(null);
  const row = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const isGone = loaded !== null && row.current !== null && !row.current.isConnected;
    if (!isGone || document.activeElement !== document.body) return;
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('[data-row-button]') ?? [])];
    const nameOf = (one: HTMLElement) =>
      one.querySelector<HTMLElement>('[data-name]')?.dataset.name;
    const way = place.current?.querySelector<HTMLElement>('[aria-current=location]');
    (rows.find((one) => nameOf(one) === wanted) ?? rows[0] ?? way)?.focus();
  }, [loaded, wanted]);
  return {
    ...(loaded === null ? waitsForContent : {}),
    ref: place,
    onFocus({ target }: FocusEvent) {
      row.current = target.matches('[data-row-button]') ? target : null;
    },
  };
}
