import { encodePart } from '../../../common/texts/percent-encode.ts';
import type { Json } from '../../../preload/contract/shapes.ts';

const mark = '[…]';
/** Shorter words occur inside too many others. */
const shortest = 2;

const between = /[^\s/:,;<>"'=()]+/g;
const userFolder = /^~./;

/** Masks mail addresses, and users' folders in the path of an address. */
function withoutPersonal(text: string): string {
  return text.replace(between, (word) =>
    word.includes('@') || userFolder.test(word) ? mark : word,
  );
}

/**
 * Masks names of persons and users, and secrets: the given words in any case and in URL encoding, whole words only;
 * also anything that looks like a mail address or a user's folder.
 */
export function createRedaction(words: readonly string[]): (text: string) => string {
  const known = [...new Set(words.flatMap((word) => spellings(word.trim())))]
    .filter((word) => word.length >= shortest)
    .sort((a, b) => b.length - a.length);
  return (text) => known.reduce(withoutWord, withoutPersonal(text));
}

function spellings(word: string): string[] {
  const lower = word.toLowerCase();
  return [lower, encodePart(lower).toLowerCase(), lower.replaceAll(' ', '+')];
}

const isPartOfWord = (char: string | undefined): boolean =>
  char !== undefined && /[\p{L}\p{N}]/u.test(char);

function withoutWord(text: string, word: string): string {
  const lower = text.toLowerCase();
  // If lower case changes the length, positions in the two texts differ.
  if (lower.length !== text.length) return lower.includes(word) ? mark : text;
  let result = '';
  let from = 0;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (at < from || isPartOfWord(lower[at - 1]) || isPartOfWord(lower[end])) continue;
    result += text.slice(from, at) + mark;
    from = end;
  }
  return result + text.slice(from);
}

/** Returns the value with every text in it redacted. */
export function redactTexts<T extends Json>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, redactTexts(one, redact)]),
  ) as T;
}

const impersonal = /^(C|O|OU|L|ST|DC|STREET|postalCode)=/;

/** Returns the personal attributes of a subject (RFC 4514). */
export function personalAttributes(subject: string): string[] {
  return subject
    .split(',')
    .filter((one) => !impersonal.test(one))
    .map((one) => one.slice(one.indexOf('=') + 1));
}
