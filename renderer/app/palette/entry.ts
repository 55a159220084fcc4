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
