/**
 * Yields the places of `find` in a text, ignoring case, one after another. Reads the text once (Knuth, Morris, Pratt),
 * whatever both are: a model may search anything in anybody's file.
 */
export function* findPositions(text: string, find: string, from: number): Generator<number> {
  const wanted = foldCase(find);
  const folded = foldCase(text);
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = from; at < folded.length; at++) {
    while (matched > 0 && folded[at] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (folded[at] === wanted[matched]) matched++;
    if (matched < wanted.length) continue;
    yield at + 1 - matched;
    matched = 0;
  }
}

/** Returns for each prefix of `text` the longest shorter one that it ends with. */
function bordersOf(text: string): number[] {
  const borders = [0];
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[at] === text[length]) length++;
    borders.push(length);
  }
  return borders;
}

/** Keeps characters whose length would change, so that positions match the text. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}
