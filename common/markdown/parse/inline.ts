import type { LinkTarget } from './block.ts';
import type { SupportedTag, Tag, TagAttributes } from './tags.ts';

/** Raw HTML: a tag, a comment or the like. */
export interface Html {
  readonly type: 'html';
  readonly text: string;
  /** Null if it is not supported. */
  readonly tag: Tag | null;
  /** It is a complete element, or has a matching tag. */
  isPaired: boolean;
}

/** A piece of inline content. */
export type Inline =
  | { readonly type: 'text' | 'code' | 'draft'; readonly text: string }
  | Html
  /** Line endings: white space, a hard break, and a single one that breaks the line if configured. */
  | { readonly type: 'soft' | 'hard' | 'break' }
  | {
      readonly type: 'math';
      readonly text: string;
      readonly display: boolean;
      /** The TeX to typeset: with numbers for labels. */
      readonly tex: string;
    }
  | { readonly type: 'note'; readonly label: string }
  | {
      readonly type: 'element';
      readonly name: SupportedTag;
      readonly attributes: TagAttributes;
      readonly children: readonly Inline[];
      /** Its original tags. */
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

/** References of inline content to the rest of the text. */
export interface References {
  /** A single line ending in a paragraph breaks the line. */
  readonly breaks?: () => boolean;
  definition(label: string): LinkTarget | undefined;
  note(label: string): boolean;
}

export interface InlineResult {
  readonly nodes: readonly Inline[];
  /** Number of nodes that no further text can change. */
  readonly settled: number;
  /** End of the settled nodes in the source. */
  readonly settledAt: number;
  /** Weight of the settled nodes in their piece, beyond their characters. */
  readonly extra: number;
  /** Labels looked up: the nodes change if one of them is defined. */
  readonly labels: ReadonlySet<string>;
  /** A piece ends at `settledAt`: the following text is read separately. */
  readonly ends: boolean;
  /** Too deeply nested marks were left as text. */
  readonly flattened: boolean;
}

/**
 * Maximum distance, in characters, between the two ends of a construct (emphasis, link, code span, …). Our own limit:
 * it makes parsing linear for a text of any length, and possible from any settled position on.
 */
export const maxReach = 4096;

/**
 * Minimum length, in characters, of a piece of a block's content; it ends at the first suitable position after that.
 * The following text begins on a line of its own: only so a browser lays out less than all of a long paragraph.
 */
export const pieceLength = 8192;

/** Additional weight of a formula in a piece: browsers lay out dozens of boxes for it. */
export const formulaLength = 56;

/** Weight of a script change: a browser lays out each run of one script separately. */
export const changeLength = 4;

/** Returns the text of nodes without their marks, for alternative texts. */
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
