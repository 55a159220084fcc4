import { isAsciiPunctuation } from './characters.ts';

export interface Autolink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

const alphanumeric = /[A-Za-z0-9]/;
const domain = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*/y;
/** White space, `<`, East Asian punctuation and Hiragana end an address: text continues after it without a space. */
const path =
  /[^\s<\u3000-\u3030\u3041-\u309f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]*/y;
const emailDomain = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/y;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Reads a bare `http://…`, `https://…` or `ftp://…` by the position of its colon. GFM, autolinks (extension). */
export function readWebAddress(text: string, colon: number, from: number): Autolink | null {
  if (!text.startsWith('://', colon)) return null;
  const scheme = /(?:https?|ftp)$/i.exec(text.slice(Math.max(from, colon - 5), colon))?.[0];
  if (scheme === undefined) return null;
  const start = colon - scheme.length;
  if (start > 0 && /[A-Za-z]/.test(text.charAt(start - 1))) return null;
  const end = addressEnd(text, colon + 3);
  return end < 0 ? null : { start, end, href: text.slice(start, end) };
}

/** Reads a bare `www.…` at a position. */
export function readWwwAddress(text: string, at: number): Autolink | null {
  const before = text.charAt(at - 1);
  if (at > 0 && /[A-Za-z0-9/@.:-]/.test(before)) return null;
  if (!/^www\..*\./.test(matchAt(domain, text, at).replace(/$/, '.'))) return null;
  const end = addressEnd(text, at);
  return end < 0 ? null : { start: at, end, href: `http://${text.slice(at, end)}` };
}

/** Reads a bare mail address by the position of its `@`; it begins at `from` or later. */
export function readMailAddress(text: string, at: number, from: number): Autolink | null {
  let start = at;
  const first = Math.max(from, at - 64);
  while (start > first && /[A-Za-z0-9.+_-]/.test(text.charAt(start - 1))) start -= 1;
  if (start === at || text.charAt(start - 1) === '/') return null;
  const name = matchAt(emailDomain, text, at + 1);
  if (name === '' || /[-_]$/.test(name) || !/[A-Za-z]/.test(name)) return null;
  const end = at + 1 + name.length;
  return { start, end, href: `mailto:${text.slice(start, end)}` };
}

/** Longer than any server name. */
const longestName = 253;

/** Returns the end of an address by the start of its domain, without trailing punctuation; -1 for none. */
function addressEnd(text: string, at: number): number {
  const name = matchAt(domain, text, at);
  if (name === '' || name.length > longestName || hasUnderscore(name)) return -1;
  const rest = matchAt(path, text, at + name.length);
  // A footnote call right behind an address belongs to the text.
  const call = rest.indexOf('[^');
  const end = withoutPunctuation(text, at, at + name.length + (call < 0 ? rest.length : call));
  return end > at && (alphanumeric.test(text.charAt(at)) || isAsciiPunctuation(text.charAt(at)))
    ? end
    : -1;
}

/** The last two parts of a name may not contain an underscore. */
function hasUnderscore(name: string): boolean {
  return name
    .split('.')
    .slice(-2)
    .some((part) => part.includes('_'));
}

/** Removes a trailing part that belongs to the text: marks, entities, parentheses without a partner. */
function withoutPunctuation(text: string, at: number, to: number): number {
  let closing = 0;
  for (let place = at; place < to; place += 1) {
    const char = text.charAt(place);
    if (char === ')') closing += 1;
    else if (char === '(') closing -= 1;
  }
  let end = to;
  for (;;) {
    const last = text.charAt(end - 1);
    if (last === ')') {
      if (closing <= 0) break;
      closing -= 1;
      end -= 1;
    } else if (last === ';') end = entityStart(text, at, end);
    else if (/[?!.,:*_~'"]/.test(last)) end -= 1;
    else break;
  }
  return end;
}

/** Returns the start of the entity (`&amp;`) that ends at a position; the position minus one if there is none. */
function entityStart(text: string, at: number, end: number): number {
  let start = end - 2;
  while (start > at && alphanumeric.test(text.charAt(start))) start -= 1;
  return start < end - 2 && text.charAt(start) === '&' ? start : end - 1;
}
