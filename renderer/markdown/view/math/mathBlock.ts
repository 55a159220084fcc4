import type { Block } from '../../parse/block.ts';
import { make } from '../dom.ts';
import { PlainView } from '../plain.ts';
import type { Surface } from '../surface.ts';
import type { View } from '../view.ts';
import { name } from '../words.ts';
import { mathElement } from './math.ts';

/** A formula on lines of its own: its TeX while it is being written. */
export class MathView implements View {
  readonly dom = make('div', 'md-formula');
  private readonly surface: Surface;
  private source: PlainView;
  private tex: string | null = null;

  constructor(surface: Surface) {
    this.surface = surface;
    this.dom.tabIndex = 0;
    this.dom.setAttribute('role', 'group');
    name(this.dom, surface.words, 'formula');
    this.source = this.begin();
  }

  fits(block: Block): boolean {
    return block.type === 'math';
  }

  update(block: Block): void {
    if (block.complete) {
      if (this.tex === block.text) return;
      this.tex = block.text;
      this.dom.replaceChildren(mathElement(this.surface, block.text, true));
      return;
    }
    if (this.tex !== null) this.source = this.begin();
    if (!this.source.update(block.text.trimEnd())) this.surface.later(this.source);
  }

  private begin(): PlainView {
    this.tex = null;
    const code = make('code', 'md-tex');
    this.dom.replaceChildren(code);
    return new PlainView(code);
  }
}
