import type { ReactNode } from 'react';

/** One line of the palette. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly keys?: string;
  readonly mark: ReactNode;
  readonly run: () => void;
}

/** Of the marks before them, in CSS pixels. */
export const markSize = 14;

/** The field above them, and what stands there until it is drawn. */
export const paletteField =
  'h-11 shrink-0 border-line border-b bg-transparent px-4 text-chat outline-0 placeholder:text-text-faint';
