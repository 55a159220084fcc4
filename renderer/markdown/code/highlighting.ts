import { enqueue } from '../work.ts';
import { colour, isFirst } from './colouring.ts';
import { findGrammar, type Grammar } from './languages.ts';
import { type ColouredLine, classes } from './protocol.ts';

/** Colours the lines of one code block as they are completed. */
export interface Highlighting {
  /**
   * @param lines the text nodes of all lines
   * @param complete how many of them will not grow
   * @param ended no more lines will come
   */
  update(lines: readonly Text[], complete: number, ended: boolean): void;
  /** The lines from `keep` on are gone, and the last one kept will change. */
  forget(keep: number): void;
}

const portion = 100;

let lastId = 0;

/** Null when the language is not known: the code stays plain. */
export function createHighlighting(language: string): Highlighting | null {
  const grammar = findGrammar(language);
  return grammar === null || typeof Worker === 'undefined' ? null : new BlockHighlighting(grammar);
}

class BlockHighlighting implements Highlighting {
  private readonly grammar: Grammar;
  private id = 0;
  private lines: readonly Text[] = [];
  private complete = 0;
  private ended = false;
  private sent = 0;
  private isWaiting = false;
  private readonly coloured = new Map<Text, HTMLElement>();

  constructor(grammar: Grammar) {
    this.grammar = grammar;
  }

  update(lines: readonly Text[], complete: number, ended: boolean): void {
    this.lines = lines;
    this.complete = complete;
    this.ended = ended;
    // not in the frame that draws the first code
    if (isFirst()) setTimeout(() => this.send());
    else this.send();
  }

  forget(keep: number): void {
    this.lines.forEach((line, index) => {
      const span = index >= keep - 1 ? this.coloured.get(line) : undefined;
      if (span === undefined) return;
      span.replaceWith(line);
      this.coloured.delete(line);
    });
    this.id = 0;
    this.sent = 0;
    this.isWaiting = false;
  }

  private send(): void {
    if (this.isWaiting || this.sent >= this.complete) return;
    if (this.id === 0) {
      lastId += 1;
      this.id = lastId;
    }
    const { id, grammar, sent } = this;
    const batch = this.lines.slice(sent, Math.min(this.complete, sent + portion));
    this.sent = sent + batch.length;
    this.isWaiting = true;
    const last = this.ended && this.sent >= this.lines.length;
    const lines = batch.map((line) => line.data.replace(/\n$/, ''));
    colour({ id, grammar, lines, last }, (coloured) => {
      // what it was asked for may have been taken back meanwhile
      if (id !== this.id) return;
      this.isWaiting = false;
      this.apply(batch, coloured);
      this.send();
    });
  }

  /** Colours lines a few at a time, and none that the reader has selected. */
  private apply(batch: readonly Text[], coloured: readonly ColouredLine[]): void {
    const few = 10;
    for (let from = 0; from < batch.length; from += few) {
      const lines = batch.slice(from, from + few);
      const [first] = lines;
      const part = first?.parentElement;
      if (!part) continue;
      const run = () => {
        if (isSelected(part)) {
          setTimeout(() => enqueue(part, run), 1_000);
          return;
        }
        for (const [index, line] of lines.entries()) this.paint(line, coloured[from + index] ?? []);
      };
      enqueue(part, run);
    }
  }

  private paint(line: Text, runs: ColouredLine): void {
    if (
      !line.isConnected ||
      this.coloured.has(line) ||
      runs.every((run, at) => at % 2 === 0 || run === 0)
    )
      return;
    const span = document.createElement('span');
    const { data } = line;
    let at = 0;
    for (let index = 0; index < runs.length; index += 2) {
      const end = at + (runs[index] ?? 0);
      const kind = classes[(runs[index + 1] ?? 0) - 1];
      if (kind === undefined) span.append(data.slice(at, end));
      else {
        const token = document.createElement('span');
        token.className = `tok-${kind}`;
        token.textContent = data.slice(at, end);
        span.append(token);
      }
      at = end;
    }
    if (at < data.length) span.append(data.slice(at));
    line.replaceWith(span);
    this.coloured.set(line, span);
  }
}

function isSelected(element: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
