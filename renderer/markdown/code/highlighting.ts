import { startWorker } from '../../client/trusted.ts';
import { enqueue } from '../work.ts';
import { findGrammar, type Grammar } from './languages.ts';
import { type ColouredLine, classes, type Request, type Response } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

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

let worker: Worker | null = null;
let lastId = 0;
const receivers = new Map<number, (lines: readonly ColouredLine[]) => void>();

/** One worker serves all code on the page; it is made when there first is code. */
function post(request: Request): void {
  if (worker === null) {
    worker = startWorker(workerAddress);
    worker.addEventListener('message', ({ data }: MessageEvent<Response>) => {
      receivers.get(data.id)?.(data.lines);
    });
  }
  worker.postMessage(request);
}

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
    // making the worker takes 10 ms: not in the frame that draws the first code
    if (worker === null) setTimeout(() => this.send());
    else this.send();
  }

  forget(keep: number): void {
    this.lines.forEach((line, index) => {
      const span = index >= keep - 1 ? this.coloured.get(line) : undefined;
      if (span === undefined) return;
      span.replaceWith(line);
      this.coloured.delete(line);
    });
    receivers.delete(this.id);
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
    receivers.set(id, (coloured) => {
      this.isWaiting = false;
      receivers.delete(id);
      this.apply(batch, coloured);
      this.send();
    });
    const last = this.ended && this.sent >= this.lines.length;
    post({ id, grammar, lines: batch.map((line) => line.data.replace(/\n$/, '')), last });
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
