import type { Block, BlockFacts } from './block.ts';
import type { Excess } from './limits.ts';
import type { LineCursor } from './text/cursor.ts';

/** The open blocks of a text and the current line: the interface for opening and continuing blocks. */
export interface OpenBlocks {
  readonly cursor: LineCursor;
  readonly tip: Block;
  /** The unmatched blocks of the line before were closed, or there are none. */
  readonly allClosed: boolean;
  /** The line last added to a paragraph: the header of a table that begins with the next one. */
  readonly lastLine: string;
  /** Number of lines read before this one. */
  readonly line: number;
  /** Fences from this line on contain no others. */
  readonly plainFrom: number;
  /** The line before this one. */
  readonly previous: string;
  /** The line after this one; null at the end. */
  readonly next: string | null;
  /** Kinds of content left as text because there is too much of it. */
  readonly excess: Set<Excess>;
  /** The line is consumed: its content belongs to the block that it began. */
  used: boolean;
  /** Closes blocks that the line left, before something new begins. */
  closeUnmatched(): void;
  /** Opens a block in the nearest open block that can hold it. */
  add(facts: Omit<BlockFacts, 'parent'>): Block;
  /** Replaces the paragraph at the tip by another block. */
  replaceTip(facts: Omit<BlockFacts, 'parent'>): Block;
  finalise(block: Block): void;
  /** Adds a row of a table. */
  addRow(table: Block, cells: readonly string[]): void;
  /** Removes link reference definitions from a paragraph's start; true if nothing else is left. */
  takeDefinitions(paragraph: Block): boolean;
}
