import type { Block } from '../../../common/markdown/parse/block.ts';
import { beginsSupportedTag } from '../../../common/markdown/parse/html.ts';
import {
  alertMark,
  markLength,
  readAlert,
  taskMark,
} from '../../../common/markdown/parse/marks.ts';
import { direct } from './direction.ts';
import { make } from './dom.ts';
import { headingTag } from './html/raw.ts';
import { InlineView } from './leaf.ts';
import { PlainView } from './plain.ts';
import type { Surface } from './surface.ts';
import type { View } from './view.ts';

/** Returns a key: blocks with the same key can reuse one element. */
export function keyOf(block: Block): string {
  const { type, kind, level } = block;
  const task = taskMark(block);
  const alert = type === 'quote' ? readAlert(block)?.kind : alertMark(block);
  const list = kind?.ordered ? `ordered ${kind.start}` : '';
  return `${type} ${list} ${level ?? ''} ${task} ${alert ?? ''}`;
}

export function isTask(block: Block | undefined): boolean {
  return block !== undefined && taskMark(block) !== '';
}

type LeafTag = 'p' | 'hr' | ReturnType<typeof headingTag>;

function leafTag({ type, level = 1 }: Block): LeafTag {
  if (type === 'rule') return 'hr';
  return type === 'heading' ? headingTag(level) : 'p';
}

/** A paragraph, a heading, a rule, or raw HTML without supported elements. */
export class LeafView implements View {
  readonly dom: HTMLElement;
  private readonly key: string;
  private readonly content: InlineView;
  private readonly raw: PlainView | null;
  private readonly surface: Surface;
  private readonly isLeft: boolean;
  private isPlaced = false;

  /** @param isLeft it is supported raw HTML, left as text because of a limit */
  constructor(surface: Surface, block: Block, isLeft: boolean) {
    this.surface = surface;
    this.key = keyOf(block);
    this.isLeft = isLeft;
    this.dom = make(leafTag(block), block.type === 'html' ? 'md-html-block' : '');
    if (block.type === 'heading') this.dom.classList.add(`md-h${block.level}`);
    const mark = taskMark(block);
    this.raw = block.type === 'html' ? new PlainView(this.dom) : null;
    if (mark !== '') {
      const box = make('input');
      box.type = 'checkbox';
      box.disabled = true;
      box.defaultChecked = mark === '[x]';
      box.setAttribute('aria-label', surface.words[mark === '[x]' ? 'done' : 'open']);
      box.dataset.name = mark === '[x]' ? 'done' : 'open';
      this.dom.append(box);
    }
    this.content = new InlineView(surface, this.dom, markLength(block));
  }

  fits(block: Block): boolean {
    return keyOf(block) === this.key && beginsSupportedTag(block) === this.isLeft;
  }

  update(block: Block, draft: boolean): void {
    if (block.type === 'heading' && !this.isPlaced) {
      this.isPlaced = true;
      this.surface.outline.place(this.dom, block.level ?? 1);
    }
    if (this.raw) {
      direct(this.dom, block.text);
      if (!this.raw.update(block.text.trimEnd())) this.surface.later(this.raw);
    } else if (block.type !== 'rule') {
      const isDefinition = draft && block.type === 'paragraph' && /^\[[^\]]*\]:/.test(block.text);
      this.content.update(isDefinition ? '' : block.text, draft);
    }
  }
}
