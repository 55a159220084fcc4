import { foldText } from '../../../../common/texts/fold.ts';

/**
 * Converts texts to words of the index, and queries to its match expressions.
 *
 * A message is indexed as the set of its short pieces: every character, every two adjacent ones, of letters and digits
 * every three and four, and the characters around a blank. A message that contains a text has all the pieces of that
 * text, in any script; a message with the pieces but not the text is ruled out by reading it (`look.ts`). The index
 * stores no order: it takes only two to three bytes for a character, and every query is one on sets.
 */

/** Increase it whenever pieces or folding change: an index of another format is rebuilt. */
export const indexFormat = 5;

/** Words that no text has, because they are longer than any piece: for filters that the index answers itself. */
export const filterWords = {
  system: (id: string): string => `\ue002system${plainOf(id)}`,
  /** Some models share one; the row says which it is. */
  model: (name: string): string => `\ue003model${plainOf(name)}`,
} as const;

const plainOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** `break`: pieces do not cross it. `letter`: of a script with long words. `sign`: all others. */
type Kind = 'break' | 'letter' | 'sign';

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3005\u3006\u30fc]/u;

/** The blank as `written`. */
const blank = 0xe120;

/** Returns the kind of a character in the form of `written`; `code` is its code point. */
function kindOf(code: number): Kind {
  if (code < 0x80) return code <= 0x20 || code === 0x7f ? 'break' : 'letter';
  if (code === blank) return 'break';
  if ((code >= 0x3000 && code < 0xa000) || (code >= 0xac00 && code < 0xf900)) return 'sign';
  const character = String.fromCodePoint(code);
  return !wide.test(character) && /[\p{L}\p{N}\p{M}]/u.test(character) ? 'letter' : 'sign';
}

/**
 * Returns a folded text in the form in which its pieces are written. SQLite's tokenizer splits at blanks and ASCII
 * signs only, so these are replaced by private-use characters. Confusion with such characters in a text is ruled out by
 * reading it.
 */
function written(plain: string): string {
  return plain.replaceAll(/[ -/:-@[-`{-~]/g, (sign) =>
    String.fromCharCode(0xe100 + sign.charCodeAt(0)),
  );
}

/**
 * Adds the pieces of a text.
 * @param plain folded
 */
export function addPieces(pieces: Set<string>, plain: string): void {
  const text = written(plain);
  // start of the run's last four characters, the newest first, and of the last two of the run before
  let [first, second, third, fourth] = [0, 0, 0, 0];
  let [behind, furtherBehind] = [-1, -1];
  let [letters, run] = [0, 0];
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    const kind = kindOf(code);
    if (kind === 'break') {
      behind = code === blank && run >= 1 ? first : -1;
      furtherBehind = code === blank && run >= 2 ? second : -1;
      letters = 0;
      run = 0;
    } else {
      letters = kind === 'letter' ? letters + 1 : 0;
      run += 1;
      fourth = third;
      third = second;
      second = first;
      first = at;
      pieces.add(text.slice(at, end));
      if (run >= 2) pieces.add(text.slice(second, end));
      if (letters >= 3) pieces.add(text.slice(third, end));
      if (letters >= 4) pieces.add(text.slice(fourth, end));
      if (run === 1 && behind >= 0) pieces.add(text.slice(behind, end));
      if (run === 2 && furtherBehind >= 0) pieces.add(text.slice(furtherBehind, end));
    }
    at = end;
  }
}

/** Per term: querying another piece takes longer than reading the messages that it would rule out. */
const mostPieces = 7;

/** Returns the fewest pieces that a message with this text must have. */
function cover(plain: string): string[] {
  const pieces = new Set<string>();
  const characters = [...written(plain)];
  const kinds = characters.map((character) => kindOf(character.codePointAt(0) ?? 0));
  const kindAt = (at: number): Kind => kinds[at] ?? 'break';
  const add = (start: number, end: number): void => {
    pieces.add(characters.slice(start, end).join(''));
  };
  for (let at = 0; at < characters.length; ) {
    let letters = 0;
    while (kindAt(at + letters) === 'letter') letters += 1;
    const size = Math.min(4, letters);
    for (let start = at; size >= 2 && start + size <= at + letters; start += 1) {
      add(start, start + size);
    }
    // the last of these letters, or a non-letter with the character after it
    const last = at + Math.max(1, letters) - 1;
    const alone = letters <= 1 && kindAt(last - 1) === 'break';
    if (kindAt(last) !== 'break' && kindAt(last + 1) !== 'break') add(last, last + 2);
    else if (kindAt(last) !== 'break' && alone) add(last, last + 1);
    else if (characters[last]?.charCodeAt(0) === blank) {
      // two on both sides if a text can have no fewer
      const around = [-2, -1, 1, 2].map((step) => kindAt(last + step) !== 'break');
      if (around.every(Boolean)) add(last - 2, last + 3);
      else if (around[1] === true && around[2] === true) add(last - 1, last + 2);
    }
    at = last + 1;
  }
  const all = [...pieces];
  const step = Math.max(1, all.length / mostPieces);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/**
 * Returns a query's folded terms: words between blanks, and "quoted" texts unchanged. All must match. A quotation mark
 * within a word or with nothing to quote is searched for itself.
 */
export function termsOf(query: string): string[] {
  const plain = foldText(query);
  const terms: string[] = [];
  for (let at = 0; at < plain.length; ) {
    const close = plain.charAt(at) === '"' ? endOf(plain, '"', at + 1) : at;
    const quoted = plain.slice(at + 1, close).trim();
    const end = quoted === '' ? endOf(plain, ' ', at) : close;
    terms.push(quoted === '' ? plain.slice(at, end) : quoted);
    at = end + 1;
  }
  return [...new Set(terms)].filter((term) => term !== '').slice(0, 32);
}

function endOf(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found < 0 ? text.length : found;
}

/** Returns the FTS5 expression for messages with these terms and filter words. Null without terms. */
export function matchOf(terms: readonly string[], marks: readonly string[]): string | null {
  if (terms.length === 0) return null;
  const pieces = new Set([...terms.flatMap(cover), ...marks]);
  return [...pieces].map((piece) => `"${piece}"`).join(' AND ');
}
