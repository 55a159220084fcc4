import type { Block, BlockFacts } from './block.ts';

/** A block as it was, to come back to. */
export interface Remembered {
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

export function remember(block: Block): Remembered {
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

/** Indented code without the empty lines at its end. */
export function withoutBlankEnd(text: string): string {
  let end = text.length;
  for (;;) {
    const before = text.lastIndexOf('\n', end - 2);
    if (end < 2 || before < 0 || !/^[ \t\n]*$/.test(text.slice(before, end))) break;
    end = before + 1;
  }
  return text.slice(0, end);
}

/** Leaves whose lines are taken as they are, without looking for new blocks in them. */
export function isVerbatim(block: Block): boolean {
  return block.type === 'code' || block.type === 'html' || block.type === 'math';
}

/** Whether a block may stand right inside another. */
export function canHold(parent: Block, child: BlockFacts['type']): boolean {
  if (parent.type === 'list') return child === 'item';
  return (
    child !== 'item' &&
    (parent.type === 'document' ||
      parent.type === 'quote' ||
      parent.type === 'item' ||
      parent.type === 'note')
  );
}
