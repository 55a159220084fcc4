import {
  type Block,
  type BlockFacts,
  canHold,
  createBlock,
  isEnvironment,
  isVerbatim,
  type LinkTarget,
  type SavedBlock,
  saveBlock,
  withoutBlankEnd,
} from './block.ts';
import { continueBlock } from './continue.ts';
import { endsHtmlBlock } from './html.ts';
import { type Excess, limits } from './limits.ts';
import type { OpenBlocks } from './open-blocks.ts';
import { startBlock } from './starts.ts';
import { fitRow, splitRow } from './table.ts';
import { readDefinition } from './target.ts';
import { LineCursor } from './text/cursor.ts';
import { countEquations, equationKey } from './text/equations.ts';

/** A saved state of the parser. */
export interface ParserState {
  readonly tip: Block;
  readonly path: readonly SavedBlock[];
  readonly size: number;
  readonly padding: number;
  readonly equations: number;
  readonly line: number;
  readonly previous: string;
  readonly lastLine: string;
}

/**
 * Parses the block structure of CommonMark and GFM, line by line: a line is read once and only the blocks on the path
 * to the tip ever change. `restore` undoes the lines read after `mark`, so that an unfinished last line can be shown
 * provisionally.
 */
export class BlockParser implements OpenBlocks {
  readonly root = createBlock({ type: 'document', parent: null });
  /** Link reference definitions by normalised label; the first of a label counts. */
  readonly definitions = new Map<string, LinkTarget>();
  /** Footnote definitions by normalised label; the first of a label counts. */
  readonly notes = new Map<string, Block>();
  /** The labels of `definitions`, in their order. */
  readonly labels: string[] = [];
  /** Kinds of content left as text because there is too much of it. */
  readonly excess = new Set<Excess>();
  readonly cursor = new LineCursor();
  readonly plainFrom: number;
  line = 0;
  previous = '';
  next: string | null = null;
  /** Blocks and cells so far. */
  size = 0;
  /** The line last added to a paragraph: the header of a table that begins with the next one. */
  lastLine = '';
  tip: Block = this.root;
  /** The unmatched blocks of the line before were closed, or there are none. */
  allClosed = true;
  /** The line is consumed: its content belongs to the block that it began. */
  used = false;
  private lastMatched: Block = this.root;
  private oldTip: Block = this.root;
  private added: (() => void)[] = [];
  private padding = 0;
  /** Numbered equations so far. */
  private equations = 0;

  /** @param plainFrom fences from this line on contain no others */
  constructor(plainFrom = Number.POSITIVE_INFINITY) {
    this.plainFrom = plainFrom;
  }

  /**
   * Reads a line, without its line ending.
   * @param next the following line, as far as it is available
   */
  feed(line: string, next: string | null = null): void {
    this.next = next;
    this.read(line);
    this.previous = line;
    this.line += 1;
  }

  private read(line: string): void {
    const { cursor } = this;
    cursor.start(line.includes('\0') ? line.replaceAll('\0', '\ufffd') : line);
    this.oldTip = this.tip;
    this.used = false;
    let container = this.root;
    for (;;) {
      const child = container.children.at(-1);
      if (!child?.open) break;
      cursor.find();
      const answer = continueBlock(this, child);
      if (answer === 'done') return;
      if (answer === 'no') break;
      container = child;
    }
    this.allClosed = container === this.oldTip;
    this.lastMatched = container;
    const { blank } = cursor;
    if (blank) this.noteBlank(container);

    while (!isVerbatim(container)) {
      cursor.find();
      const started = startBlock(this, container);
      if (started === null) {
        cursor.skipSpace();
        break;
      }
      container = this.tip;
      if (started === 'leaf') break;
    }
    if (!this.used) this.take(container);
    if (!blank) for (let at: Block | null = this.tip; at; at = at.parent) at.blankAfter = false;
  }

  /** Ends the document. */
  close(): void {
    for (let at: Block | null = this.tip; at; at = at.parent) this.finalise(at);
  }

  /** The innermost block that may continue. */
  get openLeaf(): Block {
    let block = this.root;
    for (let next = block.children.at(-1); next?.open; next = block.children.at(-1)) block = next;
    return block;
  }

  mark(): ParserState {
    const path: SavedBlock[] = [];
    for (let at: Block | null = this.tip; at; at = at.parent) path.push(saveBlock(at));
    this.added = [];
    const { tip, size, padding, equations, line, previous, lastLine } = this;
    return { tip, path, size, padding, equations, line, previous, lastLine };
  }

  restore(mark: ParserState): void {
    for (const was of mark.path) {
      const { block } = was;
      block.open = was.open;
      block.text = was.text;
      block.inner = was.inner;
      block.complete = was.complete;
      block.loose = was.loose;
      block.blankAfter = was.blankAfter;
      block.children.length = was.children;
      if (was.last) block.children[was.children - 1] = was.last;
      block.rows.length = was.rows;
    }
    for (const undo of this.added) undo();
    this.added = [];
    this.tip = mark.tip;
    this.size = mark.size;
    this.padding = mark.padding;
    this.equations = mark.equations;
    this.line = mark.line;
    this.previous = mark.previous;
    this.lastLine = mark.lastLine;
  }

