import type { Block } from '../parse/block.ts';

/** Shows one block. */
export interface View {
  readonly dom: HTMLElement | Comment;
  /** Whether it can show this block, perhaps another than before, in the same element. */
  fits(block: Block): boolean;
  /** @param draft more of the block may follow */
  update(block: Block, draft: boolean): void;
  /** Removes its content; without this method, its element is removed. */
  remove?(): void;
}

/** A view with more content than fits into one time slice. */
export interface Unfinished {
  /** Continues; true when done. */
  goOn(): boolean;
}
