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

/** Returns the path of a name in a folder of a machine. */
export function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}
