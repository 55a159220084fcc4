import type { LinkTarget } from './block.ts';
import type { Delimiter } from './delimiters.ts';
import type { Inline } from './inline.ts';

/** A `[` or `![` that may begin a link or an image. */
export interface Bracket {
  readonly image: boolean;
  readonly at: number;
  /** The index of the first delimiter after it. */
  readonly delimiters: number;
  target: LinkTarget | null;
  /** Of a link or an image, what it is closed with: `](address)`. */
  end: string;
  hidden: boolean;
}

export type Token =
  | { readonly type: 'text'; readonly at: number; readonly text: string }
  | { readonly type: 'node'; readonly at: number; readonly node: Inline; readonly bare?: boolean }
  | { readonly type: 'delimiter'; readonly at: number; readonly delimiter: Delimiter }
  | { readonly type: 'bracket'; readonly at: number; readonly bracket: Bracket }
  | { readonly type: 'end'; readonly at: number };

/** A place that what follows cannot change the nodes before. */
export interface Checkpoint {
  readonly at: number;
  /** The token that holds the place, and the place in its text. */
  readonly token: number;
  readonly offset: number;
  /** What is before it counts for in its piece beside its characters. */
  readonly extra: number;
}
