import { tagEnd } from './parse/html.ts';
import { limits } from './parse/limits.ts';
import {
  endsBefore,
  findClosedElement,
  readTag,
  type SupportedTag,
  type Tag,
  unescapeReferences,
} from './parse/tags.ts';

/** An element of raw HTML that is still open after a block. */
export interface OpenElement {
  readonly name: SupportedTag;
}

const lines: ReadonlySet<string> = new Set(
  'blockquote br caption dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre summary table td th tr ul'.split(
    ' ',
  ),
);

/** Returns whether a tag separates the text before and after it into lines. */
export const startsLine = (name: SupportedTag): boolean => lines.has(name);

/**
 * Returns the visible text of a raw HTML block: tags of supported elements are removed, everything else is text.
 * @param open the open elements before the block, outermost first; updated to those after it
 */
export function htmlText(source: string, open: OpenElement[]): string {
  let text = '';
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at);
    const until = next < 0 ? source.length : next;
    text += unescapeReferences(source.slice(at, until));
    if (until === source.length) break;
    const end = tagEnd(source, until);
    at = end === 0 ? until + 1 : end;
    const written = source.slice(until, at);
    const tag = end === 0 ? null : readTag(written);
    if (tag === null || !follow(tag, open)) text += written;
    else text += tag.attributes.alt ?? (startsLine(tag.name) ? '\n' : '');
  }
  return text;
}

/** Opens or closes an element; false if there is none to close, or the nesting limit is reached. */
function follow({ name, kind }: Tag, open: OpenElement[]): boolean {
  if (kind === 'close') {
    const found = findClosedElement(name, open);
    if (found < 0) return false;
    open.length = found;
    return true;
  }
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (!endsBefore(last.name, name)) break;
    open.pop();
  }
  if (open.length >= limits.elements) return false;
  if (kind === 'open') open.push({ name });
  return true;
}
