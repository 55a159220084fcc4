import { MarkdownDocument } from '../../../common/markdown/parse/document.ts';
import type { References } from '../../../common/markdown/parse/inline.ts';
import type { Excess } from '../../../common/markdown/parse/limits.ts';
import { nextFrame, slice } from '../work.ts';
import { Budget } from './budget.ts';
import { Ending } from './ending.ts';
import { Groups } from './groups.ts';
import { type Labels, translateLabels } from './labels.ts';
import { LongWords } from './longWords.ts';
import { Notes } from './notes.ts';
import { Outline } from './outline.ts';
import { Pace } from './pace.ts';
import type { PlaceOf, Surface, Watcher } from './surface.ts';
import type { Unfinished } from './view.ts';
import { Children } from './views.ts';

/**
 * Budget of characters shown again because of a late definition: a factor of the text's length, and a free amount.
 * Beyond it, references are updated when the text is complete.
 */
const redoing = { share: 4, free: 65_536 } as const;

/**
 * Shows a growing text in an element, outside React. Work beyond a time slice continues in the next frames; text with
 * slow layout is updated less often.
 */
export class MarkdownSession implements Surface {
  document = new MarkdownDocument();
  notes: Notes;
  outline: Outline;
  budget = new Budget();
  ended = false;
  words: Labels;
  readonly prefix: string;
  readonly placeOf: PlaceOf;
  readonly references: References = {
    definition: (label) => this.document.definitions.get(label),
    note: (label) => !this.ended || this.document.notes.has(label),
    breaks: () => this.breaks,
  };
  private readonly host: HTMLElement;
  private children: Children;
  private ending: Ending;
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly unfinished = new Set<Unfinished>();
  private definitions = 0;
  private redone = 0;
  private text = '';
  private streaming = true;
  private breaks = false;
  private hasGrown = false;
  private isStale = false;
  private isFinished = false;
  /** It could not be drawn: all of it is shown as text. */
  private isFailed = false;
  private isTold = false;
  private cancel: (() => void) | null = null;
  private isResting = false;
  private readonly pace = new Pace();
  private readonly longWords = new LongWords();

  constructor(host: HTMLElement, prefix: string, words: Labels, placeOf: PlaceOf = () => null) {
    this.host = host;
    this.placeOf = placeOf;
    this.prefix = prefix;
    this.words = words;
    this.ending = new Ending(host, words);
    this.notes = new Notes(host, prefix, words, this.ending);
    this.outline = new Outline(host);
    this.children = new Children(this, host, new Groups(this, host));
  }

  /** Shows the current text. */
  update(text: string, streaming: boolean): void {
    if (text === this.text && streaming === this.streaming) return;
    if (!this.goesOn(text)) this.reset();
    this.text = text;
    this.host.classList.toggle('md-long-words', this.longWords.in(text));
    this.streaming = streaming;
    this.hasGrown ||= streaming;
    this.isStale = true;
    if (this.cancel === null) this.work();
    // the end of a text waits for nothing
    else if (this.isResting && (!streaming || this.pace.isWorthAFrame(text.length))) this.goOn();
    this.tell();
  }

  setWords(words: Labels): void {
    if (words === this.words) return;
    this.words = words;
    translateLabels(this.host, words);
  }

  /** Sets whether single line endings break the line; shows the text again. */
  setBreaks(breaks: boolean): void {
    if (breaks === this.breaks) return;
    this.breaks = breaks;
    if (this.text === '') return;
    this.reset();
    this.isStale = true;
    if (this.cancel === null) this.work();
    this.tell();
  }

  close(): void {
    this.cancel?.();
    this.cancel = null;
  }

  /** Work is left for a later frame. */
  get isBusy(): boolean {
    return this.cancel !== null;
  }

  exceed(excess: Excess): void {
    this.ending.exceed(excess);
  }

  later(view: Unfinished): void {
    this.unfinished.add(view);
  }

  watch(label: string, watcher: Watcher): void {
    const known = this.watchers.get(label);
    if (known) known.add(watcher);
    else this.watchers.set(label, new Set([watcher]));
  }

  /** Whether a text continues the shown one. */
  private goesOn(text: string): boolean {
    if (this.isFailed) return text.startsWith(this.text);
    const isClosed = this.ended && this.document.restAt === null;
    return !isClosed && this.document.continues(text);
  }

