const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * What is put into a sentence is text, never markup, and turns nothing around it: a name that is written from right
 * to left is isolated (UAX 9), else the quotation mark or number that follows stands before it.
 */
export const interpolation = {
  escapeValue: true,
  escape: (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text),
};
