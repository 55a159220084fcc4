const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Inserted values are text, never markup, and do not affect the direction of the text around them: a right-to-left name
 * is isolated (UAX 9), else the following quotation mark or number would move before it.
 */
export const interpolation = {
  escapeValue: true,
  escape: (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text),
};
