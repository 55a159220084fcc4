import { normalise, type Term } from './grams.ts';

/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

const before = 40;
const longest = 240;
/** A text longer than this is looked through in its beginning only: excerpts must not cost more than hits. */
const window = 200_000;

/** The text around the first hit, with every hit in it marked. */
export function excerpt(text: string, terms: readonly Term[]): Piece[] {
  const { plain, places } = fold(text.slice(0, window));
  const found = hitsOf(plain, terms);
  const first = found[0]?.start ?? 0;
  const start = boundary(text, Math.max(0, (places[first] ?? 0) - before));
  const end = boundary(text, Math.min(text.length, start + longest));
  const pieces: Piece[] = [];
  let at = start;
  const add = (to: number, hit: boolean): void => {
    const words = text.slice(at, to).replaceAll(/\s+/g, ' ');
    if (words !== '') pieces.push({ text: words, hit });
    at = Math.max(at, to);
  };
  if (start > 0) pieces.push({ text: '…', hit: false });
  for (const hit of found) {
    const [from, to] = [places[hit.start] ?? 0, places[hit.end] ?? text.length];
    if (from < at || to > end) continue;
    add(from, false);
    add(to, true);
  }
  add(end, false);
  if (end < text.length) pieces.push({ text: '…', hit: false });
  return pieces;
}

/** How many of the terms are in a text. */
export function hitsIn(text: string, terms: readonly Term[]): number {
  const plain = normalise(text.slice(0, window));
  return terms.filter(({ text: term }) => {
    for (let at = plain.indexOf(term); at >= 0; at = plain.indexOf(term, at + 1)) {
      if (!continuesWord(plain, at, term)) return true;
    }
    return false;
  }).length;
}

/** Never between the halves of a character. */
function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** The text as the index sees it, with the place in the original of every character of it. */
function fold(text: string): { plain: string; places: number[] } {
  const quick = text.toLowerCase();
  const plainAlready =
    quick.length === text.length && text.normalize('NFKC').length === text.length;
  if (plainAlready) {
    const plain = normalise(text);
    if (plain.length === text.length) {
      return { plain, places: Array.from({ length: plain.length + 1 }, (_, at) => at) };
    }
  }
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = normalise(character);
    for (let more = 0; more < folded.length; more += 1) places.push(at);
    plain += folded;
    at += character.length;
  }
  places.push(at);
  return { plain, places };
}

function hitsOf(plain: string, terms: readonly Term[]): { start: number; end: number }[] {
  const hits: { start: number; end: number }[] = [];
  for (const { text } of terms) {
    for (let start = plain.indexOf(text); start >= 0 && hits.length < 200; ) {
      if (!continuesWord(plain, start, text)) hits.push({ start, end: start + text.length });
      start = plain.indexOf(text, start + text.length);
    }
  }
  return hits.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A word of letters is found at its beginning only, as the index does. */
function continuesWord(plain: string, start: number, text: string): boolean {
  if (start === 0 || !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(text)) {
    return false;
  }
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]/u.test(
    plain.charAt(start - 1),
  );
}
