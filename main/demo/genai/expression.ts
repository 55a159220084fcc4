import { trimEnd, trimStart } from '../../../common/texts/trim.ts';

/** Returns the first part of a text that begins with a number or bracket and has a sign between two of them. */
export function expressionIn(text: string): string | undefined {
  for (const [stretch] of text.matchAll(/[-+*/^\d\s.()]+/g)) {
    const expression = trimEnd(trimStart(stretch, /[^\d(]/), /[^\d)]/);
    if (/[-+*/^][\d\s.(]/.test(expression)) return expression;
  }
  return undefined;
}
