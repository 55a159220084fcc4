/** Columns of a monospaced font, of which a wide character takes two: about ten Japanese characters, or a long id. */
const most = 24;

/**
 * How a text goes into a narrow place: `whole` is never broken, such as an id at its hyphen; `phrase`, short and
 * Japanese, breaks only between phrases; `long` wraps as prose.
 */
export type Fit = 'whole' | 'phrase' | 'long';

export function fitOf(text: string): Fit {
  if (text.length > most) return 'long';
  let width = 0;
  for (const character of text) width += character > '\u2e7f' ? 2 : 1;
  return width > most ? 'long' : width > text.length ? 'phrase' : 'whole';
}
