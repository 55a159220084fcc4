import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';

interface Sized {
  readonly width?: string;
  readonly wideOnly?: boolean;
}

/** Minimum width of the naming column, and of another column without a width. */
const namingWidth = '9.25rem';
const restWidth = '6rem';

const sum = (widths: readonly string[]): string => `calc(${['0px', ...widths].join(' + ')})`;

/**
 * Returns the minimum widths of a table; below them it scrolls, so that no column is squeezed to nothing:
 * `--least-wide` with all columns, `--least` without those that narrow windows leave out.
 */
export function leastWidths(columns: readonly Sized[], naming: number): CSSProperties {
  const all = columns.map(({ width, wideOnly = false }, at) => ({
    width: width ?? (at === naming ? namingWidth : restWidth),
    wideOnly,
  }));
  const widths = {
    '--least-wide': sum(all.map(({ width }) => width)),
    '--least': sum(all.filter(({ wideOnly }) => !wideOnly).map(({ width }) => width)),
  };
  return widths as CSSProperties;
}

/** A sticky cell above the scrolled ones, with its part of the focus outline, which goes over the cell's own line. */
const stays =
  'sticky left-0 z-2 after:pointer-events-none after:absolute after:inset-0 after:-bottom-px [tr:has([data-row-button]:focus-visible)>&]:after:border-y-2 [tr:has([data-row-button]:focus-visible)>&]:after:border-focus';
/** The first one also covers content scrolled to the screen's edge beside it. */
const begins = 'shadow-[-1.5rem_0_0_var(--page)]';
const beginsRow = '[tr:has([data-row-button]:focus-visible)>&]:after:border-l-2';

/** Classes of the naming cell. @param at its column index */
export const namingCell = (at: number): string =>
  at === 0 ? `${stays} ${begins} ${beginsRow}` : stays;

/** Classes of its title. */
export const namingTitle = (at: number): string =>
  at === 0 ? `left-0 z-20 ${begins}` : 'left-0 z-20';

/** The row's hover shade, on each of its cells: one that covers scrolled content hides that of the row itself. */
export const rowShade =
  '[tr:hover>&]:bg-[linear-gradient(var(--hover),var(--hover))] [tr:active>&]:bg-[linear-gradient(var(--pressed),var(--pressed))]';

/** Returns the button of the row, or of the card, that something is in. */
export function rowButtonOf(within: Element): HTMLElement | null {
  return within.closest('tr, li')?.querySelector<HTMLElement>('[data-row-button]') ?? null;
}

/** Left and right on a row's button go to the part of the row that is read with the arrow keys. @returns whether it did */
export function enterReader(event: KeyboardEvent): boolean {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false;
  if (!(event.target instanceof Element) || !event.target.matches('[data-row-button]'))
    return false;
  const reader = event.target.closest('tr, li')?.querySelector<HTMLElement>('[data-row-reader]');
  if (!reader) return false;
  event.preventDefault();
  reader.focus();
  return true;
}

/** A click anywhere on a row clicks its button, except on its other controls. */
export function pressRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('[data-row-button], [data-control]')) return;
  const button = event.currentTarget.querySelector<HTMLElement>('[data-row-button]');
  button?.focus();
  button?.click();
}
