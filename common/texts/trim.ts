/**
 * Removes trailing characters that match `of` one by one. For foreign text: a pattern such as `/x+$/` takes quadratic
 * time on a long run.
 */
export function trimEnd(text: string, of: RegExp): string {
  let end = text.length;
  while (end > 0 && of.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** Removes leading characters that match `of` one by one. */
export function trimStart(text: string, of: RegExp): string {
  let start = 0;
  while (start < text.length && of.test(text[start] ?? '')) start++;
  return text.slice(start);
}

export function withoutTrailingSlashes(address: string): string {
  return trimEnd(address, /\//);
}
