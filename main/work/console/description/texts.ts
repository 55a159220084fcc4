const controls = /\p{Cc}+/gu;

/** Returns a text of a description on one line, without control characters. */
export function lineOf(value: unknown, longest: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).slice(0, longest).replace(controls, ' ').trim();
}

/** Returns a text of a description, which may be Markdown of several lines. */
export function textOf(value: unknown, longest: number): string {
  return typeof value === 'string' ? value.slice(0, longest) : '';
}
