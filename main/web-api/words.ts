const longest = 300;

/**
 * What a server said in an error's body, as one short line of plain text: the message of a JSON
 * body, or an HTML page without its markup. Empty where it said nothing.
 */
export function serverWords(body: string, contentType: string): string {
  const text = body.slice(0, 64 * 1024);
  const said = messageIn(text) ?? (looksLikeHtml(text, contentType) ? textOfHtml(text) : text);
  const line = said.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** Where the error bodies of web frameworks put their sentence. */
const messageKeys = ['message', 'error_description', 'detail', 'error', 'title', 'reason'];

function messageIn(text: string): string | null {
  if (!/^\s*[{["]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON after all: shown as text.
    return null;
  }
  if (typeof value === 'string') return value;
  for (let depth = 0; depth < 3 && typeof value === 'object' && value !== null; depth++) {
    const record = value as Record<string, unknown>;
    const key = messageKeys.find((name) => record[name] !== undefined && record[name] !== null);
    if (key === undefined) return null;
    value = record[key];
    if (typeof value === 'string') return value;
  }
  return null;
}

function looksLikeHtml(text: string, contentType: string): boolean {
  return contentType.includes('html') || /^\s*<(!doctype|html|head|body|\?xml)/i.test(text);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function textOfHtml(html: string): string {
  const body = html
    .replace(/<!--.*?-->/gs, ' ')
    .replace(/<(script|style|head|svg)\b.*?<\/\1\s*>/gis, ' ')
    .replace(/<[^>]*>/g, ' ');
  const title = /<title[^>]*>(.*?)<\/title/is.exec(html)?.[1] ?? '';
  const text = /\S/.test(body) ? body : title;
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
