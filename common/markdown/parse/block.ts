/** Target of a definition (`[label]: url "title"`). */
export interface LinkTarget {
  readonly href: string;
  readonly title: string;
}

export type Align = 'left' | 'center' | 'right' | null;

export type BlockType =
  | 'document'
  | 'quote'
  | 'list'
  | 'item'
  | 'note'
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'html'
  | 'rule'
  | 'math'
  | 'table';

/** Common properties of a list's items: two items belong to one list if kind and delimiter are the same. */
export interface ListKind {
  readonly ordered: boolean;
  /** `-`, `+`, `*`, `.` or `)`. */
  readonly delimiter: string;
  readonly start: number;
}

/** A fence within Markdown code. */
interface InnerFence {
  readonly length: number;
  readonly isMarkdown: boolean;
}

export interface Fence {
  readonly char: string;
  readonly length: number;
  readonly indent: number;
  /** The code is Markdown: it may contain fences. */
  readonly nests: boolean;
  /** Number of lines read before it. */
  readonly line: number;
}

/** The properties of a block that never change after it was opened. */
export interface BlockFacts {
  readonly type: BlockType;
  readonly parent: Block | null;
  /** Of a list. */
  readonly kind?: ListKind;
  /** Of an item: the column that its content must reach. */
  readonly contentIndent?: number;
  /** Of a heading, 1 to 6. */
  readonly level?: number;
  /** Of fenced code; indented code has none. */
  readonly fence?: Fence;
  /** Of fenced code: the info string after the fence. */
  readonly info?: string;
  /** Of raw HTML: which of the seven kinds of CommonMark 4.6. */
  readonly htmlKind?: number;
  /** Of math: the closing delimiter. */
  readonly closer?: string;
  /** Of math: an empty line ends it as text. */
  readonly fragile?: boolean;
  /** Of a footnote's definition, normalised. */
  readonly label?: string;
  /** Of a table, one for each column. */
  readonly align?: readonly Align[];
}

/** A node of the block structure. Only blocks on the path from the document to the tip change. */
export interface Block extends BlockFacts {
  /** Number of containers around it, including itself if it is one. */
  readonly depth: number;
  readonly children: Block[];
  /** Of a table: cells as inline source; the first row is the header. */
  readonly rows: string[][];
  open: boolean;
  /** Inline source of paragraphs and headings; literal content of code, HTML and math. */
  text: string;
  /** Of fenced Markdown code: its open fences, outermost first. */
  inner: readonly InnerFence[];
  /** Of math: number of numbered equations before it. */
  equations: number;
  /** The closing fence or delimiter was seen. */
  complete: boolean;
  /** Of a list: an empty line separates items, or blocks in an item. */
  loose: boolean;
  /** The last line that belonged to this container was empty. */
  blankAfter: boolean;
}

const containers: ReadonlySet<BlockType> = new Set(['quote', 'list', 'item', 'note']);

export function createBlock(facts: BlockFacts): Block {
  return {
    ...facts,
    depth: (facts.parent?.depth ?? 0) + (containers.has(facts.type) ? 1 : 0),
    children: [],
    rows: [],
    open: true,
    text: '',
    inner: [],
    equations: 0,
    complete: false,
    loose: false,
    blankAfter: false,
  };
}

/** Returns whether the delimiters of math are part of its TeX: `\begin{align}`. */
export const isEnvironment = ({ closer }: Block): boolean => closer?.startsWith('\\end') ?? false;

/** Normalizes a label: labels match if equal after case folding and with white space collapsed. CommonMark 4.7. */
export function normaliseLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
}

/** A saved state of a block. */
export interface SavedBlock {
  readonly block: Block;
  readonly open: boolean;
  readonly text: string;
  readonly inner: Block['inner'];
  readonly complete: boolean;
  readonly loose: boolean;
  readonly blankAfter: boolean;
  readonly children: number;
  readonly last: Block | undefined;
  readonly lastIsOpen: boolean;
  readonly rows: number;
}

export function saveBlock(block: Block): SavedBlock {
  return {
    block,
    open: block.open,
    text: block.text,
    inner: block.inner,
    complete: block.complete,
    loose: block.loose,
    blankAfter: block.blankAfter,
    children: block.children.length,
    last: block.children.at(-1),
    lastIsOpen: block.children.at(-1)?.open ?? false,
    rows: block.rows.length,
  };
}

/** Removes trailing empty lines of indented code. */
export function withoutBlankEnd(text: string): string {
  let end = text.length;
  for (;;) {
    const before = text.lastIndexOf('\n', end - 2);
    if (end < 2 || before < 0 || !/^[ \t\n]*$/.test(text.slice(before, end))) break;
    end = before + 1;
  }
  return text.slice(0, end);
}

/** Returns whether a leaf's lines are taken literally, without looking for new blocks. */
export function isVerbatim(block: Block): boolean {
  return block.type === 'code' || block.type === 'html' || block.type === 'math';
}

/** Returns whether a block may be a direct child of another. */
export function canHold(parent: Block, child: BlockType): boolean {
  if (parent.type === 'list') return child === 'item';
  return (
    child !== 'item' &&
    (parent.type === 'document' ||
      parent.type === 'quote' ||
      parent.type === 'item' ||
      parent.type === 'note')
  );
}
