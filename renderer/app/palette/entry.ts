import type { ReactNode } from 'react';

/** One line of the palette. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  /** More words that find it, which are not shown. */
  readonly words?: string | undefined;
  readonly keys?: string;
  readonly mark: ReactNode;
  readonly run: () => void;
}

/** Size of the marks before them, in CSS pixels. */
export const markSize = 14;

/** Styles of the field above them, and of its placeholder until it is drawn. */
export const paletteField =
  'h-11 shrink-0 border-line border-b bg-transparent px-4 text-chat outline-0 placeholder:text-text-faint';
