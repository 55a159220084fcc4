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
  /** The source of a link's or image's end: `](address)`. */
  end: string;
  hidden: boolean;
}

export type Token =
  | { readonly type: 'text'; readonly at: number; readonly text: string }
  | { readonly type: 'node'; readonly at: number; readonly node: Inline; readonly bare?: boolean }
  | { readonly type: 'delimiter'; readonly at: number; readonly delimiter: Delimiter }
  | { readonly type: 'bracket'; readonly at: number; readonly bracket: Bracket }
  | { readonly type: 'end'; readonly at: number };

/** A position before which no following text can change the nodes. */
export interface Checkpoint {
  readonly at: number;
  /** The token with the position, and the position in its text. */
  readonly token: number;
  readonly offset: number;
  /** Weight of the content before it in its piece, beyond its characters. */
  readonly extra: number;
}
