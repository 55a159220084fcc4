import type { Block, LinkTarget } from './block.ts';
import { BlockParser, type Mark } from './blocks.ts';
import { draftLines } from './tail.ts';

/** How much is read in one go before the caller may look at the clock. */
const portion = 1_024;

/**
 * A text that grows at its end, as blocks. Complete lines are read once; what follows the last line
 * ending is read for what it looks like and taken back at the next change.
 */
export class MarkdownDocument {
  private parser = new BlockParser();
  private mark: Mark = this.parser.mark();
  private text = '';
  private at = 0;
  private definitionCount = 0;
  /** Set while the blocks stand for a text whose end is known. */
  ended = false;

  get root(): Block {
    return this.parser.root;
  }

  get definitions(): ReadonlyMap<string, LinkTarget> {
    return this.parser.definitions;
  }

  get notes(): ReadonlyMap<string, Block> {
    return this.parser.notes;
  }

  /** How many definitions are there to stay. */
  get settledDefinitions(): number {
    return this.ended ? this.parser.definitions.size : this.definitionCount;
  }

  /** How many children of a block stay as they are whatever text follows. */
  settledChildren(block: Block): number {
    const found = this.mark.path.find((one) => one.block === block);
    if (!found) return 0;
    return found.lastIsOpen ? found.children - 1 : found.children;
  }

  /** Whether `text` goes on from what was read. */
  continues(text: string): boolean {
    return text.length >= this.at && text.startsWith(this.text.slice(0, this.at));
  }

  /**
   * Reads on. Returns false when the text is not read to its end yet: call again.
   * @param text the whole text so far
   * @param streaming more is coming
   */
  read(text: string, streaming: boolean): boolean {
    const { parser } = this;
    parser.restore(this.mark);
    this.text = text;
    this.ended = false;
    const isAll = this.readLines(this.at + portion, streaming);
    this.mark = parser.mark();
    this.definitionCount = parser.definitions.size;
    if (!isAll) return false;
    if (streaming) {
      for (const line of draftLines(parser, text.slice(this.at))) parser.feed(line);
    } else {
      if (this.at < text.length) parser.feed(text.slice(this.at).replace(/\r$/, ''));
      parser.close();
      this.ended = true;
    }
    return true;
  }

  /** Reads complete lines until a place is passed; true when there are no more of them. */
  private readLines(limit: number, streaming: boolean): boolean {
    const { text } = this;
    while (this.at < limit) {
      const feed = text.indexOf('\n', this.at);
      let end = feed;
      const line = feed < 0 ? text.slice(this.at) : text.slice(this.at, feed);
      const carriage = line.indexOf('\r');
      if (carriage >= 0 && this.at + carriage + 1 !== feed) {
        end = this.at + carriage;
        // A carriage return at the very end may be the first half of a line ending.
        if (streaming && end + 1 === text.length) return true;
      }
      if (end < 0) return true;
      this.parser.feed(carriage >= 0 ? line.slice(0, carriage) : line);
      this.at = end + 1;
    }
    return false;
  }
}
