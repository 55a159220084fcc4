import type { MarkdownDocument } from '../../../common/markdown/parse/document.ts';
import type { References } from '../../../common/markdown/parse/inline.ts';
import type { Excess } from '../../../common/markdown/parse/limits.ts';
import type { Budget } from './budget.ts';
import type { Notes } from './notes.ts';
import type { Outline } from './outline.ts';
import type { Unfinished } from './view.ts';
import type { Words } from './words.ts';

/** A view whose content depends on a label being defined. */
export interface Watcher {
  /** Characters that `redo` reads. */
  readonly size: number;
  redo(): void;
}

/** Where in the app a link of a text leads; null for one that leads out of it, as all of a model's do. */
export type PlaceOf = (href: string) => string | null;

/** What the views of one text share. */
export interface Surface {
  readonly document: MarkdownDocument;
  readonly references: References;
  readonly words: Words;
  readonly notes: Notes;
  readonly outline: Outline;
  readonly budget: Budget;
  /** Shown for the last time: what is unfinished stays so. */
  readonly ended: boolean;
  /** Begins the ids of this text's footnotes. */
  readonly prefix: string;
  readonly placeOf: PlaceOf;
  later(view: Unfinished): void;
  watch(label: string, watcher: Watcher): void;
  /** Says at the text's end what of it was left as text. */
  exceed(excess: Excess): void;
}
