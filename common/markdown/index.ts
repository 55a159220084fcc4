import { mayDiffer } from './differs.ts';
import { TextReader } from './text.ts';

/**
 * Returns the visible text of Markdown, for search: words continue across marks, code and formulas stay as written,
 * link targets are omitted, and a line ending separates blocks.
 */
export function renderedText(text: string): string {
  return mayDiffer(text) ? [...renderedParts(text)].join('') : text;
}

/** Does the same in pieces, so that the caller can yield between them. A piece is empty if only parsing was done. */
export const renderedParts = (text: string): Iterable<string> => new TextReader().read(text);
