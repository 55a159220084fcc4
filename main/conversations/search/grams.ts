/**
 * How texts become words of the index, and queries become matches of it.
 *
 * Letters and digits of scripts with blanks are kept as words and found by their beginning. Chinese,
 * Japanese and Korean text has no blanks, so each run of it is kept as its characters and its pairs of
 * characters: one character is found as such, two as a pair, more as pairs that follow each other. The
 * pairs stand in a row of their own, away from the characters, so that what follows is what followed.
 */

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]/u;
const pieces =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]+)|([\p{L}\p{N}\p{M}]+)/gu;

/** Upper and lower case, full and half width are the same to a search. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function isWide(text: string): boolean {
  return wide.test(text);
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, at) => (characters[at] ?? '') + character);
}

/** Marks that no text has, for filters that the index answers itself. */
export const facets = {
  user: '\ue001user',
  assistant: '\ue001assistant',
  system: (id: string): string => `\ue002${id.replaceAll(/[^\p{L}\p{N}]/gu, '')}`,
} as const;

/** The words of a message in the index. */
export function gramsOf(text: string, marks: readonly string[]): string {
  const characters = new Set<string>();
  const rows: string[] = [];
  for (const [, run, word] of normalise(text).matchAll(pieces)) {
    if (word !== undefined) rows.push(word);
    else if (run !== undefined) {
      for (const character of run) characters.add(character);
      // A break between runs: pairs of two runs do not follow each other.
      rows.push(...pairsOf(run), '\ue000');
    }
  }
  return [...marks, ...characters, '\ue000', ...rows].join(' ');
}

/** One thing that a message must have. */
export interface Term {
  /** As typed, normalised; for highlighting. */
  readonly text: string;
  /** A word that may go on. */
  readonly beginning: boolean;
}

/** What is asked for: words, runs, and "quoted" pieces, all of which must be there. */
export function termsOf(query: string): Term[][] {
  const asked: Term[][] = [];
  for (const [, quoted, bare = ''] of normalise(query).matchAll(/"([^"]+)"?|([^\s"]+)/g)) {
    const terms = [...(quoted ?? bare).matchAll(pieces)].map(
      ([text]): Term => ({ text, beginning: quoted === undefined && !isWide(text) }),
    );
    if (quoted !== undefined && terms.length > 0) asked.push(terms);
    else asked.push(...terms.map((term) => [term]));
  }
  return asked.slice(0, 32);
}

function quote(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

function wordsOf({ text }: Term): string[] {
  if (!isWide(text)) return [text];
  const pairs = pairsOf(text);
  return pairs.length === 0 ? [text] : pairs;
}

/** The expression for FTS5; null when there is nothing to look for. */
export function matchOf(
  asked: readonly (readonly Term[])[],
  marks: readonly string[],
): string | null {
  if (asked.length === 0) return null;
  const parts = asked.map((terms) => {
    const [only] = terms;
    if (terms.length === 1 && only !== undefined) {
      return `${quote(wordsOf(only))}${only.beginning ? '*' : ''}`;
    }
    // Words in a row; between scripts the row of the index is broken, so runs are asked for apart.
    const rows: string[][] = [];
    let last = '';
    for (const term of terms) {
      const kind = isWide(term.text) ? 'wide' : 'words';
      if (kind === 'words' && last === 'words') rows.at(-1)?.push(term.text);
      else rows.push(wordsOf(term));
      last = kind;
    }
    return rows.map(quote).join(' AND ');
  });
  return [...marks.map((mark) => quote([mark])), ...parts].join(' AND ');
}