  private reset(): void {
    this.document = new MarkdownDocument();
    this.ended = false;
    this.isFinished = false;
    this.isFailed = false;
    this.pace.reset();
    this.longWords.reset();
    this.definitions = 0;
    this.redone = 0;
    this.budget = new Budget();
    this.watchers.clear();
    this.unfinished.clear();
    this.host.replaceChildren();
    this.ending = new Ending(this.host, this.words);
    this.notes = new Notes(this.host, this.prefix, this.words, this.ending);
    this.outline = new Outline(this.host);
    this.children = new Children(this, this.host, new Groups(this, this.host));
  }

  /** Keeps a drawing error from affecting anything but this text's formatting. */
  private work(): void {
    try {
      this.workOn();
    } catch (cause) {
      reportError(cause);
      this.reset();
      this.isFailed = true;
      this.ended = true;
      this.isStale = true;
      this.cancel = nextFrame(() => this.work());
    }
    this.tell();
  }

  /** Runs one slice. Continues in the next frame while there is more. */
  private workOn(): void {
    this.cancel = null;
    this.isResting = false;
    const { pace, text } = this;
    const wait = this.streaming ? pace.restLeft(text.length) : 0;
    if (wait > 0) {
      this.isResting = true;
      this.cancel = after(wait, () => this.goOn());
      return;
    }
    const start = performance.now();
    const waiting = text.length - this.document.readTo;
    const most = this.hasGrown ? pace.stepsFor(waiting) : Number.POSITIVE_INFINITY;
    let steps = 0;
    do {
      this.step();
      steps += 1;
    } while (!this.isDone && steps < most && performance.now() - start < slice);
    pace.watchCost(start, this.streaming);
    pace.showed(text.length, this.isDone);
    if (!this.isDone) this.cancel = nextFrame(() => this.work());
  }

  /** Continues after a pause: in a frame, so that its layout follows and no key press in between waits for it. */
  private goOn(): void {
    this.cancel?.();
    this.isResting = false;
    if (this.streaming) this.cancel = nextFrame(() => this.work());
    else this.work();
  }

  /** Sets on the element whether the text is shown completely. */
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
    if (this.isFailed || this.document.restAt !== null) {
      this.showRest();
      return;
    }
    const isAll = this.document.read(this.text, this.streaming);
    const hasRest = this.document.restAt !== null;
    this.ended = isAll && (!this.streaming || hasRest);
    this.isStale = !isAll || hasRest;
    this.children.update(this.document.root, !this.ended);
    for (const excess of this.document.excess) this.exceed(excess);
    this.applyDefinitions();
    if (this.ended) {
      this.dropUndefined();
      this.finish();
    }
  }

  /** Shows undrawn text unformatted. */
  private showRest(): void {
    this.isStale = false;
    const unfinished = this.isFailed
      ? this.ending.show(this.text, 'allAsText')
      : this.ending.show(this.text.slice(this.document.restAt ?? 0), 'restAsText');
    if (unfinished !== null) this.later(unfinished);
  }

  /** Finishes steps that need the whole text. */
  private finish(): void {
    if (!this.ended || this.isFinished || this.unfinished.size > 0) return;
    this.isFinished = true;
    this.later(this.notes.finish());
  }

  /** Shows references again after their definition. */
  private applyDefinitions(): void {
    const count = this.document.settledDefinitions;
    if (count === this.definitions) return;
    const most = redoing.free + redoing.share * this.text.length;
    if (!this.ended && this.redone > most) return;
    const fresh = this.document.labels.slice(this.definitions, count);
    this.definitions = count;
    this.redo(fresh);
  }

  /** Turns calls of undefined footnotes into text. */
  private dropUndefined(): void {
    const calls = [...this.watchers.keys()].filter((label) => label.startsWith('^'));
    this.redo(calls.filter((label) => !this.document.notes.has(label.slice(1))));
  }

  private redo(labels: readonly string[]): void {
    const all = new Set(labels.flatMap((label) => [...(this.watchers.get(label) ?? [])]));
    for (const watcher of all) {
      this.redone += watcher.size;
      watcher.redo();
    }
  }
}

function after(wait: number, callback: () => void): () => void {
  const timer = setTimeout(callback, wait);
  return () => clearTimeout(timer);
}
