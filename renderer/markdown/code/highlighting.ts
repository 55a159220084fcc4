import { colour, isFirst } from './colouring.ts';
import { findGrammar, type Grammar } from './languages.ts';
import { Painting } from './painting.ts';

/** Colours the lines of one code block as they are completed. */
export interface Highlighting {
  /**
   * @param lines the text nodes of all lines
   * @param complete number of lines that will not grow
   * @param ended no more lines will come
   */
  update(lines: readonly Text[], complete: number, ended: boolean): void;
  /** The lines from `keep` on are removed, and the last one kept will change. */
  forget(keep: number): void;
}

const portion = 100;
/** Lines from which a block is painted only in view. */
const long = 200;

let lastId = 0;

/** Null for an unknown language: the code stays plain. */
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
  private readonly painting = new Painting();

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
    this.painting.forget(this.lines.slice(Math.max(0, keep - 1)));
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
      // the request may have been withdrawn meanwhile
      if (id !== this.id) return;
      this.isWaiting = false;
      this.painting.add(batch, coloured, this.lines.length > long);
      this.send();
    });
  }
}
