/** A run of `*`, `_` or `~` that may begin or end emphasis (CommonMark 6.2). */
export interface Run {
  readonly char: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Where it stands among the pieces that are written. */
  readonly piece: number;
  /** What no other run has taken: it stays in the text. */
  left: number;
}

const punctuation = /[\p{P}\p{S}]/u;
const white = /[\s\p{Zs}]/u;
const eastAsian =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3001-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;

export const isEastAsian = (char: string): boolean => char > '\u10ff' && eastAsian.test(char);

/** The character (a whole code point) that ends before a place. */
export function charBefore(text: string, at: number): string {
  const code = text.charCodeAt(at - 1);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? Math.max(0, at - 2) : at - 1, at);
}

export function charFrom(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

interface Side {
  readonly isSpace: boolean;
  readonly isEast: boolean;
  readonly isMark: boolean;
}

function sideOf(char: string): Side {
  return {
    isSpace: char === '' || white.test(char),
    isEast: isEastAsian(char),
    isMark: punctuation.test(char),
  };
}

/** Reads the run at a place as the page does: beside East Asian text a mark needs no space to work. */
export function readRun(text: string, at: number, piece: number): Run {
  const char = text.charAt(at);
  let to = at + 1;
  while (text.charAt(to) === char) to += 1;
  const length = to - at;
  const before = sideOf(at === 0 ? '' : charBefore(text, at));
  const after = sideOf(charFrom(text, to));
  const opens =
    !after.isSpace &&
    (!after.isMark || after.isEast || before.isSpace || before.isMark || before.isEast);
  const closes =
    !before.isSpace &&
    (!before.isMark || before.isEast || after.isSpace || after.isMark || after.isEast);
  const isBound = char === '_' || (char === '~' && length === 1);
  const works = length <= (char === '~' ? 2 : 100);
  return {
    char,
    length,
    canOpen: works && opens && (!isBound || !closes || before.isMark),
    canClose: works && closes && (!isBound || !opens || after.isMark),
    piece,
    left: length,
  };
}

function isPair(opener: Run, closer: Run): boolean {
  if (opener.char !== closer.char) return false;
  if (closer.char === '~') return opener.left === closer.left;
  const isEither = closer.canOpen || opener.canClose;
  return !isEither || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}

/**
 * Pairs runs, of which what is left stays in the text. What a run found nothing to end in is not looked through
 * again by its like, so that the work grows with the number of runs.
 */
export function pairRuns(runs: readonly Run[]): void {
  const open: Run[] = [];
  const searchedTo = new Map<string, number>();
  for (const closer of runs) {
    while (closer.canClose && closer.left > 0) {
      const { char, canOpen, length, left } = closer;
      const kind = char === '~' ? `~${left}` : `${char}${canOpen}${length % 3}`;
      const lowest = searchedTo.get(kind) ?? 0;
      let at = open.length - 1;
      while (at >= lowest && !isPair(open[at] ?? closer, closer)) at -= 1;
      const opener = at >= lowest ? open[at] : undefined;
      if (opener === undefined) {
        searchedTo.set(kind, open.length);
        break;
      }
      const used = char === '~' ? left : opener.left > 1 && left > 1 ? 2 : 1;
      opener.left -= used;
      closer.left -= used;
      open.length = opener.left > 0 ? at + 1 : at;
      for (const [known, place] of searchedTo) {
        if (place > open.length) searchedTo.set(known, open.length);
      }
    }
    if (closer.left > 0 && closer.canOpen) open.push(closer);
  }
}
