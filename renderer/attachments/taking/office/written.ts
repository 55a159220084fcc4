import { largestText } from '../../../../preload/contract/chat/attachments.ts';
import { RefusedDocument } from './refusal.ts';

/**
 * The text of a document as it is written down, line by line. What is inside of a cell or a footnote is
 * collected apart and comes back as one piece.
 * @throws RefusedDocument by whatever writes more than a text may have
 */
export class Written {
  readonly #levels: string[][] = [[]];
  #line = '';
  #length = 0;

  /** Adds to the line that is being written. */
  say(text: string): void {
    this.#grow(text.length);
    this.#line += text;
  }

  /** Ends the line; an empty one is left out. @param head put before what it says */
  endLine(head = ''): void {
    const line = this.#line.trimEnd();
    this.#line = '';
    if (line.trim() === '') return;
    this.#grow(head.length + 1);
    this.#levels.at(-1)?.push(head + line);
  }

  /** An empty line, unless there is nothing before it. */
  gap(): void {
    this.endLine();
    const lines = this.#levels.at(-1);
    if (lines !== undefined && lines.length > 0 && lines.at(-1) !== '') lines.push('');
  }

  /** From here on lines are collected apart; what was begun of a line is waiting. */
  open(): void {
    this.#levels.push([this.#line]);
    this.#line = '';
  }

  /** Gives the lines since `open`, and goes on with the line that was begun then. */
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

/** The cells of rows as they come, a tab between them; rows may stand inside of cells. */
export class Rows {
  readonly #written: Written;
  readonly #cells: number[] = [];

  constructor(written: Written) {
    this.#written = written;
  }

  openRow(): void {
    this.#cells.push(0);
  }

  openCell(): void {
    this.#written.open();
  }

  /** @param times how often it stands there; `empty` of them say nothing */
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

/** Lines as one, for a cell of a table: neither tabs nor line ends are left in it. */
export function cellOf(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/[\t\r\n]+/g, ' ')
    .trim();
}
