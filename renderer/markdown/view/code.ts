import { readInfo } from '../../../common/markdown/info-string.ts';
import type { Block } from '../../../common/markdown/parse/block.ts';
import { legible } from '../../ui/index.ts';
import { createHighlighting, type Highlighting } from '../code/highlighting.ts';
import { isLanguage } from '../code/languages.ts';
import { make, setText } from './dom.ts';
import { setAccessibleName, setLabel } from './labels.ts';
import type { Surface } from './surface.ts';
import type { View } from './view.ts';

/** Lines in one part of a long block; the browser skips parts off screen. */
const partLength = 40;
/** Maximum characters of a row. A longer line, which no code has, continues in the next row. */
const rowLength = 4_096;
/** Maximum columns of reserved width. */
const mostColumns = 10_000;

/** Source code by figure: its rows may contain characters that are not in the code (`legible`). */
const sources = new WeakMap<Element, CodeView>();

/** A code block: its language, its buttons, and lines that are only ever appended. */
export class CodeView implements View {
  readonly dom = make('figure', 'md-code');
  private readonly key: string;
  private readonly code = make('code');
  /** The button is missing while the code is still being written. */
  private draw: HTMLButtonElement | null = null;
  /** Each is a line, or a part of a long one. */
  private readonly rows: Text[] = [];
  /** Their start positions in the text. */
  private readonly starts: number[] = [];
  /** Their widths in columns. */
  private readonly widths: number[] = [];
  private text = '';
  private widest = 0;
  private room = 0;
  private highlighting: Highlighting | null;

  constructor(surface: Surface, block: Block) {
    const { words } = surface;
    this.key = keyOf(block);
    const { language, file } = readInfo(block.info ?? '', isLanguage);
    const bar = make('figcaption', 'md-code-bar');
    const label = make('span', 'md-code-language');
    if (language === '') setLabel(label, words, 'code');
    else label.textContent = language;
    bar.append(label);
    if (file !== '') {
      const path = make('span', 'md-code-file');
      path.dir = 'ltr';
      path.title = file;
      path.textContent = legible(file);
      bar.append(path);
      this.dom.dataset.file = file;
    }
    const diagram = language === 'mermaid' ? (['draw'] as const) : [];
    for (const action of [...diagram, 'wrap', 'copy', 'save'] as const) {
      const button = make('button', 'md-button');
      if (action === 'draw') this.draw = button;
      button.type = 'button';
      button.dataset.action = action;
      if (action === 'wrap') button.setAttribute('aria-pressed', 'false');
      setLabel(button, words, action);
      bar.append(button);
    }
    const pre = make('pre');
    pre.tabIndex = 0;
    pre.dir = 'ltr';
    pre.setAttribute('role', 'group');
    setAccessibleName(pre, words, 'code', language);
    pre.append(this.code);
    this.dom.append(bar, pre);
    this.dom.dataset.language = language;
    this.highlighting = createHighlighting(language);
    sources.set(this.dom, this);
  }

  get source(): string {
    return this.text;
  }

  fits(block: Block): boolean {
    return block.type === 'code' && keyOf(block) === this.key;
  }

  update(block: Block, draft: boolean): void {
    const text = block.text.endsWith('\n') ? block.text.slice(0, -1) : block.text;
    if (!text.startsWith(this.text)) this.shorten(text);
    if (text.length > this.text.length) this.append(text);
    this.makeRoom();
    const complete = draft ? Math.max(0, this.rows.length - 1) : this.rows.length;
    if (this.draw !== null) this.draw.hidden = draft;
    this.highlighting?.update(this.rows, complete, !draft);
  }

  private append(text: string): void {
    this.text = text;
    const begun = this.starts.at(-1) ?? 0;
    let start = this.rows.length === 0 ? 0 : rowEnd(text, begun);
    const last = this.rows.at(-1);
    if (last) setText(last, legible(text.slice(begun, start)));
    while (start < text.length || (start === text.length && text.charAt(start - 1) === '\n')) {
      const end = rowEnd(text, start);
      this.addRow(start, end);
      if (end === start) break;
      start = end;
    }
    if (this.rows.length === 0) this.addRow(0, 0);
    this.measureLast(text.length);
  }

  private addRow(start: number, end: number): void {
    this.measureLast(start);
    const node = document.createTextNode(legible(this.text.slice(start, end)));
    const part = this.code.lastElementChild;
    const isContinued = start > 0 && this.text.charAt(start - 1) !== '\n';
    if (part === null || this.rows.length % partLength === 0 || isContinued) {
      part?.classList.add('md-full');
      const fresh = make('span', 'md-part');
      this.code.append(fresh);
      fresh.append(node);
    } else part.append(node);
    this.rows.push(node);
    this.starts.push(start);
  }

  /** Removes rows that differ from `text`. */
  private shorten(text: string): void {
    let length = 0;
    while (length < text.length && text.charCodeAt(length) === this.text.charCodeAt(length))
      length += 1;
    let keep = this.rows.length;
    while (keep > 0 && rowEnd(this.text, this.starts[keep - 1] ?? 0) > length) keep -= 1;
    this.highlighting?.forget(keep);
    for (const row of this.rows.splice(keep)) row.remove();
    const kept = this.starts.splice(keep)[0] ?? this.text.length;
    this.widths.splice(keep);
    this.widest = this.widths.reduce((most, columns) => Math.max(most, columns), 0);
    for (const part of [...this.code.children].reverse()) {
      if (part.firstChild !== null) break;
      part.remove();
    }
    this.code.lastElementChild?.classList.toggle('md-full', false);
    this.text = this.text.slice(0, kept);
  }

  /** Measures the last row, given its current end. */
  private measureLast(end: number): void {
    const start = this.starts.at(-1);
    if (start === undefined) return;
    let columns = 0;
    for (let at = start; at < end; at += 1) {
      const char = this.text.charAt(at);
      columns += char > '\u10ff' ? 2 : char === '\t' ? 4 : 1;
    }
    this.widths[this.starts.length - 1] = columns;
    this.widest = Math.max(this.widest, columns);
  }

  /** Parts off screen have no width of their own: the widest line sets the width of all. */
  private makeRoom(): void {
    const room = this.rows.length > partLength ? Math.min(this.widest, mostColumns) : 0;
    if (room === this.room) return;
    this.room = room;
    if (room > 0) this.code.style.setProperty('--md-columns', String(room));
    else this.code.removeAttribute('style');
  }
}

/** Returns the end of the row at a position: after its line ending, or at the maximum length. */
function rowEnd(text: string, start: number): number {
  const most = start + rowLength;
  const line = text.slice(start, most).indexOf('\n');
  if (line >= 0) return start + line + 1;
  if (text.length <= most) return text.length;
  return (text.charCodeAt(most) & 0xfc00) === 0xdc00 ? most - 1 : most;
}

function keyOf({ fence, info = '' }: Block): string {
  const { language, file } = readInfo(info, isLanguage);
  return `${fence ? 'fence' : 'indent'} ${language} ${file}`;
}

/** Returns the code of a figure. */
export function codeOf(figure: Element): string {
  return sources.get(figure)?.source ?? '';
}
