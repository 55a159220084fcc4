import { charAt, charBefore, isEastAsian } from './characters.ts';

/** Returns whether text may be cut here without changing how either side is read. */
export function isBreakable(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (before === ' ') return after !== ' ' && after !== '\n' && after !== '\t';
  return isEastAsian(before) && isEastAsian(after);
}

/**
 * Returns whether the word before a position consists of independent letters: with others, the display of the next
 * depends on their number (`legible`).
 * @param from a position between words, or the start of the displayed text
 */
export function isPlainWord(text: string, from: number, at: number): boolean {
  for (let before = at - 1; before >= from; before -= 1) {
    const char = text.charAt(before);
    if (char <= ' ') return true;
    if (char > '\u02ff') return false;
  }
  return true;
}

/** Returns whether a line ending is no space, as between Chinese or Japanese characters. */
export function isJoined(text: string, at: number, end: number): boolean {
  const after = charAt(text, end);
  return isWide(charBefore(text, at)) && isWide(after);
}

const isWide = (char: string): boolean => isEastAsian(char) && !/\p{sc=Hangul}/u.test(char);

/**
 * Returns whether the script changes at a position, for example from Latin to Cyrillic; characters of all scripts
 * change nothing, and a single one is skipped.
 */
export function changesScript(text: string, at: number): boolean {
  const after = scriptOf(text.charCodeAt(at));
  if (after === common) return false;
  const near = scriptOf(text.charCodeAt(at - 1));
  const before = near === common ? scriptOf(text.charCodeAt(at - 2)) : near;
  return before !== common && before !== after;
}

const common = -1;
const latin = 0;
const chineseAndJapanese = 1;
const korean = 2;
const beyond = 3;

/** Returns the approximate script of a code unit: browsers lay out each script in runs of its own. */
function scriptOf(code: number): number {
  if (Number.isNaN(code)) return common;
  if (code < 0x250) return isAsciiLetter(code) || code >= 0xc0 ? latin : common;
  if (code < 0x370 || (code >= 0x2000 && code < 0x2070)) return common;
  if (code >= 0x2e80 && code < 0xa000) return chineseAndJapanese;
  if (code >= 0xac00 && code < 0xd7b0) return korean;
  if (code >= 0xd800 && code < 0xe000) return beyond;
  return code >= 0xff00 ? chineseAndJapanese : (code >> 8) << 8;
}

const isAsciiLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

export function isTrail(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

export function codeText(source: string): string {
  const text = source.replace(/\n/g, ' ');
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  return isPadded ? text.slice(1, -1) : text;
}

/** Removes trailing characters of a set. A pattern would search for them from every position. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
