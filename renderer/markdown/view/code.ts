import { createHighlighting, type Highlighting } from '../code/highlighting.ts';
import type { Block } from '../parse/block.ts';
import { make } from './dom.ts';
import type { Surface } from './surface.ts';
import type { View } from './view.ts';
import { name, say } from './words.ts';

/** Lines in one part of a long block; parts off screen cost the browser nothing. */
const partLength = 40;

/** A code block: its language, what one can do with it, and lines that are only ever added to. */
export class CodeView implements View {
  readonly dom = make('figure', 'md-code');
  private readonly key: string;
  private readonly code = make('code');
  /** What is still being written is not drawn. */
  private draw: HTMLButtonElement | null = null;
  private readonly lines: Text[] = [];
  private text = '';
  private widest = 0;
  private highlighting: Highlighting | null;

  constructor(surface: Surface, block: Block) {
    const { words } = surface;
    this.key = keyOf(block);
    const language = languageOf(block);
    const bar = make('figcaption', 'md-code-bar');
    const label = make('span', 'md-code-language');
    if (language === '') say(label, words, 'code');
    else label.textContent = language;
    bar.append(label);
    const diagram = language === 'mermaid' ? (['draw'] as const) : [];
    for (const action of [...diagram, 'wrap', 'copy', 'save'] as const) {
      const button = make('button', 'md-button');
      if (action === 'draw') this.draw = button;
      button.type = 'button';
      button.dataset.action = action;
      if (action === 'wrap') button.setAttribute('aria-pressed', 'false');
      say(button, words, action);
      bar.append(button);
    }
    const pre = make('pre');
    pre.tabIndex = 0;
    pre.dir = 'ltr';
    pre.setAttribute('role', 'group');
    name(pre, words, 'code', language);
    pre.append(this.code);
    this.dom.append(bar, pre);
    this.dom.dataset.language = language;
    this.highlighting = createHighlighting(language);
  }

  fits(block: Block): boolean {
    return block.type === 'code' && keyOf(block) === this.key;
  }

  update(block: Block, draft: boolean): void {
    const text = block.text.endsWith('\n') ? block.text.slice(0, -1) : block.text;
    if (!text.startsWith(this.text)) this.shorten(text);
    if (text.length > this.text.length) this.append(text.slice(this.text.length));
    this.text = text;
    const complete = draft ? Math.max(0, this.lines.length - 1) : this.lines.length;
    if (this.draw !== null) this.draw.hidden = draft;
    this.highlighting?.update(this.lines, complete, !draft);
  }

  private append(added: string): void {
    const [first = '', ...rest] = added.split('\n');
    const last = this.lines.at(-1);
    if (last) last.appendData(first);
    else this.addLine(first);
    for (const line of rest) {
      this.lines.at(-1)?.appendData('\n');
      this.addLine(line);
    }
    this.measure(this.lines.at(-1)?.data ?? '');
  }

  private addLine(line: string): void {
    const before = this.lines.at(-1);
    if (before) this.measure(before.data);
    const node = document.createTextNode(line);
    const part = this.code.lastElementChild;
    if (part === null || this.lines.length % partLength === 0) {
      part?.classList.add('md-full');
      const fresh = make('span', 'md-part');
      this.code.append(fresh);
      fresh.append(node);
    } else part.append(node);
    this.lines.push(node);
  }

  /** Takes back the lines that `text` does not begin with. */
  private shorten(text: string): void {
    let length = 0;
    while (length < text.length && text.charCodeAt(length) === this.text.charCodeAt(length))
      length += 1;
    const keep = this.text.slice(0, length).split('\n').length - 1;
    this.highlighting?.forget(keep);
    for (const line of this.lines.splice(keep)) line.remove();
    for (const part of [...this.code.children].slice(Math.ceil(keep / partLength))) part.remove();
    this.code.lastElementChild?.classList.toggle('md-full', false);
    const kept = this.lines.map((line) => line.data).join('');
    const last = this.lines.at(-1);
    if (last?.data.endsWith('\n')) last.data = last.data.slice(0, -1);
    this.text = kept.endsWith('\n') ? kept.slice(0, -1) : kept;
  }

  /** Parts off screen have no width of their own: the widest line is told to all. */
  private measure(line: string): void {
    if (this.lines.length <= partLength || line.length * 2 < this.widest) return;
    let columns = 0;
    for (const char of line) columns += char > '\u10ff' ? 2 : char === '\t' ? 4 : 1;
    if (columns <= this.widest) return;
    this.widest = columns;
    this.code.style.setProperty('--md-columns', String(columns));
  }
}

function languageOf(block: Block): string {
  return block.info?.split(/\s/)[0]?.toLowerCase() ?? '';
}

function keyOf(block: Block): string {
  return `${block.fence ? 'fence' : 'indent'} ${languageOf(block)}`;
}

/** The code that a figure shows. */
export function codeOf(figure: Element): string {
  return figure.querySelector('code')?.textContent ?? '';
}
