import { charBefore, charFrom, isEastAsian, pairRuns, type Run, readRun } from './emphasis.ts';
import { breakOf, isDrawnTag, matchAt, readReference, tag } from './html.ts';
import { targetEnd } from './target.ts';

/** What `[label]` may mean, gathered from the whole text. */
export interface Labels {
  readonly links: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
}

const special = /[\\`*_~[\]!<&$\n]|:\/\//g;
/** How far the two ends of a construct lie apart at most; the page has the same bound. */
const reach = 4096;
const signs = /[!-/:-@[-`{-~]/;
const address =
  /[^\s<\u3000-\u3030\u3041-\u309f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]*/y;
const linkInAngles = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>]{0,4096})>/y;
const mailInAngles = /<([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253})>/y;
export function normalLabel(label: string): string {
  return label.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

interface Bracket {
  readonly piece: number;
  readonly at: number;
  readonly runs: number;
  readonly isImage: boolean;
}

/** The content of one block of Markdown as its page shows it: marks and targets of links out, code as it is. */
export function inlineText(text: string, labels: Labels): string {
  special.lastIndex = 0;
  if (!special.test(text)) return text;
  const reader = new Reader(text, labels);
  return reader.read();
}

class Reader {
  private readonly text: string;
  private readonly labels: Labels;
  private readonly pieces: string[] = [];
  private runs: Run[] = [];
  private readonly brackets: Bracket[] = [];
  private at = 0;
  /** By length of a run of backticks: up to here none ends it. */
  private readonly unended = new Map<number, number>();
  private readonly pairedTags = new Map<string, boolean>();
  private readonly places = new Map<string, number>();
  private lower: string | null = null;

  constructor(text: string, labels: Labels) {
    this.text = text;
    this.labels = labels;
  }

  read(): string {
    const { text, pieces } = this;
    while (this.at < text.length) {
      special.lastIndex = this.at;
      const next = special.exec(text)?.index ?? text.length;
      if (next > this.at) pieces.push(text.slice(this.at, next));
      this.at = next;
      if (next < text.length) this.step(text.charAt(next));
    }
    this.pair(0);
    return pieces.join('');
  }

  /** Writes a text that was read up to a place. */
  private put(text: string, end: number): void {
    this.pieces.push(text);
    this.at = end;
  }

  private step(char: string): void {
    const { text, at } = this;
    if (char === '*' || char === '_' || char === '~') {
      const run = readRun(text, at, this.pieces.length);
      this.put(char.repeat(run.length), at + run.length);
      if (run.canOpen || run.canClose) this.runs.push(run);
    } else if (char === '`') this.code();
    else if (char === '\\') this.backslash();
    else if (char === '[') this.open(at, false);
    else if (char === '!' && text.charAt(at + 1) === '[') this.open(at, true);
    else if (char === ']') this.close();
    else if (char === '<') this.angle();
    else if (char === '&') {
      const { value, end } = readReference(text, at) ?? { value: '&', end: at + 1 };
      this.put(value, end);
    } else if (char === '$') this.formula();
    else if (char === '\n') this.lineEnd();
    else if (char === ':') this.address();
    else this.put(char, at + 1);
  }

  private code(): void {
    const { text, at } = this;
    let start = at;
    while (text.charAt(start) === '`') start += 1;
    const length = start - at;
    const limit = Math.min(text.length, at + reach);
    let close = text.indexOf('`', Math.max(start, this.unended.get(length) ?? 0));
    while (close >= 0 && close < limit) {
      let end = close;
      while (text.charAt(end) === '`') end += 1;
      if (end - close === length) {
        const inner = text.slice(start, close).replaceAll('\n', ' ');
        const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
        this.put(isPadded ? inner.slice(1, -1) : inner, end);
        return;
      }
      close = text.indexOf('`', end);
    }
    this.unended.set(length, Math.max(start, limit - length));
    this.put('`'.repeat(length), start);
  }

  private backslash(): void {
    const { text, at } = this;
    const next = text.charAt(at + 1);
    if (next === '(' || next === '[') {
      const closer = next === '(' ? '\\)' : '\\]';
      const end = this.next(closer, at + 2) - at - 2;
      const inner = end < reach ? text.slice(at + 2, at + end + 5) : '';
      const isLink = next === '[' && /[([:]/.test(inner.charAt(end + 2));
      if (end > 0 && end < reach && !isLink && /[\p{L}\p{N}]/u.test(inner.slice(0, end))) {
        this.put(inner.slice(0, end).trim(), at + end + 4);
        return;
      }
    }
    if (next === '\n') this.put('', at + 1);
    else if (next !== '' && signs.test(next)) this.put(next, at + 2);
    else this.put('\\', at + 1);
  }

  /** Where a text next stands from a place on; infinity for nowhere. */
  private next(sought: string, from: number): number {
    const known = this.places.get(sought) ?? -1;
    if (known >= from) return known;
    const found = this.text.indexOf(sought, from);
    const place = found < 0 ? Number.POSITIVE_INFINITY : found;
    this.places.set(sought, place);
    return place;
  }

  private open(at: number, isImage: boolean): void {
    this.brackets.push({ piece: this.pieces.length, at, runs: this.runs.length, isImage });
    this.put(isImage ? '![' : '[', at + (isImage ? 2 : 1));
  }

  private close(): void {
    const { text, at, pieces } = this;
    const bracket = this.brackets.pop();
    if (bracket === undefined || at - bracket.at > reach) {
      this.put(']', at + 1);
      return;
    }
    const inner = text.slice(bracket.at + (bracket.isImage ? 2 : 1), at);
    if (inner.startsWith('^') && this.labels.notes.has(normalLabel(inner.slice(1)))) {
      // the number of a note is not of the text
      pieces.length = bracket.piece;
      this.runs.length = bracket.runs;
      this.at = at + 1;
      return;
    }
    const end = targetEnd(text, at + 1) ?? this.labelEnd(inner, at + 1);
    if (end === null) {
      this.put(']', at + 1);
      return;
    }
    pieces[bracket.piece] = '';
    this.pair(bracket.runs);
    this.at = end;
  }

  /** Where a link ends that a definition gives its target. */
  private labelEnd(inner: string, at: number): number | null {
    const { links } = this.labels;
    if (links.size === 0) return null;
    const { text } = this;
    const end = text.charAt(at) === '[' ? text.slice(at, at + 1001).indexOf(']') : -1;
    const written = end > 1 ? text.slice(at + 1, at + end) : inner;
    if (written.length > 999 || !links.has(normalLabel(written))) return null;
    return end > 0 ? at + end + 1 : at;
  }

  private angle(): void {
    const { text, at } = this;
    const link = matchAt(linkInAngles, text, at) ?? matchAt(mailInAngles, text, at);
    if (link !== null) {
      this.put(link[1] ?? '', at + link[0].length);
      return;
    }
    const found = matchAt(tag, text, at);
    const name = found?.[2]?.toLowerCase() ?? '';
    if (found !== null && isDrawnTag(name) && this.isPaired(name)) {
      this.put(breakOf(name), at + found[0].length);
    } else this.put('<', at + 1);
  }

  /** Both tags of an element are there, or one is all of it. */
  private isPaired(name: string): boolean {
    if (/^(?:br|hr|img|wbr)$/.test(name)) return true;
    const known = this.pairedTags.get(name);
    if (known !== undefined) return known;
    this.lower ??= this.text.toLowerCase();
    const isPaired = this.lower.includes(`</${name}`);
    this.pairedTags.set(name, isPaired);
    return isPaired;
  }

  private formula(): void {
    const { text, at } = this;
    const mark = text.charAt(at + 1) === '$' ? '$$' : '$';
    const end = formulaEnd(text, at + mark.length, mark);
    const tex = end === null ? '' : text.slice(at + mark.length, end).trim();
    if (end === null || tex === '') this.put(mark, at + mark.length);
    else this.put(tex, end + mark.length);
  }

  /** Between Chinese or Japanese characters a line ending is no space. */
  private lineEnd(): void {
    const { text, at } = this;
    let end = at + 1;
    while (text.charAt(end) === ' ' || text.charAt(end) === '\t') end += 1;
    const [before, after] = [charBefore(text, at), charFrom(text, end)];
    const isHard = text.slice(Math.max(0, at - 2), at) === '  ' || text.charAt(at - 1) === '\\';
    const isJoined = !isHard && isEastAsian(before) && isEastAsian(after);
    const isHangul = /\p{sc=Hangul}/u.test(before + after);
    this.put(isJoined && !isHangul ? '' : '\n', end);
  }

  /** Marks within an address are of it. */
  private address(): void {
    const { text, at } = this;
    if (!/(?:https?|ftp)$/i.test(text.slice(Math.max(0, at - 5), at))) {
      this.put('://', at + 3);
      return;
    }
    let end = at + 3 + (matchAt(address, text, at + 3)?.[0].length ?? 0);
    const [bracket] = this.brackets;
    const inLink = bracket === undefined ? -1 : text.slice(at, end).indexOf(']');
    if (inLink >= 0) end = at + inLink;
    while (end > at + 3 && /[?!.,:;*_~'")]/.test(text.charAt(end - 1))) end -= 1;
    this.put(text.slice(at, end), end);
  }

  /** Pairs the runs from one on among themselves. */
  private pair(from: number): void {
    const runs = this.runs.splice(from);
    pairRuns(runs);
    for (const { piece, char, left, length } of runs) {
      if (left < length) this.pieces[piece] = char.repeat(left);
    }
  }
}

/** Where a formula ends that begins at a place; null for none. `$5 and $10` is money. */
function formulaEnd(text: string, start: number, mark: string): number | null {
  const isMoney = mark === '$';
  if (isMoney && /\s/.test(text.charAt(start))) return null;
  const limit = Math.min(text.length, start + (isMoney ? 1000 : reach));
  for (let end = start; end < limit; end += 1) {
    const char = text.charAt(end);
    if (char === '\\') end += 1;
    else if (char === '$' && text.startsWith(mark, end)) {
      const isNone = /\s/.test(text.charAt(end - 1)) || /[0-9$]/.test(text.charAt(end + 1));
      return isMoney && isNone ? null : end;
    }
  }
  return null;
}
