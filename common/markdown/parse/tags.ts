import { unescapeText } from './text/characters.ts';

/** Supported elements of raw HTML. Others stay text. */
export const supportedTags = [
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'blockquote',
  'br',
  'caption',
  'cite',
  'code',
  'col',
  'colgroup',
  'dd',
  'del',
  'details',
  'dfn',
  'div',
  'dl',
  'dt',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'img',
  'ins',
  'kbd',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'summary',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
  'var',
  'wbr',
] as const;

export type SupportedTag = (typeof supportedTags)[number];

const known: ReadonlySet<string> = new Set(supportedTags);
const empty: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'wbr']);

export const isSupportedTag = (name: string): name is SupportedTag => known.has(name);

/** Supported attributes of a tag. All others are ignored. */
export interface TagAttributes {
  title?: string;
  align?: string;
  open?: string;
  start?: string;
  dir?: string;
  lang?: string;
  /** Of a link. */
  href?: string;
  /** Of a picture. */
  src?: string;
  alt?: string;
}

/** A tag of a supported element. */
export interface Tag {
  readonly name: SupportedTag;
  /** It opens an element, closes one, or is a complete one. */
  readonly kind: 'open' | 'close' | 'alone';
  readonly attributes: TagAttributes;
  /** It has attributes, so it is neither a mention of an element nor a program's type (`list<a>`). */
  readonly isFirm: boolean;
}

/** Parses a tag of the text; null if it is not supported. */
export function readTag(source: string): Tag | null {
  const found = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)/.exec(source);
  const name = found?.[2]?.toLowerCase() ?? '';
  if (!isSupportedTag(name)) return null;
  if (found?.[1] === '/') {
    // browsers treat it as a line break
    if (name === 'br') return { name, kind: 'alone', attributes: {}, isFirm: true };
    return empty.has(name) ? null : { name, kind: 'close', attributes: {}, isFirm: true };
  }
  const isAlone = empty.has(name) || source.endsWith('/>');
  const rest = source.slice(name.length + 1, -1);
  const isFirm = /[a-zA-Z]/.test(rest);
  const attributes = readAttributes(name, rest);
  return { name, kind: isAlone ? 'alone' : 'open', attributes, isFirm };
}

const longestTitle = 400;
const attribute =
  /([a-zA-Z_:][\w:.-]*)(?:[\t-\r ]*=[\t-\r ]*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const aligned = /^(?:caption|div|h[1-6]|p|t[dhr])$/;

type Reading = (value: string, name: SupportedTag) => string | undefined;

const oneOf =
  (...values: readonly string[]): Reading =>
  (value) =>
    values.includes(value.toLowerCase()) ? value.toLowerCase() : undefined;
const alignment = oneOf('left', 'center', 'right', 'justify');
const only =
  (tag: SupportedTag, read: (value: string) => string | undefined): Reading =>
  (value, name) =>
    name === tag ? read(value) : undefined;

const readings: Readonly<Record<keyof TagAttributes, Reading>> = {
  title: (value) => value.slice(0, longestTitle),
  align: (value, name) => (aligned.test(name) ? alignment(value, name) : undefined),
  open: only('details', () => ''),
  start: only('ol', (value) => (/^-?\d{1,9}$/.test(value) ? value : undefined)),
  dir: oneOf('ltr', 'rtl', 'auto'),
  lang: (value) => (/^[A-Za-z0-9-]{1,35}$/.test(value) ? value : undefined),
  href: only('a', (value) => value),
  src: only('img', (value) => value),
  alt: only('img', (value) => value),
};

function readAttributes(name: SupportedTag, source: string): TagAttributes {
  const attributes: TagAttributes = {};
  for (const [, written = '', double, single, bare] of source.matchAll(attribute)) {
    const key = written.toLowerCase();
    if (!isCounted(key) || attributes[key] !== undefined) continue;
    const value = readings[key](unescapeReferences(double ?? single ?? bare ?? ''), name);
    if (value !== undefined) attributes[key] = value;
  }
  return attributes;
}

const isCounted = (name: string): name is keyof TagAttributes => Object.hasOwn(readings, name);

/** Decodes references only: backslashes are literal in HTML. */
export function unescapeReferences(text: string): string {
  return text.includes('&') ? unescapeText(text.replaceAll('\\', '\\\\')) : text;
}

const cells: readonly string[] = ['td', 'th'];
const rows: readonly string[] = [...cells, 'tr'];
const parts: readonly string[] = [...rows, 'thead', 'tbody', 'tfoot', 'caption', 'colgroup'];
const terms: readonly string[] = ['dt', 'dd'];
const readingsOfRuby: readonly string[] = ['rt', 'rp'];

/** Elements that a start tag implicitly ends, HTML 13.1.2.4 "Optional tags". */
const implied: Readonly<Record<string, readonly string[]>> = {
  li: ['li', 'p'],
  dt: [...terms, 'p'],
  dd: [...terms, 'p'],
  rt: readingsOfRuby,
  rp: readingsOfRuby,
  td: cells,
  th: cells,
  tr: rows,
  thead: parts,
  tbody: parts,
  tfoot: parts,
};
const blocks: ReadonlySet<string> = new Set(
  'blockquote details div dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' '),
);

/** Returns whether an open element ends where another begins. */
export function endsBefore(open: SupportedTag, begins: SupportedTag): boolean {
  return implied[begins]?.includes(open) ?? (open === 'p' && blocks.has(begins));
}

const optional: ReadonlySet<string> = new Set([...parts, ...terms, ...readingsOfRuby, 'li', 'p']);

/** Returns whether an element may omit its end tag. */
export const hasOptionalEndTag = (name: SupportedTag): boolean => optional.has(name);

const tableParts: ReadonlySet<string> = new Set([...parts, 'table']);

/** Returns the index of the element that an end tag closes among the open ones, outermost first; -1 for none. */
export function findClosedElement(
  name: SupportedTag,
  open: readonly { readonly name: SupportedTag }[],
): number {
  for (let at = open.length - 1; at >= 0; at -= 1) {
    const one = open[at]?.name;
    if (one === name) return at;
    // content of a cell ends nothing outside it
    if (one !== undefined && !tableParts.has(name) && [...cells, 'table'].includes(one)) return -1;
  }
  return -1;
}
