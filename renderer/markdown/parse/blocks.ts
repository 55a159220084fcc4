import {
  type Block,
  type BlockFacts,
  createBlock,
  isEnvironment,
  type LinkTarget,
} from './block.ts';
import { continueBlock } from './continue.ts';
import { endsHtmlBlock } from './html.ts';
import { type Excess, limits } from './limits.ts';
import type { OpenBlocks } from './open.ts';
import { startBlock } from './starts.ts';
import { fitRow, splitRow } from './table.ts';
import { readDefinition } from './target.ts';
import { LineCursor } from './text/cursor.ts';

interface Remembered {
  readonly block: Block;
  readonly open: boolean;
  readonly text: string;
  readonly complete: boolean;
  readonly loose: boolean;
  readonly blankAfter: boolean;
  readonly children: number;
  readonly last: Block | undefined;
  readonly lastIsOpen: boolean;
  readonly rows: number;
}

/** A state of the parser to come back to. */
export interface Mark {
  readonly tip: Block;
  readonly path: readonly Remembered[];
  readonly size: number;
  readonly padding: number;
  readonly lastLine: string;
}

/**
 * The block structure of CommonMark and GFM, line by line: a line is read once and only the blocks on
 * the path to the tip ever change. Lines read after `mark` can be taken back with `restore`, so that an
 * unfinished last line can be shown for what it looks like.
 */
export class BlockParser implements OpenBlocks {
  readonly root = createBlock({ type: 'document', parent: null });
  /** Link reference definitions by normalised label; the first of a label counts. */
  readonly definitions = new Map<string, LinkTarget>();
  /** Footnote definitions by normalised label; the first of a label counts. */
  readonly notes = new Map<string, Block>();
  /** The labels of `definitions`, in their order. */
  readonly labels: string[] = [];
  /** What was left as text because there is too much of it. */
  readonly excess = new Set<Excess>();
  readonly cursor = new LineCursor();
  /** Blocks and cells so far. */
  size = 0;
  /** The line that was last added to a paragraph: the header of a table that begins with the next one. */
  lastLine = '';
  tip: Block = this.root;
  /** The unmatched blocks of the line before were closed, or there are none. */
  allClosed = true;
  /** The line is used up: its content was taken by what it began. */
  used = false;
  private lastMatched: Block = this.root;
  private oldTip: Block = this.root;
  private added: (() => void)[] = [];
  private padding = 0;

  /** Reads a line, without its line ending. */
  feed(line: string): void {
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

  mark(): Mark {
    const path: Remembered[] = [];
    for (let at: Block | null = this.tip; at; at = at.parent) path.push(remember(at));
    this.added = [];
    const { tip, size, padding, lastLine } = this;
    return { tip, path, size, padding, lastLine };
  }

  restore(mark: Mark): void {
    for (const was of mark.path) {
      const { block } = was;
      block.open = was.open;
      block.text = was.text;
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
    this.lastLine = mark.lastLine;
  }

  /** Closes what the line left, before something new begins. */
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

  /** Puts another block in the place of the paragraph at the tip. */
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
    if (block.type === 'code' && !block.fence) block.text = withoutBlankEnd(block.text);
    this.tip = parent ?? this.root;
  }

  /** Takes the link reference definitions off a paragraph's start; true when nothing else is left. */
  takeDefinitions(paragraph: Block): boolean {
    while (paragraph.text.startsWith('[')) {
      const found = readDefinition(paragraph.text);
      if (found === null) break;
      if (!this.definitions.has(found.label)) {
        this.definitions.set(found.label, found.target);
        this.labels.push(found.label);
        this.added.push(() => {
          this.definitions.delete(found.label);
          this.labels.pop();
        });
      }
      paragraph.text = paragraph.text.slice(found.end).replace(/^[ \t]+/, '');
    }
    return paragraph.text.trim() === '';
  }

  private addNote(block: Block): void {
    const label = block.label ?? '';
    if (this.notes.has(label)) return;
    this.notes.set(label, block);
    this.added.push(() => this.notes.delete(label));
  }

  /** An empty line separates what comes next from what was, but not across a quote's edge. */
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
      this.addRow(container, splitRow(cursor.rest()));
    } else if (container.type === 'paragraph' && !cursor.blank) {
      this.lastLine = cursor.rest();
      container.text += container.text === '' ? this.lastLine : `\n${this.lastLine}`;
    } else if (!cursor.blank) {
      this.lastLine = cursor.rest();
      this.add({ type: 'paragraph' }).text = this.lastLine;
    }
  }

  /** Rows get as many cells as there are columns, while that does not make cells of nothing without end. */
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

/** Indented code without the empty lines at its end. */
function withoutBlankEnd(text: string): string {
  let end = text.length;
  for (;;) {
    const before = text.lastIndexOf('\n', end - 2);
    if (end < 2 || before < 0 || !/^[ \t\n]*$/.test(text.slice(before, end))) break;
    end = before + 1;
  }
  return text.slice(0, end);
}

/** Math whose end never came was prose that began like math. */
function takeAsText(math: Block): void {
  const mark = math.closer === '$$' ? '$$' : '\\[';
  const opener = isEnvironment(math) ? '' : mark;
  const { parent } = math;
  const paragraph = createBlock({ type: 'paragraph', parent });
  paragraph.text = `${opener}${math.fragile ? '' : '\n'}${math.text}`.trimEnd();
  paragraph.open = false;
  if (parent) parent.children[parent.children.length - 1] = paragraph;
}

/** Leaves whose lines are taken as they are, without looking for new blocks in them. */
function isVerbatim(block: Block): boolean {
  return block.type === 'code' || block.type === 'html' || block.type === 'math';
}

function canHold(parent: Block, child: BlockFacts['type']): boolean {
  if (parent.type === 'list') return child === 'item';
  return (
    child !== 'item' &&
    (parent.type === 'document' ||
      parent.type === 'quote' ||
      parent.type === 'item' ||
      parent.type === 'note')
  );
}

function remember(block: Block): Remembered {
  return {
    block,
    open: block.open,
    text: block.text,
    complete: block.complete,
    loose: block.loose,
    blankAfter: block.blankAfter,
    children: block.children.length,
    last: block.children.at(-1),
    lastIsOpen: block.children.at(-1)?.open ?? false,
    rows: block.rows.length,
  };
}
