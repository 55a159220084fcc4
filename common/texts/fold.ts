/**
 * Normalises texts for searching, the same in main and in windows. Ignores case, accents of letters, full and half
 * width, ligatures and invisible characters; any blanks become one blank. Voiced kana keep their marks.
 */

/** A normalised text, with the original position of each of its characters, and of its end. */
export interface Folded {
  readonly plain: string;
  readonly places: readonly number[];
}

/** Characters that fold to themselves except for case, and marks that belong to the character before. */
const usual =
  '!-~\\u2012-\\u2016\\u2018-\\u2023\\u2190-\\u2199\\u2500-\\u27bf\\u3001-\\u301b\\u3041-\\u3096' +
  '\\u30a1-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\u{1f300}-\\u{1f64f}';
const mark = '\\p{M}\\uff9e\\uff9f';
/** Letters of Hangul that form one syllable. */
const syllable = '[\\u1100-\\u115f][\\u1160-\\u11a7][\\u11a8-\\u11ff]?';

const pattern = (): RegExp =>
  new RegExp(
    `\\s+|(?<run>[${usual}]+)(?<marks>[${mark}]*)|${syllable}|[^\\s${usual}][${mark}]*`,
    'gu',
  );

/** A piece of a text: unchanged except for case, or folded as a unit. */
interface Piece {
  readonly text: string;
  readonly index: number;
  readonly plain: boolean;
}

function* piecesOf(text: string): Generator<Piece, void, void> {
  for (const { 0: whole, index, groups } of text.matchAll(pattern())) {
    const { run, marks = '' } = groups ?? {};
    // marks belong to the last character of a run
    const plain = run === undefined ? 0 : run.length - (marks === '' ? 0 : 1);
    if (plain > 0) yield { text: whole.slice(0, plain), index, plain: true };
    if (plain < whole.length)
      yield { text: whole.slice(plain), index: index + plain, plain: false };
  }
}

function foldCluster(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC');
}

const ascii = /^[\t\n\r -~]*$/;
/** Other characters, and those that marks change. */
const unusual = new RegExp(
  `\\ufeff|[${usual}][${mark}]+|${syllable}|[^\\s${usual}][${mark}]*`,
  'gu',
);

/** Returns the normalised text. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replaceAll(/[\t\n\r ]+/g, ' ');
  return text.replaceAll(unusual, foldCluster).toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Like `foldText`, with original positions. */
export function foldWithPositions(text: string): Folded {
  // Joined at the end: reading the text so far would copy it once for every piece.
  const parts: string[] = [];
  const places: number[] = [];
  let blank = false;
  for (const piece of piecesOf(text)) {
    if (piece.plain) {
      parts.push(piece.text.toLowerCase());
      blank = false;
      for (let more = 0; more < piece.text.length; more += 1) places.push(piece.index + more);
      continue;
    }
    const folded = foldCluster(piece.text);
    const own: string = blank && folded.startsWith(' ') ? folded.slice(1) : folded;
    parts.push(own);
    if (own !== '') blank = own.endsWith(' ');
    for (let more = 0; more < own.length; more += 1) places.push(piece.index);
  }
  places.push(text.length);
  return { plain: parts.join(''), places };
}

/**
 * Returns where the terms occur in a text, as ranges of its characters, in order.
 * @param terms folded
 * @param most ranges of one term
 */
export function findTerms(
  text: string,
  terms: readonly string[],
  most = Number.POSITIVE_INFINITY,
): { readonly start: number; readonly end: number }[] {
  const { plain, places } = foldWithPositions(text);
  const found: { start: number; end: number }[] = [];
  for (const term of terms) {
    if (term === '') continue;
    let left = most;
    for (let at = plain.indexOf(term); at >= 0 && left > 0; left -= 1) {
      const end = at + term.length;
      // invisible characters after the term belong to it: the end is that of the last character
      found.push({ start: places[at] ?? 0, end: endOf(places, end, text.length) });
      at = plain.indexOf(term, end);
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A character that became several ends where the next one begins. */
function endOf(places: readonly number[], end: number, whole: number): number {
  const last = places[end - 1];
  let at = end;
  while (at < places.length && places[at] === last) at += 1;
  return places[at] ?? whole;
}
