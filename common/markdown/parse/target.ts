import { type LinkTarget, normaliseLabel } from './block.ts';
import { limits } from './limits.ts';
import { unescapeText } from './text/characters.ts';

const bracketed = /<((?:[^<>\n\\]|\\.)*)>/y;
const title = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|\(((?:[^()\\]|\\[\s\S])*)\)/y;
const space = /[ \t]*(?:\n[ \t]*)?/y;
const label = /\[((?:[^\\[\]]|\\[\s\S]){1,999})\]/y;

interface Found {
  readonly value: string;
  readonly end: number;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the position after white space with at most one line ending. */
export function skipSpace(text: string, at: number): number {
  return at + (match(space, text, at)?.[0].length ?? 0);
}

/** Reads a label in brackets, without them. CommonMark 6.3. */
export function readLabel(text: string, at: number): Found | null {
  const found = match(label, text, at);
  if (found?.[1] === undefined || found[1].trim() === '') return null;
  return { value: found[1], end: at + found[0].length };
}

/** Maximum nesting of parentheses in a destination: required by CommonMark, and accepted by cmark. */
const deepest = 32;

/** Reads a link's destination. Outside angle brackets, parentheses must balance. CommonMark 6.3. */
export function readDestination(text: string, at: number): Found | null {
  if (text.charAt(at) === '<') {
    const found = match(bracketed, text, at);
    return found && { value: unescapeText(found[1] ?? ''), end: at + found[0].length };
  }
  let depth = 0;
  let end = at;
  for (; end < text.length; end += 1) {
    const char = text.charAt(end);
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(end + 1))) end += 1;
    else if (char === '(') {
      depth += 1;
      if (depth > deepest) return null;
    } else if (char === ')') {
      if (depth === 0) break;
      depth -= 1;
    } else if (char <= ' ' || char === '\x7f') break;
  }
  if (depth !== 0 || end > text.length) return null;
  return { value: unescapeText(text.slice(at, end)), end };
}

export function readTitle(text: string, at: number): Found | null {
  const found = match(title, text, at);
  if (found === null || /\n[ \t]*\n/.test(found[0])) return null;
  return {
    value: unescapeText(found[1] ?? found[2] ?? found[3] ?? ''),
    end: at + found[0].length,
  };
}

/** Returns the end of a line with only white space left, or -1. */
function lineEnd(text: string, at: number): number {
  const rest = /[ \t]*(?:\n|$)/y;
  const found = match(rest, text, at);
  return found ? at + found[0].length : -1;
}

/** Any number of links may refer to a definition, and each repeats its address. */
function isTooLong(address: string): boolean {
  return address.length > (/^data:image\//i.test(address) ? limits.picture : limits.definition);
}

/** Reads a link reference definition at the start of a paragraph's text. CommonMark 4.7. */
export function readDefinition(
  text: string,
): { readonly label: string; readonly target: LinkTarget; readonly end: number } | null {
  const name = readLabel(text, 0);
  if (name === null || text.charAt(name.end) !== ':') return null;
  const start = skipSpace(text, name.end + 1);
  const destination = readDestination(text, start);
  if (destination === null || destination.end === start || isTooLong(destination.value))
    return null;
  const plain = lineEnd(text, destination.end);
  const beforeTitle = skipSpace(text, destination.end);
  const near = text.slice(0, beforeTitle + limits.definition);
  const titled = beforeTitle > destination.end ? readTitle(near, beforeTitle) : null;
  const titledEnd = titled ? lineEnd(text, titled.end) : -1;
  const end = titledEnd >= 0 ? titledEnd : plain;
  if (end < 0) return null;
  return {
    label: normaliseLabel(name.value),
    target: { href: destination.value, title: titledEnd >= 0 ? (titled?.value ?? '') : '' },
    end,
  };
}

/** Reads `(destination "title")` at a position. */
export function readInlineTarget(
  text: string,
  at: number,
): { target: LinkTarget; end: number } | null {
  const start = skipSpace(text, at + 1);
  const destination = readDestination(text, start);
  if (destination === null) return null;
  let end = skipSpace(text, destination.end);
  let title = '';
  if (end > destination.end) {
    const found = readTitle(text, end);
    if (found) {
      title = found.value;
      end = skipSpace(text, found.end);
    }
  }
  return text.charAt(end) === ')'
    ? { target: { href: destination.value, title }, end: end + 1 }
    : null;
}

/** Returns whether the text after a `]` at the end may still become a link's target. */
export function isUnfinishedTarget(text: string, at: number, to: number): boolean {
  const rest = text.slice(at, Math.min(to, at + 2000));
  if (rest === '') return true;
  if (at + 2000 < to) return false;
  return /^\((?:<[^>\n]*|[^\s()]*(?:\([^\s()]*\)?)*(?:\s+(?:"[^"]*|'[^']*)?)?)$|^\[[^\]]{0,200}$/.test(
    rest,
  );
}
