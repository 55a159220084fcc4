/** Elements whose text is not for readers. */
const skipped = new Set(['script', 'style', 'svg', 'template', 'noscript', 'iframe', 'object']);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Returns the text of an HTML page without its markup, preceded by its title if the text lacks it. Reads the page once:
 * unclosed markup ends with the page.
 */
export function textOfPage(html: string): string {
  // Only A to Z: other letters may change their length.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const pieces: string[] = [];
  let title = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    const markup = markupAt(lower, open);
    if (markup === null) pieces.push('<');
    else pieces.push(' ');
    at = markup?.end ?? open + 1;
    if (markup === null || markup.name === '') continue;
    if (markup.name !== 'title' && !skipped.has(markup.name)) continue;
    const close = lower.indexOf(`</${markup.name}`, at);
    const end = close < 0 ? html.length : close;
    if (markup.name === 'title' && title === '') title = html.slice(at, end);
    at = end;
  }
  pieces.push(html.slice(at));
  const text = decodeEntities(pieces.join(''));
  return withTitle(decodeEntities(title), text);
}

interface Markup {
  /** Start of the text after it. */
  readonly end: number;
  /** Name of an opening tag; empty for all others. */
  readonly name: string;
}

/** Reads the comment, declaration or tag at a `<`; null if it is a plain `<`. */
function markupAt(html: string, open: number): Markup | null {
  if (html.startsWith('<!--', open)) return { end: after(html, '-->', open + 4), name: '' };
  const next = html[open + 1] ?? '';
  if (next === '!' || next === '?') return { end: after(html, '>', open), name: '' };
  const closing = next === '/';
  const start = closing ? open + 2 : open + 1;
  let end = start;
  while (isNameCharacter(html.charCodeAt(end))) end++;
  if (end === start) return null;
  const name = closing ? '' : html.slice(start, end);
  return { end: endOfTag(html, end), name };
}

function isNameCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

/** A `>` inside a quoted value does not end the tag. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character;
  }
  return html.length;
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const hexadecimal = name[1] === 'x' || name[1] === 'X';
    const code = hexadecimal ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function withTitle(title: string, text: string): string {
  const words = new Set(text.split(/\s+/));
  const isTold = title.split(/\s+/).every((word) => word === '' || words.has(word));
  return isTold ? text : `${title} ${text}`;
}
