import type { SupportedTag, TagAttributes } from '../../../../common/markdown/parse/tags.ts';
import { make } from '../dom.ts';
import { createImage, createLink } from '../links/links.ts';
import type { Surface } from '../surface.ts';

/**
 * Creates the element of a tag from its name and supported attributes, never from the text itself. Headings begin below
 * the conversation's title, like Markdown's.
 */
export function rawElement(
  surface: Surface,
  name: SupportedTag,
  { href, src, alt, ...rest }: TagAttributes,
): HTMLElement {
  if (name === 'img') return createImage(surface, src ?? '', alt ?? '', rest.title ?? '');
  if (name === 'a' && href !== undefined) return createLink(surface, href, rest.title ?? '');
  const element = makeNamed(name);
  for (const [key, value] of Object.entries(rest)) element.setAttribute(key, value);
  return element;
}

function makeNamed(name: SupportedTag): HTMLElement {
  switch (name) {
    case 'a':
      return make('span');
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const level = Number(name.slice(1));
      return make(headingTag(level), `md-h${level}`);
    }
    case 'table':
      return make('table', 'md-raw-table');
    case 'pre':
      return make('pre', 'md-raw-pre');
    case 'code':
      return make('code', 'md-inline-code');
    default:
      return make(name);
  }
}

/** Returns a heading's tag, below the conversation's title (h2) and not too large for an answer. */
export function headingTag(level: number): 'h3' | 'h4' | 'h5' | 'h6' {
  return (['h3', 'h4', 'h5', 'h6'] as const)[Math.min(level, 4) - 1] ?? 'h6';
}
