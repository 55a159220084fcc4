import { htmlText } from './html.ts';
import { inlineText, type Labels } from './inline.ts';
import { cellsOf, fenceOf, headingOf } from './lines.ts';

/** Characters of a paragraph that are read together. */
const longest = 16_384;
/** Quotes and lists in each other. */
const deepest = 100;

const item = /^[ \t]{0,200}(?:([-+*])|(\d{1,9})[.)])(?:[ \t]+|$)/;
const rule = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const delimiters = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;
const html =
  /^<\/?(?:blockquote|caption|col|colgroup|dd|details|div|dl|dt|h[1-6]|hr|li|ol|p|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?:[\s/>]|$)/i;
const environment = /^\\begin\{((?:align|alignat|equation|gather|multline|eqnarray|CD)\*?)\}/;

/** What the lines are in that are not read as paragraphs. */
type Inside =
  | { readonly kind: 'fence'; readonly mark: string; readonly quotes: number }
  | { readonly kind: 'math'; readonly closer: string }
  | { readonly kind: 'table'; readonly columns: number }
  | { readonly kind: 'html' }
  | null;

/** Reads a text line by line; what is written of it comes block by block, each but the first behind a line ending. */
export class Blocks {
  private readonly labels: Labels;
  private out: string[] = [];
  /** Notes stand at the end of the page. */
  private readonly notes: string[] = [];
  private inNote = false;
  private inList = false;
  private inside: Inside = null;
  private paragraph: string[] = [];
  private size = 0;
  private afterBlank = true;
  /** What is written next belongs to the block that was written last. */
  private goesOn = true;

  constructor(labels: Labels) {
    this.labels = labels;
  }

  written(): string[] {
    const { out } = this;
    if (out.length > 0) this.out = [];
    return out;
  }

  end(): string[] {
    this.flush();
    return [...this.written(), ...this.notes];
  }

  line(line: string): void {
    const { inside } = this;
    if (inside?.kind === 'fence') this.fenced(line, inside);
    else if (inside?.kind === 'math') this.formula(line, inside.closer);
    else this.begin(line);
  }

  private begin(line: string): void {
    const isLoose = this.paragraph.length === 0 && this.inside === null;
    if (isLoose && !this.inList && !this.inNote && /^(?: {4}|\t)[ \t]*\S/.test(line)) {
      this.put(line);
      return;
    }
    if (this.afterBlank && /^\S/.test(line)) {
      this.inNote = false;
      if (!item.test(line)) this.inList = false;
    }
    const { rest, quotes, isBegun } = this.contained(line);
    if (rest === '') {
      this.flush();
      this.afterBlank = true;
      return;
    }
    const isAfterBlank = this.afterBlank || isBegun;
    this.afterBlank = false;
    this.content(rest, quotes, isAfterBlank);
  }

  /** A line without the marks of the quotes and lists that it is in. */
  private contained(line: string): { rest: string; quotes: number; isBegun: boolean } {
    let rest = line;
    let quotes = 0;
    let isBegun = false;
    for (let depth = 0; depth < deepest; depth += 1) {
      const quote = /^[ \t]{0,200}>[ \t]?/.exec(rest)?.[0];
      if (quote !== undefined) {
        rest = rest.slice(quote.length);
        quotes += 1;
        continue;
      }
      const found = rule.test(rest) ? null : item.exec(rest);
      if (found === null || !this.beginsItem(found, rest)) break;
      this.flush();
      this.inList = true;
      isBegun = true;
      rest = rest.slice(found[0].length).replace(/^\[[ xX]\][ \t]+(?=\S)/, '');
    }
    return { rest: rest.trim(), quotes, isBegun };
  }

  /** Within a paragraph a list begins with its first number. */
  private beginsItem([mark, , number]: RegExpExecArray, rest: string): boolean {
    if (this.paragraph.length === 0 || this.inList) return true;
    return rest.length > mark.length && (number === undefined || Number(number) === 1);
  }

  private content(rest: string, quotes: number, isFirst: boolean): void {
    const { inside } = this;
    if (inside?.kind === 'html') {
      this.paragraph.push(rest);
      return;
    }
    if (this.startsBlock(rest, quotes)) return;
    if (inside?.kind === 'table') {
      if (!isFirst) {
        this.row(rest, inside.columns);
        return;
      }
      this.inside = null;
    }
    if (this.paragraph.length === 0 && this.opensHtml(rest)) return;
    if (this.paragraph.length === 0 && this.isSilent(rest, quotes)) return;
    this.paragraph.push(rest);
    this.size += rest.length;
    if (this.size > longest) this.flush();
  }

