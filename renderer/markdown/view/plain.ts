import { legible, partEnd } from '../../ui/index.ts';
import { make, setText } from './dom.ts';
import type { Unfinished } from './view.ts';

/** Parts created in one step. */
const portion = 16;

/** An unformatted text of any length, in parts; those off screen are not laid out. */
export class PlainView implements Unfinished {
  private readonly host: HTMLElement;
  private text = '';
  private from = 0;
  private last: Text | null = null;

  constructor(host: HTMLElement) {
    this.host = host;
  }

  /** Shows a text; false if more is left: `goOn` shows it. */
  update(text: string): boolean {
    if (!text.startsWith(this.text.slice(0, this.from))) {
      this.host.replaceChildren();
      this.from = 0;
      this.last = null;
    }
    this.text = text;
    return this.goOn();
  }

  goOn(): boolean {
    const { text } = this;
    for (let count = 0; count < portion; count += 1) {
      const end = partEnd(text, this.from);
      this.show(text.slice(this.from, end ?? text.length));
      if (end === null) return true;
      this.from = end;
      this.last = null;
    }
    return false;
  }

  private show(part: string): void {
    if (this.last === null) {
      this.last = document.createTextNode('');
      if (this.from === 0) this.host.append(this.last);
      else {
        const element = make('span', 'long-text-part');
        element.append(this.last);
        this.host.append(element);
      }
    }
    setText(this.last, legible(part));
  }
}
