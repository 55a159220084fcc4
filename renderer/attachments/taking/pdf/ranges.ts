/** Maximum pages of a PDF sent as images: more would not fit a request anyway. */
export const maxPages = 50;

/** Returns the pages of a range such as `1-3, 8`, sorted and without duplicates; null for an invalid range. */
export function pagesOf(text: string, last: number): number[] | null {
  const pages = new Set<number>();
  for (const part of text.normalize('NFKC').split(/[,、\s]+/)) {
    if (part === '') continue;
    const found = /^(\d{1,6})(?:[-–~](\d{1,6}))?$/.exec(part);
    if (found === null) return null;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (from < 1 || to > last || from > to) return null;
    for (let page = from; page <= to; page += 1) pages.add(page);
  }
  return pages.size === 0 ? null : [...pages].sort((a, b) => a - b);
}
