import { characterEntities } from 'character-entities';

const drawn: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em h1 h2 h3 h4 h5 ' +
    'h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot ' +
    'th thead tr u ul var wbr'
  ).split(' '),
);

/** Whether the page draws an element of raw HTML; its tags are not of the text then. */
export const isDrawnTag = (name: string): boolean => drawn.has(name.toLowerCase());

/** What the page has between the words around a tag. */
export const breakOf = (name: string): string =>
  /^(?:br|hr|p|div|li|t[dhr]|h[1-6]|summary|dt|dd|caption)$/i.test(name) ? '\n' : '';

export const tag = /<(\/?)([A-Za-z][A-Za-z0-9-]{0,31})(?=[\s/>])[^<>]{0,4096}>/y;
const reference = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface Read {
  readonly value: string;
  readonly end: number;
}

/** The character reference (`&amp;`, `&#35;`) at a place. */
export function readReference(text: string, at: number): Read | null {
  const found = matchAt(reference, text, at);
  if (found === null) return null;
  const [all, hex, decimal, name] = found;
  const value =
    name === undefined
      ? characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : Object.hasOwn(characterEntities, name)
        ? characterEntities[name]
        : undefined;
  return value === undefined ? null : { value, end: at + all.length };
}

function characterOf(code: number): string {
  const isOne = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isOne ? String.fromCodePoint(code) : '\ufffd';
}

/** The tag of an element that is drawn at a place. */
function readTag(text: string, at: number): Read | null {
  const found = matchAt(tag, text, at);
  const name = found?.[2] ?? '';
  if (found === null || !isDrawnTag(name)) return null;
  return { value: breakOf(name), end: at + found[0].length };
}

/** The text of raw HTML: tags that are drawn taken out, character references resolved. */
export function htmlText(source: string): string {
  const pieces: string[] = [];
  const special = /[<&]/g;
  for (let at = 0; at < source.length; ) {
    const isTag = source.charAt(at) === '<';
    const found = isTag ? readTag(source, at) : readReference(source, at);
    special.lastIndex = at + 1;
    const end = found?.end ?? special.exec(source)?.index ?? source.length;
    pieces.push(found?.value ?? source.slice(at, end));
    at = end;
  }
  return pieces.join('');
}
