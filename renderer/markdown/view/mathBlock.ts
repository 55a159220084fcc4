import type { Block } from '../parse/block.ts';
import { make, setText } from './dom.ts';
import { mathElement } from './math.ts';
import type { Surface } from './surface.ts';
import type { View } from './view.ts';
import { name } from './words.ts';

/** A formula on lines of its own: its TeX while it is being written. */
export class MathView implements View {
  readonly dom = make('div', 'md-formula');
  private readonly source = document.createTextNode('');
  private tex: string | null = null;

  constructor(surface: Surface) {
    this.dom.tabIndex = 0;
    this.dom.setAttribute('role', 'group');
    name(this.dom, surface.words, 'formula');
    this.begin();
  }

  fits(block: Block): boolean {
    return block.type === 'math';
  }

  update(block: Block): void {
    if (block.complete) {
      if (this.tex === block.text) return;
      this.tex = block.text;
      this.dom.replaceChildren(mathElement(block.text, true));
      return;
    }
    if (this.tex !== null) this.begin();
    setText(this.source, block.text.trimEnd());
  }

  private begin(): void {
    this.tex = null;
    const code = make('code', 'md-tex');
    code.append(this.source);
    this.dom.replaceChildren(code);
  }
}
