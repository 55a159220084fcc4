import { maxReach } from './inline.ts';
import { limits } from './limits.ts';
import { charAt, charBefore, isEastAsian, isPunctuation, isWhiteSpace } from './text/characters.ts';

export type Mark = 'em' | 'strong' | 'del';

/** A run of `*`, `_` or `~` that may begin or end emphasis. CommonMark 6.2, appendix "A parsing strategy". */
export interface Delimiter {
  readonly char: string;
  readonly at: number;
  /** Original length of the run. */
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Unused characters; they are shown as text. */
  left: number;
  /** Marks that begin here, outermost first. */
  readonly opens: Mark[];
  /** Number of marks that end here. */
  closes: number;
}

/**
 * Reads the run at a position. Beside East Asian text a mark needs no space or punctuation to work, because such text
 * has no spaces: `**「強調」**の`. A single `~` is a tilde: `10~20`, `Eq.~(1)`, `~5 GB`.
 */
export function readDelimiter(text: string, at: number, end: number): Delimiter {
  const char = text.charAt(at);
  let to = at + 1;
  while (to < end && text.charAt(to) === char) to += 1;
  const before = charBefore(text, at);
  const after = to < end ? charAt(text, to) : '';
  const before2 = {
    space: isWhiteSpace(before),
    east: isEastAsian(before),
    mark: isPunctuation(before),
  };
  const after2 = {
    space: isWhiteSpace(after),
    east: isEastAsian(after),
    mark: isPunctuation(after),
  };
  const beforeMark = before2.mark && !before2.east;
  const afterMark = after2.mark && !after2.east;
  const left = !after2.space && (!afterMark || before2.space || beforeMark || before2.east);
  const right = !before2.space && (!beforeMark || after2.space || afterMark || after2.east);
  const length = to - at;
  const isWordBound = char === '_';
  const canOpen = isWordBound ? left && (!right || before2.mark) : left;
  const canClose = isWordBound ? right && (!left || after2.mark) : right;
  const works = char === '~' ? length === 2 : length <= 2 * limits.marks;
  return {
    char,
    at,
    length,
    canOpen: canOpen && works,
    canClose: canClose && works,
    left: length,
    opens: [],
    closes: 0,
  };
}

/**
 * The runs of a text that may still open something, followed by those that wait until the brackets around them are
 * read. An unmatched closing run is remembered by kind, so that the runs before it are not searched again: the work is
 * linear in the number of runs.
 */
export class Delimiters {
  private readonly all: Delimiter[] = [];
  /** Runs from here on wait to be matched. */
  private waiting = 0;
  /** By kind of closing run: no run below this index opens what it could close. */
  private readonly bottoms = new Map<string, number>();

  get length(): number {
    return this.all.length;
  }

  /** The last run that may open something. */
  get last(): Delimiter | undefined {
    return this.all.at(-1);
  }

  /** Unclosed runs that may open something. */
  get open(): readonly Delimiter[] {
    return this.all;
  }

  push(delimiter: Delimiter): void {
    this.all.push(delimiter);
  }

  truncate(length: number): void {
    if (length >= this.all.length) return;
    this.all.length = length;
    this.lower(length);
  }

  /** Removes those from a position on. */
  takeBack(start: number): void {
    let { length } = this.all;
    while (length > 0 && (this.all[length - 1]?.at ?? -1) >= start) length -= 1;
    this.truncate(length);
  }

  /** Matches the waiting runs. */
  match(): void {
    this.waiting = this.matchFrom(this.waiting, 0, this.bottoms);
  }

  /** Matches those from `bottom` on among themselves, permanently. */
  matchInside(bottom: number): void {
    this.matchFrom(bottom, bottom, new Map());
    this.truncate(bottom);
  }

  private matchFrom(from: number, bottom: number, bottoms: Map<string, number>): number {
    const { all } = this;
    let top = from;
    for (let index = from; index < all.length; index += 1) {
      const closer = all[index];
      if (!closer) break;
      while (closer.canClose && closer.left > 0) {
        const found = this.findOpener(closer, top, bottom, bottoms);
        const opener = all[found];
        if (!opener) break;
        pair(opener, closer);
        top = found + (opener.left > 0 ? 1 : 0);
        for (const [kind, at] of bottoms) if (at > top) bottoms.set(kind, top);
      }
      if (closer.left === 0 || !closer.canOpen) continue;
      all[top] = closer;
      top += 1;
    }
    all.length = top;
    return top;
  }

  private findOpener(
    closer: Delimiter,
    top: number,
    bottom: number,
    bottoms: Map<string, number>,
  ): number {
    const { char, canOpen, length, left } = closer;
    const kind = char === '~' ? `~${left}` : `${char}${canOpen}${length % 3}`;
    const lowest = Math.max(bottom, bottoms.get(kind) ?? 0);
    for (let at = top - 1; at >= lowest; at -= 1) {
      const opener = this.all[at];
      if (!opener || opener.at < closer.at - maxReach) break;
      if (opener.char === char && isPair(opener, closer)) return at;
    }
    bottoms.set(kind, top);
    return -1;
  }

  private lower(length: number): void {
    this.waiting = Math.min(this.waiting, length);
    for (const [kind, at] of this.bottoms) if (at > length) this.bottoms.set(kind, length);
  }
}

function isPair(opener: Delimiter, closer: Delimiter): boolean {
  if (closer.char === '~') return opener.left === closer.left;
  const isOdd =
    (closer.canOpen || opener.canClose) &&
    closer.length % 3 !== 0 &&
    (opener.length + closer.length) % 3 === 0;
  return !isOdd;
}

function pair(opener: Delimiter, closer: Delimiter): void {
  const isTilde = closer.char === '~';
  const use = isTilde ? closer.left : opener.left >= 2 && closer.left >= 2 ? 2 : 1;
  opener.opens.unshift(isTilde ? 'del' : use === 2 ? 'strong' : 'em');
  closer.closes += 1;
  opener.left -= use;
  closer.left -= use;
}