  /** Fences, headings, rules, tables and formulas. */
  private startsBlock(rest: string, quotes: number): boolean {
    const fence = fenceOf(rest);
    if (fence !== null) {
      this.flush();
      this.inside = { kind: 'fence', mark: fence, quotes };
      return true;
    }
    const heading = rest.startsWith('#') ? headingOf(rest) : null;
    if (heading !== null) {
      this.flush();
      this.put(inlineText(heading, this.labels));
      return true;
    }
    if (this.paragraph.length > 0 && /^(?:=+|-+)$/.test(rest)) {
      this.flush();
      return true;
    }
    if (this.startsTable(rest)) return true;
    if (rule.test(rest)) {
      this.flush();
      return true;
    }
    return this.startsFormula(rest);
  }

  private startsTable(rest: string): boolean {
    const header = this.paragraph.at(-1);
    if (header === undefined || !/^[|:-]/.test(rest) || !delimiters.test(rest)) return false;
    const columns = cellsOf(rest).length;
    if (cellsOf(header).length !== columns) return false;
    this.paragraph.pop();
    this.flush();
    this.inside = { kind: 'table', columns };
    this.row(header, columns);
    return true;
  }

  private row(row: string, columns: number): void {
    const cells = cellsOf(row).slice(0, columns);
    this.put(cells.map((cell) => inlineText(cell, this.labels)).join('\n'));
  }

  private startsFormula(rest: string): boolean {
    const name = environment.exec(rest)?.[1];
    const opener = rest.startsWith('$$') ? '$$' : rest.startsWith('\\[') ? '\\[' : null;
    if (name === undefined && opener === null) return false;
    const closer = name !== undefined ? `\\end{${name}}` : opener === '$$' ? '$$' : '\\]';
    const body = name === undefined ? rest.slice(2) : rest;
    const closes = body.indexOf(closer);
    if (closes >= 0 && !/^[.,;:。、，．]*$/.test(body.slice(closes + closer.length))) return false;
    this.flush();
    this.inside = { kind: 'math', closer };
    if (body !== '') this.formula(body, closer);
    return true;
  }

  private formula(line: string, closer: string): void {
    const closes = line.indexOf(closer);
    const isTex = closer.startsWith('\\end');
    if (closes >= 0) this.inside = null;
    const text = closes < 0 || isTex ? line : line.slice(0, closes);
    if (text.trim() !== '') this.put(text);
  }

  private fenced(line: string, { mark, quotes }: { mark: string; quotes: number }): void {
    let rest = line;
    for (let left = quotes; left > 0; left -= 1) {
      const quote = /^[ \t]{0,200}>[ \t]?/.exec(rest)?.[0];
      if (quote === undefined) {
        // the quote has ended, and the code with it
        this.inside = null;
        this.begin(line);
        return;
      }
      rest = rest.slice(quote.length);
    }
    const bare = rest.trim();
    const char = mark.charAt(0);
    if (bare.length >= mark.length && bare === char.repeat(bare.length)) {
      this.inside = null;
      this.afterBlank = false;
    } else this.put(rest);
  }

  private opensHtml(rest: string): boolean {
    if (!html.test(rest)) return false;
    this.inside = { kind: 'html' };
    this.paragraph.push(rest);
    return true;
  }

  /** Definitions, and the line that says what a quote is. What a note says goes to the end. */
  private isSilent(rest: string, quotes: number): boolean {
    if (quotes > 0 && /^\[!(?:note|tip|important|warning|caution)\]$/i.test(rest)) return true;
    const [note] = /^\[\^[^\s\][]{1,999}\]:/.exec(rest) ?? [];
    if (note !== undefined) {
      this.inNote = true;
      const text = rest.slice(note.length).trim();
      if (text !== '') this.paragraph.push(text);
      return true;
    }
    return /^\[[^\][]{1,999}\]:[ \t]*\S+(?:[ \t]+["'(].*)?$/.test(rest);
  }

  /** Writes the paragraph that was read so far. */
  private flush(): void {
    const { paragraph, inside } = this;
    if (inside?.kind === 'table') this.inside = null;
    if (paragraph.length === 0) return;
    const text = paragraph.join('\n');
    this.paragraph = [];
    this.size = 0;
    if (inside?.kind === 'html') {
      this.inside = null;
      this.put(htmlText(text));
      return;
    }
    // what is longer than a page's constructs reach is read in parts
    for (let at = 0; at < text.length; at += longest) {
      const part = inlineText(text.slice(at, at + longest), this.labels);
      this.put(part, at + longest >= text.length);
    }
  }

  private put(text: string, ends = true): void {
    const before = this.goesOn ? '' : '\n';
    this.goesOn = !ends;
    (this.inNote ? this.notes : this.out).push(before + text);
  }
}
