import { charAt, charBefore, isEastAsian, isPunctuation, isWhiteSpace } from './characters.ts';
import { reach } from './inline.ts';

export type Mark = 'em' | 'strong' | 'del';

/** A run of `*`, `_` or `~` that may begin or end emphasis. CommonMark 6.2, appendix "A parsing strategy". */
export interface Delimiter {
  readonly char: string;
  readonly at: number;
  /** Length of the run as it was written. */
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** What is not used yet; the rest is shown as text. */
  left: number;
  active: boolean;
  /** Marks that begin here, outermost first. */
  readonly opens: Mark[];
  /** How many marks end here. */
  closes: number;
}

/**
 * Reads the run at a place. Beside East Asian text a mark needs no space or punctuation to work, for
 * such text has no spaces: `**「強調」**の`. A single `~` within a word is a tilde: `10~20`.
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
  const isWordBound = char === '_' || (char === '~' && length === 1);
  const canOpen = isWordBound ? left && (!right || before2.mark) : left;
  const canClose = isWordBound ? right && (!left || after2.mark) : right;
  const works = char !== '~' || length <= 2;
  return {
    char,
    at,
    length,
    canOpen: canOpen && works,
    canClose: canClose && works,
    left: length,
    active: works && (canOpen || canClose),
    opens: [],
    closes: 0,
  };
}

/** Matches the closing runs from `from` on with opening runs from `bottom` on. */
export function matchDelimiters(all: readonly Delimiter[], from: number, bottom: number): void {
  for (let index = from; index < all.length; index += 1) {
    const closer = all[index];
    if (!closer?.active || !closer.canClose) continue;
    while (closer.left > 0) {
      const found = findOpener(all, index, bottom);
      if (found < 0) break;
      pair(all, found, index);
    }
    if (closer.left === 0 || !closer.canOpen) closer.active = false;
  }
}

function findOpener(all: readonly Delimiter[], index: number, bottom: number): number {
  const closer = all[index];
  if (!closer) return -1;
  for (let at = index - 1; at >= bottom; at -= 1) {
    const opener = all[at];
    if (!opener) break;
    if (opener.at < closer.at - reach) break;
    if (!opener.active || !opener.canOpen || opener.char !== closer.char) continue;
    if (closer.char === '~') {
      if (opener.left === closer.left) return at;
      continue;
    }
    const isOdd =
      (closer.canOpen || opener.canClose) &&
      closer.length % 3 !== 0 &&
      (opener.length + closer.length) % 3 === 0;
    if (!isOdd) return at;
  }
  return -1;
}

function pair(all: readonly Delimiter[], openerAt: number, closerAt: number): void {
  const opener = all[openerAt];
  const closer = all[closerAt];
  if (!opener || !closer) return;
  const isTilde = closer.char === '~';
  const use = isTilde ? closer.left : opener.left >= 2 && closer.left >= 2 ? 2 : 1;
  opener.opens.unshift(isTilde ? 'del' : use === 2 ? 'strong' : 'em');
  closer.closes += 1;
  opener.left -= use;
  closer.left -= use;
  if (opener.left === 0) opener.active = false;
  for (let at = openerAt + 1; at < closerAt; at += 1) {
    const between = all[at];
    if (between) between.active = false;
  }
}
