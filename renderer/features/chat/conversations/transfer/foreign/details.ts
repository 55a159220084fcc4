/** Blocks in which Open WebUI stores everything except the answer's text. */
export type DetailsPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'details';
      readonly type: string;
      /** Unescaped. */
      readonly attributes: Readonly<Record<string, string>>;
      /** Without its summary, unescaped. */
      readonly body: string;
    };

const known: ReadonlySet<string> = new Set(['reasoning', 'tool_calls', 'code_interpreter']);
const opening = '<details type="';
const closing = '</details>';

/** Splits a text into its parts, in order; unknown and unclosed blocks stay text. */
export function detailsIn(text: string): DetailsPart[] {
  const parts: DetailsPart[] = [];
  let from = 0;
  const addText = (to: number) => {
    const words = text.slice(from, to).trim();
    if (words !== '') parts.push({ kind: 'text', text: words });
  };
  for (let at = text.indexOf(opening); at >= 0; ) {
    const tagEnd = endOfTag(text, at);
    const end = tagEnd < 0 ? -1 : text.indexOf(closing, tagEnd);
    if (end < 0) break;
    const attributes = attributesOf(text.slice(at, tagEnd));
    const { type = '' } = attributes;
    if (known.has(type)) {
      addText(at);
      const inside = text.slice(tagEnd + 1, end).trim();
      const summary = inside.startsWith('<summary>') ? inside.indexOf('</summary>') : -1;
      const body = summary < 0 ? inside : inside.slice(summary + '</summary>'.length);
      parts.push({ kind: 'details', type, attributes, body: unescaped(body.trim()) });
      from = end + closing.length;
    }
    at = text.indexOf(opening, end);
  }
  addText(text.length);
  return parts;
}

/** Returns the end of a tag; a `>` in quotes does not count. */
function endOfTag(text: string, start: number): number {
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (character === '>' && !quoted) return at;
  }
  return -1;
}

function attributesOf(tag: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of tag.matchAll(/ ([a-z_]{1,40})="([^"]*)"/g)) {
    found[name] = unescaped(value);
  }
  return found;
}

const signs: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  '#34': '"',
  nbsp: '\u00a0',
};

/** Unescapes the entities used for escaping texts; in one pass, so that `&amp;lt;` becomes `&lt;`. */
function unescaped(text: string): string {
  return text.replaceAll(
    /&([a-z]{2,4}|#x?[0-9a-f]{2,3});/g,
    (whole, name: string) => signs[name] ?? whole,
  );
}
