/** Helpers to read values of unknown shape. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the records of a list without its other elements. */
export function recordsOf(value: unknown): Fields[] {
  return listOf(value)
    .map(fieldsOf)
    .filter((fields) => fields !== null);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the first non-empty text. */
export function firstText(...values: readonly unknown[]): string {
  return values.map(textOf).find((text) => text !== '') ?? '';
}

/** Returns a text as it is, anything else as JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

/** Converts a date, seconds or milliseconds to ISO 8601; null for anything else. */
export function instantOf(value: unknown): string | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return null;
  if (typeof value === 'number' && value <= 0) return null;
  const date = new Date(typeof value === 'number' && value < 1e11 ? value * 1000 : value);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : null;
}

/** Returns a link in Markdown; the title alone for an address outside the web. */
export function linkOf(title: string, address: string): string {
  const words = (title.trim() || address)
    .replaceAll(/[[\]\\<>`*_|]/g, '\\$&')
    .replaceAll(/\s+/g, ' ');
  if (!/^https?:\/\//i.test(address)) return words;
  const plain = address.replaceAll(/[\s<>()\\]/g, (sign) =>
    encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
  );
  return `[${words}](${plain})`;
}

/** Returns a list of links below a text; empty without any. */
export function sourcesBelow(links: readonly string[]): string {
  return links.length === 0
    ? ''
    : `\n\n${[...new Set(links)].map((link) => `- ${link}`).join('\n')}`;
}
