import type { Inline } from '../../../common/markdown/parse/inline.ts';
import { InlineParser } from '../../../common/markdown/parse/inlines.ts';
import { direct } from './direction.ts';
import { make } from './dom.ts';
import { patch, type ShownNode } from './inline.ts';
import type { Surface, Watcher } from './surface.ts';
import type { Unfinished } from './view.ts';

/** Characters of settled text that may be parsed again before they are set aside for good. */
const settleAfter = 1024;
/** Characters parsed and shown in one step. */
const portion = 4_096;

/** The inline content of one element. Text only ever grows at its end: settled content is not touched. */
export class InlineView implements Unfinished, Watcher {
  private readonly surface: Surface;
  private readonly host: HTMLElement;
  private source = '';
  private draft = false;
  private settledAt: number;
  private readonly start: number;
  private shown: ShownNode[] = [];
  private width = portion;
  private known = false;
  /** Start of the current piece, and its element: the first piece has none. */
  private pieceFrom: number;
  /** Weight of its settled content beyond its characters. */
  private extra = 0;
  private piece: HTMLElement | null = null;

  constructor(surface: Surface, host: HTMLElement, start = 0) {
    this.surface = surface;
    this.host = host;
    this.start = start;
    this.settledAt = start;
    this.pieceFrom = start;
  }

  /** Characters read when it is shown again. */
  get size(): number {
    return this.source.length;
  }

  /** @param draft more of this text may follow */
  update(source: string, draft: boolean): void {
    const text = source.trimEnd();
    if (this.known && text === this.source && draft === this.draft) return;
    if (!text.startsWith(this.source.slice(0, this.settledAt))) this.clear();
    this.known = true;
    this.source = text;
    this.draft = draft;
    direct(this.host, text.slice(this.start));
    if (!this.goOn()) this.surface.later(this);
  }

  /** Shows it again from the start, because the values of its labels have changed. */
  redo(): void {
    this.clear();
    if (!this.goOn()) this.surface.later(this);
  }

  goOn(): boolean {
    const { source, surface, settledAt } = this;
    const pieceFrom = this.pieceFrom - this.extra;
    const end = settledAt + this.width;
    const isAll = end >= source.length;
    const text = isAll ? source : source.slice(0, end);
    const parser = new InlineParser(text, settledAt, surface.references, pieceFrom);
    const result = parser.parse(this.draft || !isAll);
    this.patch(result.nodes);
    for (const label of result.labels) surface.watch(label, this);
    if (result.flattened) surface.exceed('nesting');
    if (result.ends) {
      this.beginPiece(result.settledAt);
      return this.settledAt >= source.length;
    }
    if (result.settledAt - settledAt >= settleAfter) {
      this.shown.splice(0, result.settled);
      this.extra += result.extra;
      this.settledAt = result.settledAt;
      this.width = portion;
    } else if (!isAll) this.width *= 2;
    return isAll;
  }

  private patch(nodes: readonly Inline[]): void {
    if (this.piece === null && nodes.length > 0 && this.pieceFrom > this.start) {
      this.piece = make('span', 'md-piece');
      this.host.append(this.piece);
    }
    patch(this.surface, this.piece ?? this.host, this.shown, nodes);
  }

  private beginPiece(at: number): void {
    this.piece?.classList.add('md-settled-piece');
    this.shown = [];
    this.piece = null;
    this.pieceFrom = at;
    this.extra = 0;
    this.settledAt = at;
    this.width = portion;
  }

  private clear(): void {
    for (const { dom } of this.shown) dom.parentNode?.removeChild(dom);
    this.shown = [];
    if (this.settledAt > this.start) {
      const keep = this.host.querySelector(':scope > input');
      this.host.replaceChildren(...(keep ? [keep] : []));
    }
    this.settledAt = this.start;
    this.pieceFrom = this.start;
    this.extra = 0;
    this.piece = null;
    this.width = portion;
  }
}
