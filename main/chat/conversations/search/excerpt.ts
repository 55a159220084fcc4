import { findTerms } from '../../../../common/texts/fold.ts';

/** A piece of a text, and whether it is a match. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

const before = 40;
const longest = 240;
/** Maximum places of one term: more do not fit into an excerpt. */
const most = 200;

/**
 * Returns the text around the first match, with every match in it marked.
 * @param terms folded
 */
export function excerpt(text: string, terms: readonly string[]): Piece[] {
  const found = findTerms(text, terms, most);
  const start = boundary(text, Math.max(0, (found[0]?.start ?? 0) - before));
  const end = boundary(text, Math.min(text.length, start + longest));
  const pieces: Piece[] = [];
  let at = start;
  const add = (to: number, hit: boolean): void => {
    const words = text.slice(at, to).replaceAll(/\s+/g, ' ');
    if (words !== '') pieces.push({ text: words, hit });
    at = Math.max(at, to);
  };
  if (start > 0) pieces.push({ text: '…', hit: false });
  for (const hit of found) {
    if (hit.start < at || hit.end > end) continue;
    add(hit.start, false);
    add(hit.end, true);
  }
  add(end, false);
  if (end < text.length) pieces.push({ text: '…', hit: false });
  return pieces;
}

/** Avoids splitting a surrogate pair. */
function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
