/**
 * Without the characters at its end that `of` knows, each by itself. For foreign text: a pattern such as
 * `/x+$/` goes over a long run of them once for every one of it.
 */
export function trimEnd(text: string, of: RegExp): string {
  let end = text.length;
  while (end > 0 && of.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** Without the characters at its start that `of` knows, each by itself. */
export function trimStart(text: string, of: RegExp): string {
  let start = 0;
  while (start < text.length && of.test(text[start] ?? '')) start++;
  return text.slice(start);
}

export function withoutTrailingSlashes(address: string): string {
  return trimEnd(address, /\//);
}
