/** A text as a search sees it, with the place in the original of every character of it. */
export interface Folded {
  readonly plain: string;
  readonly places: readonly number[];
}

/** Upper and lower case, full and half width are the same to a search. */
export function fold(text: string): Folded {
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = character.normalize('NFKC').toLowerCase();
    for (let more = 0; more < folded.length; more += 1) places.push(at);
    plain += folded;
    at += character.length;
  }
  places.push(at);
  return { plain, places };
}

const letter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]/u;

/**
 * Where the terms stand in a text, as ranges of its characters. Words are found by their beginning, as
 * the index does.
 * @param terms normalised
 */
export function placesOf(text: string, terms: readonly string[]): [start: number, end: number][] {
  const { plain, places } = fold(text);
  const found: [number, number][] = [];
  for (const term of terms) {
    if (term === '') continue;
    for (let at = plain.indexOf(term); at >= 0; at = plain.indexOf(term, at + term.length)) {
      const inWord = at > 0 && letter.test(term.charAt(0)) && letter.test(plain.charAt(at - 1));
      if (!inWord) found.push([places[at] ?? 0, places[at + term.length] ?? text.length]);
    }
  }
  return found.sort((a, b) => a[0] - b[0]);
}
