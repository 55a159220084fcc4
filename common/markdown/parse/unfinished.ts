import type { Delimiter } from './delimiters.ts';
import { mayBecomeTag } from './tag-beginnings.ts';
import type { Bracket, Token } from './tokens.ts';

/** Maximum distance, in characters, at which an unfinished mark is treated as one that will be finished. */
const near = 400;

/** Hides the ambiguous end of a growing text: `\`, `&am`, `<`, half a delimiter. */
export function hideLooseEnds(text: string, from: number, to: number): number {
  const tail = text.slice(Math.max(from, to - 200), to);
  return to - tail.length + Math.min(looseCharacter(tail), looseNote(tail), looseImage(tail));
}

/** Returns the start of an unfinished escape, entity or tag at the end; the text's length if there is none. */
function looseCharacter(tail: string): number {
  const { length } = tail;
  if (tail.endsWith('</')) return length - 2;
  if (tail.endsWith('<') || (tail.endsWith('\\') && !tail.endsWith('\\\\'))) return length - 1;
  const tag = tail.lastIndexOf('<');
  if (tag >= 0 && mayBecomeTag(tail.slice(tag))) return tag;
  const entity = tail.lastIndexOf('&');
  return entity >= 0 && /^&#?\w{0,12}$/.test(tail.slice(entity)) ? entity : length;
}

/** The same for a footnote call (`[^a`). */
function looseNote(tail: string): number {
  const at = tail.lastIndexOf('[');
  if (at < 0 || !/^\[\^[^\s[\]]{0,30}$/.test(tail.slice(at))) return tail.length;
  if (tail.charAt(at - 1) === '!' && tail.charAt(at - 2) !== '\\') return at - 1;
  return tail.charAt(at - 1) === '\\' ? tail.length : at;
}

/** The same for an image (`![alt`). */
function looseImage(tail: string): number {
  let at = Math.max(tail.lastIndexOf(']') + 1, tail.length - 152) - 1;
  do at = tail.indexOf('![', at + 1);
  while (at > 0 && tail.charAt(at - 1) === '\\');
  return at < 0 ? tail.length : at;
}

/** Shows unfinished emphasis as emphasis up to the end, and hides brackets that may become a link. */
export function speculate(read: {
  readonly to: number;
  readonly tokens: readonly Token[];
  readonly brackets: readonly Bracket[];
  readonly delimiters: readonly Delimiter[];
}): void {
  const { to, tokens, brackets, delimiters } = read;
  for (const bracket of brackets) if (bracket.at >= to - near) bracket.hidden = true;
  const last = tokens.at(-1);
  if (last?.type === 'delimiter' && last.at + last.delimiter.length >= to) last.delimiter.left = 0;
  for (const delimiter of delimiters) {
    if (delimiter.left === 0 || delimiter.at < to - near || delimiter.length > 3) continue;
    if (delimiter.char === '~') {
      if (delimiter.left === 2) open(delimiter, ['del']);
    } else open(delimiter, marks(delimiter.left));
  }
}

function marks(count: number): readonly ('em' | 'strong')[] {
  return count === 1 ? ['em'] : count === 2 ? ['strong'] : ['em', 'strong'];
}

function open(delimiter: Delimiter, types: readonly ('em' | 'strong' | 'del')[]): void {
  delimiter.opens.unshift(...types);
  delimiter.left = 0;
}
