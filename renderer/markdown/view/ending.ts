import type { Excess } from '../../../common/markdown/parse/limits.ts';
import { direct } from './direction.ts';
import { make } from './dom.ts';
import { type LabelName, type Labels, setLabel } from './labels.ts';
import { PlainView } from './plain.ts';

/** Messages for content left as text. */
const sentences = { nesting: 'nestedAsText', cells: 'cellsAsText' } as const satisfies Record<
  Excess,
  LabelName
>;

/** The end of a text: messages about content that could not be drawn, and that content as text. */
export class Ending {
  private readonly host: HTMLElement;
  private readonly words: Labels;
  private readonly dom = make('div', 'md-ending');
  private readonly remarks = new Set<LabelName>();
  private rest: PlainView | null = null;

  constructor(host: HTMLElement, words: Labels) {
    this.host = host;
    this.words = words;
  }

  /** The reference node for content before this; null while there is nothing. */
  get place(): Node | null {
    return this.dom.parentNode === this.host ? this.dom : null;
  }

  exceed(excess: Excess): void {
    this.say(sentences[excess]);
  }

  /** Shows a text unformatted, with the reason. Null if all of it is shown, else the view that shows more. */
  show(text: string, why: 'restAsText' | 'allAsText'): PlainView | null {
    if (text === '') return null;
    this.say(why);
    if (this.rest === null) {
      const body = make('div', 'md-plain');
      direct(body, text);
      this.dom.append(body);
      this.rest = new PlainView(body);
    }
    return this.rest.update(text) ? null : this.rest;
  }

  private say(word: LabelName): void {
    if (this.remarks.has(word)) return;
    this.remarks.add(word);
    const remark = make('p', 'md-remark');
    remark.setAttribute('role', 'note');
    setLabel(remark, this.words, word);
    // remarks about the text before it go above the text that follows
    this.dom.insertBefore(remark, this.dom.querySelector('.md-plain'));
    this.host.append(this.dom);
  }
}