  /** Closes blocks that the line left, before something new begins. */
  closeUnmatched(): void {
    if (this.allClosed) return;
    for (let at = this.oldTip; at !== this.lastMatched; ) {
      const { parent } = at;
      this.finalise(at);
      if (parent === null) break;
      at = parent;
    }
    this.allClosed = true;
  }

  /** Opens a block in the nearest open block that can hold it. */
  add(facts: Omit<BlockFacts, 'parent'>): Block {
    while (!canHold(this.tip, facts.type)) {
      const { parent } = this.tip;
      this.finalise(this.tip);
      if (parent === null) break;
    }
    const parent = this.tip;
    const block = createBlock({ ...facts, parent });
    if (parent.blankAfter && parent.children.length > 0) {
      if (parent.type === 'list') parent.loose = true;
      else if (parent.type === 'item' && parent.parent) parent.parent.loose = true;
    }
    parent.blankAfter = false;
    parent.children.push(block);
    this.tip = block;
    this.size += 1;
    if (block.type === 'note') this.addNote(block);
    return block;
  }

  /** Replaces the paragraph at the tip by another block. */
  replaceTip(facts: Omit<BlockFacts, 'parent'>): Block {
    const { parent } = this.tip;
    const block = createBlock({ ...facts, parent });
    this.tip.open = false;
    if (parent) parent.children[parent.children.length - 1] = block;
    this.tip = block;
    return block;
  }

  finalise(block: Block): void {
    const { parent } = block;
    block.open = false;
    if (block.type === 'paragraph' && this.takeDefinitions(block)) parent?.children.pop();
    if (block.type === 'math' && !block.complete) takeAsText(block);
    else this.number(block);
    if (block.type === 'code' && !block.fence) block.text = withoutBlankEnd(block.text);
    this.tip = parent ?? this.root;
  }

  /** Removes link reference definitions from a paragraph's start; true if nothing else is left. */
  takeDefinitions(paragraph: Block): boolean {
    while (paragraph.text.startsWith('[')) {
      const found = readDefinition(paragraph.text);
      if (found === null) break;
      this.define(found.label, found.target);
      paragraph.text = paragraph.text.slice(found.end).replace(/^[ \t]+/, '');
    }
    return paragraph.text.trim() === '';
  }

  private define(label: string, target: LinkTarget): void {
    if (this.definitions.has(label)) return;
    this.definitions.set(label, target);
    this.labels.push(label);
    this.added.push(() => {
      this.definitions.delete(label);
      this.labels.pop();
    });
  }

  /** Numbers equations, and resolves their labels. */
  private number(block: Block): void {
    block.equations = this.equations;
    const { labels, count } = countEquations(block, this.equations);
    this.equations = count;
    for (const [label, number] of labels)
      this.define(equationKey(label), { href: '', title: number });
  }

  private addNote(block: Block): void {
    const label = block.label ?? '';
    if (this.notes.has(label)) return;
    this.notes.set(label, block);
    this.added.push(() => this.notes.delete(label));
  }

  /** An empty line separates the following content from the previous, but not across a quote's edge. */
  private noteBlank(container: Block): void {
    if (container.type === 'code' && container.fence) return;
    for (let at: Block | null = container; at && at.type !== 'quote'; at = at.parent) {
      at.blankAfter = true;
    }
  }

  private take(container: Block): void {
    const { cursor, tip } = this;
    if (!this.allClosed && !cursor.blank && tip.type === 'paragraph') {
      this.lastLine = cursor.rest();
      tip.text += `\n${this.lastLine}`;
      return;
    }
    this.closeUnmatched();
    if (container.type === 'code' || container.type === 'html') {
      container.text += `${cursor.rest()}\n`;
      if (
        container.htmlKind &&
        endsHtmlBlock(container.htmlKind, cursor.line.slice(cursor.offset))
      ) {
        this.finalise(container);
      }
    } else if (container.type === 'math') {
      container.text += `${cursor.rest()}\n`;
    } else if (container.type === 'table') {
      this.addRow(container, splitRow(cursor.rest(), container.align?.length));
    } else if (container.type === 'paragraph' && !cursor.blank) {
      this.lastLine = cursor.rest();
      container.text += container.text === '' ? this.lastLine : `\n${this.lastLine}`;
    } else if (!cursor.blank) {
      this.lastLine = cursor.rest();
      this.add({ type: 'paragraph' }).text = this.lastLine;
    }
  }

  /** Pads rows to the number of columns, up to a limit of empty cells. */
  addRow(table: Block, cells: readonly string[]): void {
    const columns = table.align?.length ?? 0;
    const missing = Math.max(0, columns - cells.length);
    const isFilled = this.padding + missing <= limits.padding;
    if (isFilled) this.padding += missing;
    const row = fitRow(cells, isFilled ? columns : Math.min(columns, cells.length));
    this.size += row.length;
    table.rows.push(row);
  }
}

/** Math without an end is prose that began like math. */
function takeAsText(math: Block): void {
  const mark = math.closer === '$$' ? '$$' : '\\[';
  const opener = isEnvironment(math) ? '' : mark;
  const { parent } = math;
  const paragraph = createBlock({ type: 'paragraph', parent });
  paragraph.text = `${opener}${math.fragile ? '' : '\n'}${math.text}`.trimEnd();
  paragraph.open = false;
  if (parent) parent.children[parent.children.length - 1] = paragraph;
}
