import type { Block } from '../parse/block.ts';
import { make } from './dom.ts';
import { InlineView } from './leaf.ts';
import type { Surface } from './surface.ts';
import type { View } from './view.ts';
import { name } from './words.ts';

interface Row {
  readonly dom: HTMLTableRowElement;
  readonly cells: readonly InlineView[];
}

/** A table that scrolls sideways when it is too wide. Rows above the last are not touched. */
export class TableView implements View {
  readonly dom = make('div', 'md-table');
  private readonly surface: Surface;
  private readonly head = make('thead');
  private readonly body = make('tbody');
  private readonly rows: Row[] = [];
  private readonly align: string;
  private done = 0;

  constructor(surface: Surface, block: Block) {
    this.surface = surface;
    this.align = JSON.stringify(block.align);
    this.dom.tabIndex = 0;
    this.dom.setAttribute('role', 'group');
    name(this.dom, surface.words, 'table');
    const table = make('table');
    table.append(this.head, this.body);
    this.dom.append(table);
  }

  fits(block: Block): boolean {
    return block.type === 'table' && JSON.stringify(block.align) === this.align;
  }

  update(block: Block, draft: boolean): void {
    const { rows } = block;
    for (let index = Math.min(this.done, rows.length); index < rows.length; index += 1) {
      const isLast = index === rows.length - 1;
      this.row(block, index).cells.forEach((cell, column) => {
        cell.update(rows[index]?.[column] ?? '', draft && isLast);
      });
    }
    for (const extra of this.rows.splice(rows.length)) extra.dom.remove();
    this.body.hidden = rows.length < 2;
    this.done = Math.max(0, rows.length - 2);
  }

  private row(block: Block, index: number): Row {
    const old = this.rows[index];
    if (old) return old;
    const dom = make('tr');
    const cells = (block.align ?? []).map((align) => {
      const cell = make(index === 0 ? 'th' : 'td', align ? `md-${align}` : '');
      if (index === 0) cell.scope = 'col';
      cell.dir = 'auto';
      dom.append(cell);
      return new InlineView(this.surface, cell);
    });
    (index === 0 ? this.head : this.body).append(dom);
    const row = { dom, cells };
    this.rows[index] = row;
    return row;
  }
}
