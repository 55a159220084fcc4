import type { Block, BlockFacts } from './block.ts';
import type { Excess } from './limits.ts';
import type { LineCursor } from './text/cursor.ts';

/** The open blocks of a text and the line that is being read: what beginning and going on with a block needs. */
export interface OpenBlocks {
  readonly cursor: LineCursor;
  readonly tip: Block;
  /** The unmatched blocks of the line before were closed, or there are none. */
  readonly allClosed: boolean;
  /** The line that was last added to a paragraph: the header of a table that begins with the next one. */
  readonly lastLine: string;
  /** How many lines were read before this one. */
  readonly line: number;
  /** Fences from this line on hold no others. */
  readonly plainFrom: number;
  /** The line before this one. */
  readonly previous: string;
  /** The line after this one; null where there is none. */
  readonly next: string | null;
  /** What was left as text because there is too much of it. */
  readonly excess: Set<Excess>;
  /** The line is used up: its content was taken by what it began. */
  used: boolean;
  /** Closes what the line left, before something new begins. */
  closeUnmatched(): void;
  /** Opens a block in the nearest open block that can hold it. */
  add(facts: Omit<BlockFacts, 'parent'>): Block;
  /** Puts another block in the place of the paragraph at the tip. */
  replaceTip(facts: Omit<BlockFacts, 'parent'>): Block;
  finalise(block: Block): void;
  /** Adds a row of a table. */
  addRow(table: Block, cells: readonly string[]): void;
  /** Takes the link reference definitions off a paragraph's start; true when nothing else is left. */
  takeDefinitions(paragraph: Block): boolean;
}
