/** Characters of a name that are not drawn, or that change how others are drawn. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is shown instead
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Returns a name as it can be read: what would not be seen is written as `\x1b` or `\u202e`. */
export function shownName(name: string): string {
  return name.replace(hidden, (one) => {
    const code = one.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** Characters of a name that is drawn in one piece, and of the end of a longer one. */
const short = 20;
const end = 12;
const characters = new Intl.Segmenter();

/**
 * Returns a long name in two parts: where it does not fit, the first is cut. What tells the output files of jobs apart
 * stands at their ends.
 */
export function inParts(name: string): readonly [start: string, end: string] | null {
  const all = Array.from(characters.segment(name), ({ segment }) => segment);
  if (all.length <= short) return null;
  return [all.slice(0, -end).join(''), all.slice(-end).join('')];
}

/** Returns the path of a name in a folder of a machine. */
export function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}
