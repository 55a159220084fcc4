import type { Block } from '../../../common/markdown/parse/block.ts';

/** Shows one block. */
export interface View {
  readonly dom: HTMLElement | Comment;
  /** Whether it can show this block, maybe another than before, without a new element. */
  fits(block: Block): boolean;
  /** @param draft more of the block may come */
  update(block: Block, draft: boolean): void;
  /** Takes away what it shows; without it, its element is taken away. */
  remove?(): void;
}

/** A view that has more to show than fits into one slice of time. */
export interface Unfinished {
  /** Goes on; true when it is done. */
  goOn(): boolean;
}
