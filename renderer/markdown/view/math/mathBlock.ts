import type { Block } from '../../../../common/markdown/parse/block.ts';
import {
  equationKey,
  labelsIn,
  texOfBlock,
} from '../../../../common/markdown/parse/text/equations.ts';
import { make } from '../dom.ts';
import { setAccessibleName } from '../labels.ts';
import { PlainView } from '../plain.ts';
import type { Surface, Watcher } from '../surface.ts';
import type { View } from '../view.ts';
import { mathElement } from './math.ts';

/** A display formula; shows its TeX while it is being written. */
export class MathView implements View, Watcher {
  readonly dom = make('div', 'md-formula');
  private readonly surface: Surface;
  private source: PlainView;
  private tex: string | null = null;
  /** Its typeset TeX. */
  private set: string | null = null;
  /** Number of numbered equations before it. */
  private before = 0;

  constructor(surface: Surface) {
    this.surface = surface;
    this.dom.tabIndex = 0;
    this.dom.setAttribute('role', 'group');
    setAccessibleName(this.dom, surface.words, 'formula');
    this.source = this.begin();
  }

  fits(block: Block): boolean {
    return block.type === 'math';
  }

  update(block: Block): void {
    if (block.complete) {
      if (this.tex === block.text && this.before === block.equations) return;
      this.tex = block.text;
      this.before = block.equations;
      for (const label of labelsIn(block.text)) this.surface.watch(equationKey(label), this);
      this.redo();
      return;
    }
    if (this.tex !== null) this.source = this.begin();
    if (!this.source.update(block.text.trimEnd())) this.surface.later(this.source);
  }

  get size(): number {
    return this.tex?.length ?? 0;
  }

  redo(): void {
    const { surface, tex: text, before } = this;
    if (text === null) return;
    const find = (label: string) => surface.references.definition(equationKey(label))?.title;
    const tex = texOfBlock(text, before, find);
    if (tex === this.set) return;
    this.set = tex;
    this.dom.replaceChildren(mathElement(surface, { text, tex, display: true }));
  }

  private begin(): PlainView {
    this.tex = null;
    this.set = null;
    const code = make('code', 'md-tex');
    this.dom.replaceChildren(code);
    return new PlainView(code);
  }
}
