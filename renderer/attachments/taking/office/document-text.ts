import { largestText } from '../../../../preload/contract/chat/attachments.ts';
import { RefusedDocument } from './refusal.ts';

/**
 * Collects the text of a document, line by line. The content of a cell or a footnote is collected separately and comes
 * back as one piece.
 * @throws RefusedDocument from every writing call once the text is longer than allowed
 */
export class DocumentText {
  readonly #levels: string[][] = [[]];
  #line = '';
  #length = 0;

  /** Appends to the current line. */
  say(text: string): void {
    this.#grow(text.length);
    this.#line += text;
  }

  /** Ends the line; an empty one is left out. @param head put before its text */
  endLine(head = ''): void {
    const line = this.#line.trimEnd();
    this.#line = '';
    if (line.trim() === '') return;
    this.#grow(head.length + 1);
    this.#levels.at(-1)?.push(head + line);
  }

  /** Adds an empty line, unless there is nothing before it. */
  gap(): void {
    this.endLine();
    const lines = this.#levels.at(-1);
    if (lines !== undefined && lines.length > 0 && lines.at(-1) !== '') lines.push('');
  }

  /** Collects the following lines separately; the current line waits. */
  open(): void {
    this.#levels.push([this.#line]);
    this.#line = '';
  }

  /** Returns the lines since `open`, and continues the line from before it. */
  close(): string[] {
    this.endLine();
    if (this.#levels.length === 1) return [];
    const [waiting = '', ...lines] = this.#levels.pop() ?? [];
    this.#line = waiting;
    return lines;
  }

  text(): string {
    while (this.#levels.length > 1) this.close();
    this.endLine();
    return (this.#levels[0] ?? []).join('\n').trim();
  }

  #grow(by: number): void {
    this.#length += by;
    if (this.#length > largestText) throw new RefusedDocument('document-too-large');
  }
}

/** Collects the cells of rows, separated by tabs; rows may be nested in cells. */
export class Rows {
  readonly #written: DocumentText;
  readonly #cells: number[] = [];

  constructor(written: DocumentText) {
    this.#written = written;
  }

  openRow(): void {
    this.#cells.push(0);
  }

  openCell(): void {
    this.#written.open();
  }

  /** @param times how often the cell repeats; `empty` further cells have no text */
  closeCell({ times = 1, empty = 0 } = {}): void {
    const cell = cellOf(this.#written.close());
    for (let count = 0; count < times + empty; count += 1) {
      const before = this.#cells.pop() ?? 0;
      this.#cells.push(before + 1);
      this.#written.say(`${before === 0 ? '' : '\t'}${count < times ? cell : ''}`);
    }
  }

  closeRow(): void {
    this.#cells.pop();
    this.#written.endLine();
  }
}

/** Joins lines for a table cell, without tabs and line ends. */
export function cellOf(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/[\t\r\n]+/g, ' ')
    .trim();
}
