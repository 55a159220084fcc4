/** A part of an output file, from the byte `from` to `to`. */
export interface LogPiece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

/** Characters that stay on the screen; older ones are read again on request. */
export const mostShown = 1_000_000;

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

/** Appends a newer piece; one that does not follow, as of a file that was written again, replaces what was there. */
export function appended(before: LogPiece | null, piece: LogPiece): LogPiece {
  if (before === null || piece.from !== before.to || piece.size < before.to) return piece;
  const text = before.text + piece.text;
  if (text.length <= mostShown) return { ...piece, text, from: before.from };
  const cut = text.indexOf('\n', text.length - mostShown) + 1;
  // the position of what stays is not known to the byte: it is in characters
  return { ...piece, text: text.slice(cut), from: before.from + cut };
}

export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
