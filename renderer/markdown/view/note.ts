import type { Block } from '../../../common/markdown/parse/block.ts';
import type { Notes } from './notes.ts';
import type { Surface } from './surface.ts';
import type { View } from './view.ts';

interface Content {
  update(block: Block, draft: boolean): void;
}

/** A footnote's definition: nothing in its place, an item at the end of the text. */
export class NoteView implements View {
  readonly dom = document.createComment('');
  private readonly label: string;
  private readonly children: Content;
  private readonly item: HTMLLIElement;
  private readonly notes: Notes;

  constructor(surface: Surface, block: Block, createChildren: (host: HTMLElement) => Content) {
    this.label = block.label ?? '';
    this.notes = surface.notes;
    this.item = this.notes.createItem(this.label);
    this.children = createChildren(this.item);
    const { dom } = this;
    dom.remove = () => {
      this.notes.removeItem(this.label, this.item);
      Comment.prototype.remove.call(dom);
    };
  }

  fits(block: Block): boolean {
    return block.type === 'note' && block.label === this.label;
  }

  update(block: Block, draft: boolean): void {
    this.children.update(block, draft);
  }
}
