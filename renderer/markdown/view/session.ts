import { MarkdownDocument } from '../parse/document.ts';
import type { References } from '../parse/inline.ts';
import { nextFrame, slice } from '../work.ts';
import { Groups } from './groups.ts';
import { Notes } from './notes.ts';
import { Outline } from './outline.ts';
import type { Surface, Watcher } from './surface.ts';
import type { Unfinished } from './view.ts';
import { Children } from './views.ts';
import { translate, type Words } from './words.ts';

/**
 * Shows a growing text in an element, outside React. What does not fit into a slice of time is done in
 * the next frames; what takes long to lay out is updated less often.
 */
export class MarkdownSession implements Surface {
  document = new MarkdownDocument();
  notes: Notes;
  outline: Outline;
  ended = false;
  words: Words;
  readonly prefix: string;
  readonly references: References = {
    definition: (label) => this.document.definitions.get(label),
    note: (label) => !this.ended || this.document.notes.has(label),
  };
  private readonly host: HTMLElement;
  private children: Children;
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly unfinished = new Set<Unfinished>();
  private definitions = 0;
  private text = '';
  private streaming = true;
  private isStale = false;
  private isFinished = false;
  private isTold = false;
  private cancel: (() => void) | null = null;
  private cost = 0;
  private shownAt = 0;

  constructor(host: HTMLElement, prefix: string, words: Words) {
    this.host = host;
    this.prefix = prefix;
    this.words = words;
    this.notes = new Notes(host, prefix, words);
    this.outline = new Outline(host);
    this.children = new Children(this, host, new Groups(this, host));
  }

  /** Shows the text as it is now. */
  update(text: string, streaming: boolean): void {
    if (text === this.text && streaming === this.streaming) return;
    if (!this.document.continues(text) || this.ended) this.reset();
    this.text = text;
    this.streaming = streaming;
    this.isStale = true;
    if (this.cancel === null) this.work();
    this.tell();
  }

  setWords(words: Words): void {
    if (words === this.words) return;
    this.words = words;
    translate(this.host, words);
  }

  close(): void {
    this.cancel?.();
    this.cancel = null;
  }

  /** Something is left to be done in a later frame. */
  get isBusy(): boolean {
    return this.cancel !== null;
  }

  later(view: Unfinished): void {
    this.unfinished.add(view);
  }

  watch(label: string, watcher: Watcher): void {
    const known = this.watchers.get(label);
    if (known) known.add(watcher);
    else this.watchers.set(label, new Set([watcher]));
  }

  private reset(): void {
    this.document = new MarkdownDocument();
    this.ended = false;
    this.isFinished = false;
    this.definitions = 0;
    this.watchers.clear();
    this.unfinished.clear();
    this.host.replaceChildren();
    this.notes = new Notes(this.host, this.prefix, this.words);
    this.outline = new Outline(this.host);
    this.children = new Children(this, this.host, new Groups(this, this.host));
  }

  /** One slice. Goes on in the next frame while there is more. */
  private work(): void {
    this.cancel = null;
    const start = performance.now();
    const wait = this.shownAt + 3 * this.cost - start;
    if (wait > 8 && this.streaming && this.unfinished.size === 0) {
      this.cancel = after(wait, () => this.work());
      return;
    }
    do this.step();
    while (!this.isDone && performance.now() - start < slice);
    this.watchCost(start);
    if (!this.isDone) this.cancel = nextFrame(() => this.work());
    this.tell();
  }

  /** Says on the element whether what it shows is all that there is. */
  private tell(): void {
    if (this.isTold === this.isBusy) return;
    this.isTold = this.isBusy;
    if (this.isBusy) this.host.setAttribute('aria-busy', 'true');
    else this.host.removeAttribute('aria-busy');
  }

  private get isDone(): boolean {
    return !this.isStale && this.unfinished.size === 0;
  }

  private step(): void {
    const [view] = this.unfinished;
    if (view) {
      if (view.goOn()) this.unfinished.delete(view);
      this.finish();
      return;
    }
    const isAll = this.document.read(this.text, this.streaming);
    this.ended = isAll && !this.streaming;
    this.isStale = !isAll;
    this.children.update(this.document.root, !this.ended);
    this.applyDefinitions();
    if (this.ended) {
      this.dropUndefined();
      this.finish();
    }
  }

  /** What can only be done when everything is there. */
  private finish(): void {
    if (!this.ended || this.isFinished || this.unfinished.size > 0) return;
    this.isFinished = true;
    this.later(this.notes.finish());
  }

  /** Shows again what waited for a definition. */
  private applyDefinitions(): void {
    const count = this.document.settledDefinitions;
    if (count === this.definitions) return;
    const fresh = [...this.document.definitions.keys()].slice(this.definitions, count);
    this.definitions = count;
    this.redo(fresh);
  }

  /** Calls of footnotes that never were defined are text. */
  private dropUndefined(): void {
    const calls = [...this.watchers.keys()].filter((label) => label.startsWith('^'));
    this.redo(calls.filter((label) => !this.document.notes.has(label.slice(1))));
  }

  private redo(labels: readonly string[]): void {
    const all = new Set(labels.flatMap((label) => [...(this.watchers.get(label) ?? [])]));
    for (const watcher of all) watcher.redo();
  }

  /** Learns how long showing takes, layout and paint included. */
  private watchCost(start: number): void {
    const own = performance.now() - start;
    this.shownAt = start;
    if (!this.streaming || document.hidden) return;
    requestAnimationFrame(() => {
      const frame = performance.now();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        this.cost = (this.cost + own + performance.now() - frame) / 2;
        this.shownAt = performance.now();
      };
      channel.port2.postMessage(null);
    });
  }
}

function after(wait: number, callback: () => void): () => void {
  const timer = setTimeout(callback, wait);
  return () => clearTimeout(timer);
}
