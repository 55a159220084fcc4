import { isSupportedTag, supportedTags } from './tags.ts';

const white = /[\t-\r ]*/y;
const attributeName = /[a-zA-Z_:][a-zA-Z0-9:._-]*/y;
const attributeValue = /"[^"]*"|'[^']*'|[^"'=<>`\0- ]+/y;

/** Returns the position after a match at a position; that position without a match. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Returns whether a text that is no tag may become one with more text: `<b`, `<p align="le`. */
export function isTagBeginning(text: string): boolean {
  const { length } = text;
  let at = /^<\/?(?:[A-Za-z][A-Za-z0-9-]*)?/.exec(text)?.[0].length ?? 0;
  if (at === 0) return false;
  for (;;) {
    const start = behind(white, text, at);
    if (start === length || text.slice(start, start + 2) === '/') return true;
    const name = behind(attributeName, text, start);
    if (start === at || name === start) return false;
    const equals = behind(white, text, name);
    if (equals === length) return true;
    at = name;
    if (text.charAt(equals) !== '=') continue;
    const value = behind(white, text, equals + 1);
    at = behind(attributeValue, text, value);
    if (at === length) return true;
    if (at === value) return /^(?:"[^"]*|'[^']*)$/.test(text.slice(value));
  }
}

/** Returns whether a text may be the beginning of a supported tag: `<det`, `</b`, `<p align="`. */
export function mayBecomeTag(source: string): boolean {
  if (!isTagBeginning(source)) return false;
  const [start = '', written = ''] = /^<\/?([A-Za-z0-9-]*)/.exec(source) ?? [];
  const name = written.toLowerCase();
  return start === source
    ? supportedTags.some((one) => one.startsWith(name))
    : isSupportedTag(name);
}
