/** Escape sequences of terminals (ECMA-48): CSI and OSC ones, and single ones. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters looked for
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
/** Control characters, and those that change the direction of others. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns output as text: escape sequences and invisible characters are left out, and a line overwritten by `\r` has its
 * last state.
 */
export function readable(text: string): string {
  return text
    .replace(escapes, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(lastState)
    .join('\n')
    .replace(invisible, (one) => (one === '\n' || one === '\t' ? one : ''));
}

/** Returns what a line shows after the last `\r` that something follows. */
function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}
