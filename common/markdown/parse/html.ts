import type { Block } from './block.ts';
import { maxReach } from './inline.ts';
import type { Next } from './reader.ts';
import { readTag } from './tags.ts';

/** White space that cannot begin an attribute value. */
const space = '[\\t-\\r ]';
const attribute = `(?:${space}+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:${space}*=${space}*(?:[^"'=<>\`\\x00-\\x20]+|'[^']*'|"[^"]*"))?)`;
const openTag = `<[A-Za-z][A-Za-z0-9-]*${attribute}*${space}*/?>`;
const closeTag = `</[A-Za-z][A-Za-z0-9-]*${space}*>`;

const tag = new RegExp(`(?:${openTag}|${closeTag})`, 'y');

/** Delimiters of raw HTML other than tags, the longer openings first. */
const spans = [
  { opener: '<!-->', closer: '>', from: 4 },
  { opener: '<!--->', closer: '>', from: 5 },
  { opener: '<!--', closer: '-->', from: 4 },
  { opener: '<?', closer: '?>', from: 2 },
  { opener: '<![CDATA[', closer: ']]>', from: 9 },
] as const;

/** Returns the end of the tag at a position; 0 for none. */
export function tagEnd(text: string, at: number, limit = at + maxReach): number {
  tag.lastIndex = at;
  const found = tag.exec(text.slice(0, limit));
  return found === null ? 0 : at + found[0].length;
}

/** Returns the end of inline raw HTML, CommonMark 6.6; 0 if it does not end before `limit`. */
export function readHtml(text: string, at: number, limit: number, next: Next): number {
  const span = spans.find(({ opener }) => text.startsWith(opener, at));
  const declaration = span === undefined && /^<![A-Za-z]/.test(text.slice(at, at + 3));
  if (span === undefined && !declaration) return tagEnd(text, at, limit);
  const { closer, from } = span ?? { closer: '>', from: 3 };
  const end = next(closer, at + from) + closer.length;
  return end <= limit ? end : 0;
}

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[123456]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

const starts: readonly RegExp[] = [
  /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
  /^<!--/,
  /^<[?]/,
  /^<![A-Za-z]/,
  /^<!\[CDATA\[/,
  new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i'),
  new RegExp(`^(?:${openTag}|${closeTag})\\s*$`),
];

const ends: readonly RegExp[] = [/<\/(?:script|pre|textarea|style)>/i, /-->/, /\?>/, />/, /\]\]>/];

/** Returns the kind of HTML block that a line begins, 1 to 7, or 0. CommonMark 4.6. */
export function htmlBlockKind(text: string): number {
  return starts.findIndex((start) => start.test(text)) + 1;
}

/** Returns whether a line ends a block of kinds 1 to 5; kinds 6 and 7 end at an empty line. */
export function endsHtmlBlock(kind: number, line: string): boolean {
  return ends[kind - 1]?.test(line) ?? false;
}

/** Returns whether a raw HTML block begins with a tag of a supported element. */
export function beginsSupportedTag({ type, text }: Block): boolean {
  const name = /^\s*(<\/?[A-Za-z][A-Za-z0-9-]*)/.exec(text)?.[1];
  return type === 'html' && name !== undefined && readTag(`${name}>`) !== null;
}
