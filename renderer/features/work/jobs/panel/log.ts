/** A part of an output file, from the byte `from` to `to`. */
export interface LogPiece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

/** Characters that stay on the screen; older ones are read again on request. */
export const mostShown = 1_000_000;

/** Appends a newer piece; one that does not follow, as of a file that was written again, replaces what was there. */
export function appended(before: LogPiece | null, piece: LogPiece): LogPiece {
  if (before === null || piece.from !== before.to || piece.size < before.to) return piece;
  const text = before.text + piece.text;
  if (text.length <= mostShown) return { ...piece, text, from: before.from };
  const cut = text.indexOf('\n', text.length - mostShown) + 1;
  // the position of what stays is not known to the byte: it is in characters
  return { ...piece, text: text.slice(cut), from: before.from + cut };
}

/** Returns the last line with something on it; empty if there is none. */
export const lastLine = (text: string): string => {
  const end = text.trimEnd();
  return end.slice(end.lastIndexOf('\n') + 1).trimStart();
};

export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
