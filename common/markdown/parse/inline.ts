import type { LinkTarget } from './block.ts';
import type { DrawnTag, Tag, TagAttributes } from './tags.ts';

/** Raw HTML: a tag, a comment or the like. */
export interface Html {
  readonly type: 'html';
  readonly text: string;
  /** Null for what is not drawn. */
  readonly tag: Tag | null;
  /** It is all of an element, or its other tag is there. */
  isPaired: boolean;
}

/** A piece of a line's content. */
export type Inline =
  | { readonly type: 'text' | 'code' | 'draft'; readonly text: string }
  | Html
  /** Line endings: one that is white space, one that ends the line, and a single one that does where it is meant to. */
  | { readonly type: 'soft' | 'hard' | 'break' }
  | {
      readonly type: 'math';
      readonly text: string;
      readonly display: boolean;
      /** What is set of it: with numbers for labels. */
      readonly tex: string;
    }
  | { readonly type: 'note'; readonly label: string }
  | {
      readonly type: 'element';
      readonly name: DrawnTag;
      readonly attributes: TagAttributes;
      readonly children: readonly Inline[];
      /** Its tags as they were written. */
      readonly opener: string;
      readonly closer: string;
    }
  | { readonly type: 'em' | 'strong' | 'del'; readonly children: readonly Inline[] }
  | {
      readonly type: 'link';
      readonly target: LinkTarget;
      readonly children: readonly Inline[];
    }
  | { readonly type: 'image'; readonly target: LinkTarget; readonly alt: string };

/** What inline content refers to beyond itself. */
export interface References {
  /** A single line ending in a paragraph ends the line. */
  readonly breaks?: () => boolean;
  definition(label: string): LinkTarget | undefined;
  note(label: string): boolean;
}

export interface InlineResult {
  readonly nodes: readonly Inline[];
  /** How many of the nodes stay as they are whatever text follows. */
  readonly settled: number;
  /** The place in the source where the settled nodes end. */
  readonly settledAt: number;
  /** What the settled nodes count for in their piece beside their characters. */
  readonly extra: number;
  /** Labels that were looked for: the nodes change when one of them is defined. */
  readonly labels: ReadonlySet<string>;
  /** A piece ends at `settledAt`: what follows is read for itself. */
  readonly ends: boolean;
  /** Marks in too many others were left as text. */
  readonly flattened: boolean;
}

/**
 * How far, in characters, the two ends of a construct (emphasis, link, code span, …) may lie apart.
 * A limit of ours: with it a text of any length is parsed in linear time and from any settled place on.
 */
export const reach = 4096;

/**
 * How long, in characters, a piece of a block's content is before it ends at the first good place. What
 * comes next begins on a line of its own: only so a browser lays out less than all of a long paragraph.
 */
export const pieceLength = 8192;

/** Characters that a formula counts for in a piece beside its own: browsers lay out dozens of boxes for it. */
export const formulaLength = 56;

/** Characters that a change of script counts for: a browser lays out each run of one script by itself. */
export const changeLength = 4;

/** The text of nodes without their marks, for alternative texts. */
export function plainText(nodes: readonly Inline[]): string {
  return nodes.map(plainTextOf).join('');
}

function plainTextOf(node: Inline): string {
  switch (node.type) {
    case 'soft':
    case 'hard':
    case 'break':
      return '\n';
    case 'image':
      return node.alt;
    case 'note':
      return '';
    case 'em':
    case 'strong':
    case 'del':
    case 'link':
    case 'element':
      return plainText(node.children);
    default:
      return node.text;
  }
}
