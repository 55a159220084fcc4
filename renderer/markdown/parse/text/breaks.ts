import { charAt, charBefore, isEastAsian } from './characters.ts';

/** Text may be cut here without changing what either side is read as. */
export function isBreakable(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (before === ' ') return after !== ' ' && after !== '\n' && after !== '\t';
  return isEastAsian(before) && isEastAsian(after);
}

/** Between Chinese or Japanese characters a line ending is no space. */
export function isJoined(text: string, at: number, end: number): boolean {
  const after = charAt(text, end);
  return isWide(charBefore(text, at)) && isWide(after);
}

const isWide = (char: string): boolean => isEastAsian(char) && !/\p{sc=Hangul}/u.test(char);

export function isTrail(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

export function codeText(source: string): string {
  const text = source.replace(/\n/g, ' ');
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  return isPadded ? text.slice(1, -1) : text;
}

/** Without those of some characters that it ends with. A pattern would look for them from every place on. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
