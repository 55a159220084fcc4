import { mayDiffer } from './differs.ts';
import { TextReader } from './text.ts';

/**
 * A text of Markdown as its page shows it, for what looks in it for words: a word runs on through marks, code and
 * formulas are as they were written, targets of links are out, a line ending stands between blocks.
 */
export function renderedText(text: string): string {
  return mayDiffer(text) ? [...renderedParts(text)].join('') : text;
}

/** The same bit by bit: others can have their turn between them. Empty where much was only read. */
export const renderedParts = (text: string): Iterable<string> => new TextReader().read(text);
