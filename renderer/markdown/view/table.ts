import type { Block } from '../../../common/markdown/parse/block.ts';
import { direct } from './direction.ts';
import { make } from './dom.ts';
import { fitOf } from './fit.ts';
import { setAccessibleName, setLabel } from './labels.ts';
import { InlineView } from './leaf.ts';
import type { Surface } from './surface.ts';
import type { View } from './view.ts';

interface Row {
  readonly dom: HTMLTableRowElement;
  readonly cells: Cell[];
}

interface Cell {
  readonly dom: HTMLElement;
  readonly view: InlineView;
}

/** A table that scrolls sideways if it is too wide, with a copy button. Rows above the last are not touched. */
export class TableView implements View {
  readonly dom = make('div', 'md-table-box');
  private readonly scroller = make('div', 'md-table');
  private readonly tools = make('div', 'md-tools');
  private readonly surface: Surface;
  private readonly head = make('thead');
  private readonly body = make('tbody');
  private readonly rows: Row[] = [];
  private readonly align: string;
  private done = 0;

  constructor(surface: Surface, block: Block) {
    this.surface = surface;
    this.align = JSON.stringify(block.align);
    const { scroller } = this;
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'group');
    setAccessibleName(scroller, surface.words, 'table');
    const table = make('table');
    table.append(this.head, this.body);
    scroller.append(table);
    this.dom.append(scroller, this.tools);
  }

  fits(block: Block): boolean {
    return block.type === 'table' && JSON.stringify(block.align) === this.align;
  }

  update(block: Block, draft: boolean): void {
    const { rows } = block;
    if (this.done === 0) direct(this.scroller, rows[0]?.join(' ') ?? '');
    // tables still being written cannot be copied
    if (!draft && this.tools.firstChild === null) this.offerCopy();
    for (let index = Math.min(this.done, rows.length); index < rows.length; index += 1) {
      const isLast = index === rows.length - 1;
      const texts = rows[index] ?? [];
      this.row(block, index, texts.length).forEach(({ dom, view }, column) => {
        view.update(texts[column] ?? '', draft && isLast);
        dom.dataset.fit = fitOf(dom.textContent);
      });
    }
    for (const extra of this.rows.splice(rows.length)) extra.dom.remove();
    this.body.hidden = rows.length < 2;
    this.done = Math.max(0, rows.length - 2);
  }

  private offerCopy(): void {
    const button = make('button', 'md-button');
    button.type = 'button';
    button.dataset.action = 'copyTable';
    setLabel(button, this.surface.words, 'copyTable');
    this.tools.append(button);
  }

  private row(block: Block, index: number, columns: number): readonly Cell[] {
    const row = this.rows[index] ?? { dom: make('tr'), cells: [] };
    if (this.rows[index] === undefined) {
      this.rows[index] = row;
      (index === 0 ? this.head : this.body).append(row.dom);
    }
    for (let column = row.cells.length; column < columns; column += 1) {
      const align = block.align?.[column];
      const cell = make(index === 0 ? 'th' : 'td', align ? `md-${align}` : '');
      if (index === 0) cell.scope = 'col';
      row.dom.append(cell);
      row.cells.push({ dom: cell, view: new InlineView(this.surface, cell) });
    }
    return row.cells;
  }
}
