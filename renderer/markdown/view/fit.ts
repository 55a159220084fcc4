/** Columns of a monospaced font, of which a wide character takes two: about twelve Japanese characters, or a long id. */
const most = 24;

/** As long as a number with its unit. */
const mostWhole = 10;

/**
 * How a text goes into a narrow place: `whole` is never broken, such as an id at its hyphen; `phrase` is short and
 * breaks only between words and at punctuation; `long` wraps as prose.
 */
export type Fit = 'whole' | 'phrase' | 'long';

export function fitOf(text: string): Fit {
  if (text.length > most) return 'long';
  let width = 0;
  for (const character of text) width += character > '\u2e7f' ? 2 : 1;
  if (width > most) return 'long';
  const isOne = width === text.length && !/\s/.test(text);
  return isOne || width <= mostWhole ? 'whole' : 'phrase';
}
