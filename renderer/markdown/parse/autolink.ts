import { isAsciiPunctuation } from './characters.ts';

export interface Autolink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

const alphanumeric = /[A-Za-z0-9]/;
const domain = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*/y;
/** Besides white space and `<`, East Asian punctuation and Hiragana end an address: text runs on after it. */
const path =
  /[^\s<\u3000-\u3030\u3041-\u309f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]*/y;
const emailDomain = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/y;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** A bare `http://…` or `https://…` whose colon is at a place. GFM, autolinks (extension). */
export function readWebAddress(text: string, colon: number, from: number): Autolink | null {
  if (!text.startsWith('://', colon)) return null;
  const scheme = /https?$/i.exec(text.slice(Math.max(from, colon - 5), colon))?.[0];
  if (scheme === undefined) return null;
  const start = colon - scheme.length;
  if (start > 0 && /[A-Za-z]/.test(text.charAt(start - 1))) return null;
  const end = addressEnd(text, colon + 3);
  return end < 0 ? null : { start, end, href: text.slice(start, end) };
}

/** A bare `www.…` at a place. */
export function readWwwAddress(text: string, at: number): Autolink | null {
  const before = text.charAt(at - 1);
  if (at > 0 && /[A-Za-z0-9/@.:-]/.test(before)) return null;
  if (!/^www\..*\./.test(matchAt(domain, text, at).replace(/$/, '.'))) return null;
  const end = addressEnd(text, at);
  return end < 0 ? null : { start: at, end, href: `http://${text.slice(at, end)}` };
}

/** A bare mail address whose `@` is at a place; it begins at `from` or later. */
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

/** Where an address ends whose domain begins at a place: without the punctuation after it; -1 for none. */
function addressEnd(text: string, at: number): number {
  const name = matchAt(domain, text, at);
  if (name === '' || /_[^.]*(?:\.[^.]*)?$/.test(name)) return -1;
  // A footnote's call right behind an address belongs to the text.
  const [rest = ''] = matchAt(path, text, at + name.length).split('[^', 1);
  let end = at + name.length + rest.length;
  for (;;) {
    const last = text.charAt(end - 1);
    if (last === ')') {
      const whole = text.slice(at, end);
      if (whole.split(')').length <= whole.split('(').length) break;
      end -= 1;
    } else if (last === ';') {
      const entity = /&[A-Za-z0-9]+;$/.exec(text.slice(at, end))?.[0];
      end -= entity?.length ?? 1;
    } else if (/[?!.,:*_~'"]/.test(last)) end -= 1;
    else break;
  }
  return end > at && (alphanumeric.test(text.charAt(at)) || isAsciiPunctuation(text.charAt(at)))
    ? end
    : -1;
}
