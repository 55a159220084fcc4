import type { KeyboardEvent } from 'react';

/** Part of the screen between which F6 moves the focus. */
export const part = { 'data-part': '' } as const;
/** Pane of files: Tab leads from a row of one to the row of the other that had the focus last. */
export const pane = { 'data-part': '', 'data-pane': '' } as const;

const lastRows = new WeakMap<Element, HTMLElement>();

/** Notes the row that has the focus. */
export function noteRow(target: EventTarget): void {
  if (!(target instanceof HTMLElement) || !target.matches('[data-row-button]')) return;
  const own = target.closest('[data-pane]');
  if (own !== null) lastRows.set(own, target);
}

/** Handles Tab on a row beside another pane with rows, and F6 anywhere. @returns whether it did */
export function changePart(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return false;
  const all = (what: string) => [...event.currentTarget.querySelectorAll<HTMLElement>(what)];
  if (key === 'Tab' && !event.shiftKey && target.matches('[data-row-button]')) {
    const other = all('[data-pane]').find((one) => !one.contains(target));
    // beside a pane without rows Tab goes on, to the row's own menu and out of the list
    return other?.querySelector('[data-row-button]') ? focusIn(other) : false;
  }
  if (key !== 'F6') return false;
  const parts = all('[data-part]');
  const at = parts.findIndex((one) => one.contains(target));
  const step = event.shiftKey ? parts.length - 1 : 1;
  return focusIn(parts[(Math.max(at, 0) + step) % parts.length]);
}

function focusIn(place: HTMLElement | undefined): boolean {
  if (place === undefined) return false;
  const last = lastRows.get(place);
  const first = place.querySelector<HTMLElement>('[data-row-button], button:not(:disabled)');
  const next = last?.isConnected ? last : first;
  // In a narrow window a preview hides a pane.
  if (!next || next.checkVisibility?.() === false) return false;
  next.focus();
  return true;
}
