import type { Block, LinkTarget } from './block.ts';
import { BlockParser, type ParserState } from './blocks.ts';
import { draftLines } from './draft-lines.ts';
import { type Excess, limits } from './limits.ts';
import { isAmbiguousFence, isUnclear } from './nested.ts';
import { isTrail } from './text/breaks.ts';

/** Characters read in one step before the caller may check the clock. */
const portion = 1_024;

/**
 * Parses a growing text into blocks. Complete lines are read once; the text after the last line ending is read
 * provisionally and undone at the next change.
 */
export class MarkdownDocument {
  private parser = new BlockParser();
  private mark: ParserState = this.parser.mark();
  private text = '';
  private at = 0;
  private definitionCount = 0;
  /** Set while the blocks represent a text with a known end. */
  ended = false;
  /** Where the blocks end although the text continues, because there is too much of it. Null otherwise. */
  restAt: number | null = null;

  /** Characters read permanently. */
  get readTo(): number {
    return this.at;
  }

  get root(): Block {
    return this.parser.root;
  }

  get definitions(): ReadonlyMap<string, LinkTarget> {
    return this.parser.definitions;
  }

  get notes(): ReadonlyMap<string, Block> {
    return this.parser.notes;
  }

  /** Labels of definitions, in their order. */
  get labels(): readonly string[] {
    return this.parser.labels;
  }

  /** Number of permanent definitions. */
  get settledDefinitions(): number {
    return this.ended ? this.parser.definitions.size : this.definitionCount;
  }

  /** Kinds of content shown as text because there is too much of it. */
  get excess(): ReadonlySet<Excess> {
    return this.parser.excess;
  }

  /** Returns the number of a block's children that no further text can change. */
  settledChildren(block: Block): number {
    const found = this.mark.path.find((one) => one.block === block);
    if (!found) return 0;
    return found.lastIsOpen ? found.children - 1 : found.children;
  }

  /** Whether `text` continues the text read so far. */
  continues(text: string): boolean {
    const at = this.restAt ?? this.at;
    return text.length >= at && text.startsWith(this.text.slice(0, at));
  }

  /**
   * Reads on. Returns false if the text is not read to its end yet: call again.
   * @param text the whole text so far
   * @param streaming more text follows
   */
  read(text: string, streaming: boolean): boolean {
    if (this.restAt !== null) {
      this.text = text;
      return true;
    }
    const { parser } = this;
    parser.restore(this.mark);
    this.text = text;
    this.ended = false;
    const most = isTrail(text, limits.characters) ? limits.characters - 1 : limits.characters;
    const isLong = text.length > most;
    const whole = isLong ? text.slice(0, most) : text;
    const isAll = this.readLines(whole, this.at + portion, streaming && !isLong);
    this.mark = parser.mark();
    this.definitionCount = parser.definitions.size;
    if (parser.size > limits.blocks) return this.stop(this.at);
    if (!isAll) return false;
    if (streaming && !isLong) {
      for (const line of draftLines(parser, whole.slice(this.at))) parser.feed(line);
      return true;
    }
    if (this.at < whole.length) parser.feed(whole.slice(this.at).replace(/\r$/, ''));
    if (isLong) return this.stop(most);
    this.parser = withoutOpenFence(parser, whole);
    this.parser.close();
    this.ended = true;
    return true;
  }

  /** Leaves the rest to be shown as text. */
  private stop(at: number): true {
    this.parser.close();
    this.ended = true;
    this.restAt = at;
    return true;
  }

  /** Reads complete lines up to a position or a limit; true if none are left. */
  private readLines(text: string, limit: number, streaming: boolean): boolean {
    let feed = text.indexOf('\n', this.at);
    let carriage = text.indexOf('\r', this.at);
    while (this.at < limit && this.parser.size <= limits.blocks) {
      if (feed >= 0 && feed < this.at) feed = text.indexOf('\n', this.at);
      if (carriage >= 0 && carriage < this.at) carriage = text.indexOf('\r', this.at);
      const isCarriage = carriage >= 0 && (feed < 0 || carriage < feed);
      const end = isCarriage ? carriage : feed;
      if (end < 0) return true;
      const isLast = end + 1 === text.length;
      // A carriage return at the very end may be the first half of a line ending.
      if (isCarriage && streaming && isLast) return true;
      const line = text.slice(this.at, end);
      const start = isCarriage && feed === end + 1 ? feed + 1 : end + 1;
      const isNested = isAmbiguousFence(line) && this.parser.openLeaf.fence?.nests === true;
      const next = isNested ? lineAt(text, start) : null;
      if (next !== null && streaming && !next.isWhole && isUnclear(next.text)) return true;
      this.parser.feed(line, next?.text);
      this.at = start;
    }
    return false;
  }
}

/** Returns the line at a position; not whole if it may still grow. */
function lineAt(text: string, start: number): { readonly text: string; readonly isWhole: boolean } {
  const end = text.slice(start, start + 1_000).search(/[\r\n]/);
  const isWhole = end >= 0 || text.length > start + 1_000;
  return { text: text.slice(start, end < 0 ? start + 1_000 : start + end), isWhole };
}

/**
 * Unclosed Markdown code was read as if inner fences were its end: if the text has an end without inner fences, it is
 * read that way.
 */
function withoutOpenFence(parser: BlockParser, text: string): BlockParser {
  const { fence } = parser.openLeaf;
  if (!fence?.nests) return parser;
  const plain = new BlockParser(fence.line);
  const lines = text.split(/\r\n|\n|\r/);
  for (const [at, line] of lines.entries()) plain.feed(line, lines[at + 1]);
  return plain.openLeaf.fence === undefined ? plain : parser;
}
