import { supportedTags } from '../../common/markdown/parse/tags.ts';

const markup =
  /<!--(?:-?>|[\s\S]*?-->)|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<![A-Za-z][^>]*>|<\/?([A-Za-z][A-Za-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/g;
const drawn: ReadonlySet<string> = new Set(supportedTags);

/** The specification's HTML with what no answer may bring as text: other elements, comments and the like. */
export function withoutForeign(html: string): string {
  return html.replaceAll(markup, (source: string, name: string | undefined) => {
    const isBox = name === 'input' && source.includes('type="checkbox"');
    if (isBox || (name !== undefined && drawn.has(name.toLowerCase()))) return source;
    return source.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  });
}
