import type { CSSProperties, MouseEvent } from 'react';

interface Sized {
  readonly width?: string;
  readonly wideOnly?: boolean;
}

/** The least width of the column that names the row, and of another one that has no width. */
const namingWidth = '9.25rem';
const restWidth = '6rem';

const sum = (widths: readonly string[]): string => `calc(${['0px', ...widths].join(' + ')})`;

/**
 * The widths below which a table scrolls, so that no column is squeezed to nothing: `--least-wide` with all columns,
 * `--least` without those that narrow windows leave out.
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

/** A cell that stays in sight while the others are scrolled below it, and has its part of the focus's edge. */
const stays =
  'sticky left-0 z-2 after:pointer-events-none after:absolute after:inset-0 [tr:has([data-row-button]:focus-visible)>&]:after:border-y-2 [tr:has([data-row-button]:focus-visible)>&]:after:border-focus';
/** The first one also hides what is scrolled into the screen's edge beside it. */
const begins = 'shadow-[-1.5rem_0_0_var(--page)]';
const beginsRow = '[tr:has([data-row-button]:focus-visible)>&]:after:border-l-2';

/** The classes of the cell that names the row. @param at its place among the columns */
export const namingCell = (at: number): string =>
  at === 0 ? `${stays} ${begins} ${beginsRow}` : stays;

/** The classes of its title. */
export const namingTitle = (at: number): string =>
  at === 0 ? `left-0 z-20 ${begins}` : 'left-0 z-20';

/** The row's shade under the pointer, over a cell that hides what is scrolled below it. */
export const rowShade =
  '[tr:hover>&]:bg-[linear-gradient(var(--hover),var(--hover))] [tr:active>&]:bg-[linear-gradient(var(--pressed),var(--pressed))]';

/** A press anywhere on a row presses its button, but for controls of its own. */
export function pressRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('[data-row-button], [data-control]')) return;
  const button = event.currentTarget.querySelector<HTMLElement>('[data-row-button]');
  button?.focus();
  button?.click();
}
