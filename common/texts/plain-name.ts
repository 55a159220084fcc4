/** Longer names are cut: a notification has room for one line. */
const longest = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken away
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Characters that reverse the direction of the surrounding text, or are invisible. */
const turning = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns server text for one of our lines: one line of limited length that does not affect its surroundings. */
export function plainName(text: string): string {
  const line = text
    .slice(0, 10 * longest)
    .replace(turning, '')
    .replace(controls, ' ')
    .trim();
  const characters = [...line];
  const cut = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
  return rightToLeft.test(cut) ? `\u2068${cut}\u2069` : cut;
}
