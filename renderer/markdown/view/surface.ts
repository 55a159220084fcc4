import type { MarkdownDocument } from '../../../common/markdown/parse/document.ts';
import type { References } from '../../../common/markdown/parse/inline.ts';
import type { Excess } from '../../../common/markdown/parse/limits.ts';
import type { Budget } from './budget.ts';
import type { Labels } from './labels.ts';
import type { Notes } from './notes.ts';
import type { Outline } from './outline.ts';
import type { Unfinished } from './view.ts';

/** A view whose content depends on a label being defined. */
export interface Watcher {
  /** Characters read by `redo`. */
  readonly size: number;
  redo(): void;
}

/** Returns the target in the app for a text's link; null for links out of it, including all of a model's. */
export type PlaceOf = (href: string) => string | null;

/** Shared state of the views of one text. */
export interface Surface {
  readonly document: MarkdownDocument;
  readonly references: References;
  readonly words: Labels;
  readonly notes: Notes;
  readonly outline: Outline;
  readonly budget: Budget;
  /** The last rendering: unfinished constructs stay unfinished. */
  readonly ended: boolean;
  /** Prefix of this text's footnote ids. */
  readonly prefix: string;
  readonly placeOf: PlaceOf;
  later(view: Unfinished): void;
  watch(label: string, watcher: Watcher): void;
  /** Reports content left as text at the text's end. */
  exceed(excess: Excess): void;
}
