import type { KeyboardEvent } from 'react';
import { isComposing, isPressed } from '../../../../kit/commands/keys.ts';
import type { Selection } from './selection.ts';

/** Keys of the list: Escape ends the current mode, arrows move between rows, Ctrl+A selects all. */
export function listKeys(
  event: KeyboardEvent<HTMLElement>,
  field: HTMLElement | null,
  selection: Selection,
  searching: { readonly active: boolean; readonly clear: () => void },
): void {
  if (isComposing(event)) return;
  const isRow = event.target instanceof HTMLElement && event.target.matches('[data-row]');
  const isAll = isRow && isPressed('mod+a', event.nativeEvent);
  if (event.key === 'Escape') {
    if (selection.active) selection.end();
    else if (searching.active) {
      searching.clear();
      field?.focus();
    } else return;
  } else if (isAll && !searching.active) selection.all();
  else if (!stepByArrows(event, field, searching.active ? null : selection.extend)) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Moves up or down between rows, and between the rows and the search field; with Shift it selects the rows passed.
 * False if there is no further row.
 */
function stepByArrows(
  event: KeyboardEvent<HTMLElement>,
  field: HTMLElement | null,
  extend: ((id: string) => void) | null,
): boolean {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const down = event.key === 'ArrowDown';
  if (at < 0) {
    if (document.activeElement !== field || !down) return false;
    rows[0]?.focus();
    return rows.length > 0;
  }
  const to = rows[at + (down ? 1 : -1)];
  if (to === undefined) {
    if (!down) field?.focus();
    return true;
  }
  if (event.shiftKey && extend !== null) {
    for (const row of [rows[at], to]) {
      const id = row?.dataset.row;
      if (id !== undefined && row?.draggable === true) extend(id);
    }
  }
  to.focus();
  return true;
}
