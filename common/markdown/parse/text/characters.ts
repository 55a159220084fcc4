import { characterEntities } from 'character-entities';

const punctuation = /[\p{P}\p{S}]/u;
const whiteSpace = /[\s\p{Zs}]/u;
const eastAsian =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3001-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;
const asciiPunctuation = /[!-/:-@[-`{-~]/;

export const isPunctuation = (char: string): boolean => punctuation.test(char);
export const isWhiteSpace = (char: string): boolean => char === '' || whiteSpace.test(char);
/** Returns whether a character is Chinese, Japanese or Korean, written without spaces between words. */
export const isEastAsian = (char: string): boolean => char > '\u10ff' && eastAsian.test(char);
export const isAsciiPunctuation = (char: string): boolean => asciiPunctuation.test(char);

/** Returns the code point before a position, empty at the start. */
export function charBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  if (last >= 0xdc00 && last <= 0xdfff) return text.slice(Math.max(0, at - 2), at);
  return at > 0 ? text.charAt(at - 1) : '';
}

/** Returns the code point at a position, empty at the end. */
export function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

const reference = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;

/** Reads the character reference (`&amp;`, `&#35;`) at a position, or null. */
export function readReference(
  text: string,
  at: number,
): { readonly value: string; readonly end: number } | null {
  reference.lastIndex = at;
  const found = reference.exec(text);
  if (found === null) return null;
  const [all, hex, decimal, name] = found;
  const value =
    name === undefined
      ? fromCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : entity(name);
  return value === undefined ? null : { value, end: at + all.length };
}

function entity(name: string): string | undefined {
  return Object.hasOwn(characterEntities, name) ? characterEntities[name] : undefined;
}

function fromCode(code: number): string {
  const isValid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isValid ? String.fromCodePoint(code) : '\ufffd';
}

/** Decodes backslashes and character references in a destination, title or info string. */
export function unescapeText(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  let out = '';
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    const found = char === '&' ? readReference(text, at) : null;
    if (char === '\\' && isAsciiPunctuation(next)) {
      out += next;
      at += 2;
    } else if (found) {
      out += found.value;
      at = found.end;
    } else {
      out += char;
      at += 1;
    }
  }
  return out;
}
