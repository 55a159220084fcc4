import { make } from './dom.ts';
import type { Ending } from './ending.ts';
import { type Labels, setAccessibleName, setLabel } from './labels.ts';
import type { Unfinished } from './view.ts';

/** Notes that get their links back in one step. */
const portion = 20;
/** Maximum links back from one note: to the first calls. */
const mostReturns = 20;

/**
 * The footnotes of a text: calls are numbered in order of appearance, definitions follow at the end by number, wherever
 * they are in the text. While a text grows, calls count as defined; `finish` corrects undefined ones.
 */
export class Notes {
  readonly section = make('section', 'md-notes');
  private readonly list = make('ol');
  private readonly host: HTMLElement;
  private readonly prefix: string;
  private readonly numbers = new Map<string, number>();
  private readonly items = new Map<string, HTMLLIElement>();
  private readonly words: Labels;
  private readonly ending: Ending;
  /** The items of the list, in order. */
  private placed: HTMLLIElement[] = [];

  constructor(host: HTMLElement, prefix: string, words: Labels, ending: Ending) {
    this.host = host;
    this.prefix = prefix;
    this.words = words;
    this.ending = ending;
    const title = make('h3', 'md-notes-title');
    setLabel(title, words, 'footnotes');
    this.section.append(title, this.list);
  }

  createCall(label: string): HTMLElement {
    const call = make('sup', 'md-call');
    const link = make('a');
    link.dataset.note = label;
    link.href = `#${this.itemId(label)}`;
    link.setAttribute('role', 'doc-noteref');
    const number = this.numberOf(label);
    link.textContent = String(number);
    setAccessibleName(link, this.words, 'footnote', String(number));
    call.append(link);
    return call;
  }

  /** Creates the item of a definition; it enters the list when it is first called. */
  createItem(label: string): HTMLLIElement {
    const item = make('li');
    item.id = this.itemId(label);
    item.tabIndex = -1;
    if (!this.items.has(label)) {
      this.items.set(label, item);
      if (this.numbers.has(label)) this.place(label, item);
    }
    return item;
  }

  removeItem(label: string, item: HTMLLIElement): void {
    const at = this.placed.lastIndexOf(item);
    if (at >= 0) this.placed.splice(at, 1);
    item.remove();
    if (this.items.get(label) === item) this.items.delete(label);
  }

  /** Numbers everything in text order; the returned task adds the links back, a few at a time. */
  finish(): Unfinished {
    this.numbers.clear();
    const calls = new Map<string, HTMLAnchorElement[]>();
    const queue: ParentNode[] = [];
    const visit = (root: ParentNode) => {
      for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-note]')) {
        if (root === this.host && this.section.contains(link)) continue;
        const label = link.dataset.note ?? '';
        const known = calls.get(label);
        if (known) known.push(link);
        else {
          calls.set(label, [link]);
          this.numbers.set(label, this.numbers.size + 1);
          const item = this.items.get(label);
          if (item) queue.push(item);
        }
        this.number(link, label, known ? known.length : 1);
      }
    };
    visit(this.host);
    for (let item = queue.shift(); item; item = queue.shift()) visit(item);
    const items = [...this.numbers.keys()].flatMap((label) => this.items.get(label) ?? []);
    const isInOrder =
      this.list.childElementCount === items.length &&
      items.every((item, index) => item.previousElementSibling === (items[index - 1] ?? null));
    if (!isInOrder) {
      this.list.replaceChildren();
      for (const item of items) this.list.append(item);
    }
    this.placed = items;
    this.attach();
    const left = [...calls].reverse();
    return {
      goOn: () => {
        for (const [label, links] of left.splice(-portion).reverse()) this.addReturns(label, links);
        return left.length === 0;
      },
    };
  }

  private number(link: HTMLAnchorElement, label: string, count: number): void {
    const number = String(this.numberOf(label));
    if (link.textContent !== number) link.textContent = number;
    setAccessibleName(link, this.words, 'footnote', number);
    link.id = `${this.prefix}-call-${this.numberOf(label)}${count > 1 ? `-${count}` : ''}`;
  }

  private addReturns(label: string, links: readonly HTMLAnchorElement[]): void {
    const item = this.items.get(label);
    if (!item) return;
    const last = item.lastElementChild?.tagName === 'P' ? item.lastElementChild : item;
    for (const old of item.querySelectorAll('.md-return')) old.remove();
    for (const link of links.slice(0, mostReturns)) {
      const back = make('a', 'md-return');
      back.href = `#${link.id}`;
      back.textContent = '↩';
      back.setAttribute('role', 'doc-backlink');
      setAccessibleName(back, this.words, 'backToText', link.textContent ?? '');
      last.append(' ', back);
    }
  }

  private numberOf(label: string): number {
    const known = this.numbers.get(label);
    if (known !== undefined) return known;
    const number = this.numbers.size + 1;
    this.numbers.set(label, number);
    const item = this.items.get(label);
    if (item) this.place(label, item);
    return number;
  }

  /** Inserts an item after the last one with a smaller number; usually that is the last of all. */
  private place(label: string, item: HTMLLIElement): void {
    const number = this.numbers.get(label) ?? 0;
    item.value = number;
    let low = 0;
    let high = this.placed.length;
    if ((this.placed.at(-1)?.value ?? 0) < number) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.placed[middle]?.value ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    this.list.insertBefore(item, this.placed[low] ?? null);
    this.placed.splice(low, 0, item);
    this.attach();
  }

  /** Returns the reference node for an element's blocks: the footnotes come last. */
  endOf(host: HTMLElement): Node | null {
    return this.section.parentNode === host ? this.section : this.ending.place;
  }

  private attach(): void {
    const has = this.list.childElementCount > 0;
    if (has !== this.section.isConnected || this.section.parentNode !== this.host) {
      if (has) this.host.insertBefore(this.section, this.ending.place);
      else this.section.remove();
    }
  }

  private itemId(label: string): string {
    return `${this.prefix}-note-${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;
  }
}
