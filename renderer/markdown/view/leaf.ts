import { InlineParser } from '../parse/inlines.ts';
import { patch, type Shown } from './inline.ts';
import type { Surface, Watcher } from './surface.ts';
import type { Unfinished } from './view.ts';

/** How much settled text may be parsed again before it is laid aside for good. */
const settleAfter = 1024;
/** How much text is parsed and shown in one go. */
const portion = 4_096;

/** The inline content of one element. Text only ever grows at its end: what is settled is not touched. */
export class InlineView implements Unfinished, Watcher {
  private readonly surface: Surface;
  private readonly host: HTMLElement;
  private source = '';
  private draft = false;
  private settledAt: number;
  private readonly start: number;
  private shown: Shown[] = [];
  private width = portion;
  private known = false;

  constructor(surface: Surface, host: HTMLElement, start = 0) {
    this.surface = surface;
    this.host = host;
    this.start = start;
    this.settledAt = start;
  }

  /** @param draft more of this text may come */
  update(source: string, draft: boolean): void {
    const text = source.trimEnd();
    if (this.known && text === this.source && draft === this.draft) return;
    if (!text.startsWith(this.source.slice(0, this.settledAt))) this.clear();
    this.known = true;
    this.source = text;
    this.draft = draft;
    if (!this.goOn()) this.surface.later(this);
  }

  /** Shows it again from the start: what its labels stand for has changed. */
  redo(): void {
    this.clear();
    if (!this.goOn()) this.surface.later(this);
  }

  goOn(): boolean {
    const { source, surface } = this;
    const end = this.settledAt + this.width;
    const isAll = end >= source.length;
    const parser = new InlineParser(
      isAll ? source : source.slice(0, end),
      this.settledAt,
      surface.references,
    );
    const result = parser.parse(this.draft || !isAll);
    patch(surface, this.host, this.shown, result.nodes);
    for (const label of result.labels) surface.watch(label, this);
    if (result.settledAt - this.settledAt >= settleAfter) {
      this.shown.splice(0, result.settled);
      this.settledAt = result.settledAt;
      this.width = portion;
    } else if (!isAll) this.width *= 2;
    return isAll;
  }

  private clear(): void {
    for (const { dom } of this.shown) this.host.removeChild(dom);
    this.shown = [];
    if (this.settledAt > this.start) {
      const keep = this.host.querySelector(':scope > input');
      this.host.replaceChildren(...(keep ? [keep] : []));
    }
    this.settledAt = this.start;
    this.width = portion;
  }
}
