import { ignoring } from '../../../../common/ignoring.ts';
import { plainForms } from './forms.ts';

/** Limits for reading a PDF: the rest is left out, and reported. */
export interface ReadingLimits {
  readonly pages: number;
  readonly characters: number;
  /** Timeout for the whole PDF, ms. */
  readonly time: number;
}

/** More than the longest books have; a page of text is read in milliseconds. */
export const readingLimits: ReadingLimits = { pages: 5_000, characters: 5_000_000, time: 30_000 };

/** Text read from a PDF's pages. */
export interface ReadPages {
  /** Their text with a line `[Page n]` before each; empty if none has any. */
  readonly text: string;
  /** The last page read, if reading was incomplete; else null. */
  readonly until: number | null;
}

/**
 * Reads pages until a limit is reached.
 * @param partsOf the text of a page (from 1), in parts as they arrive
 * @param late resolves when the time is over
 */
export async function readPages(
  count: number,
  partsOf: (page: number) => AsyncGenerator<string, void, undefined>,
  late: Promise<void>,
  limits: ReadingLimits = readingLimits,
): Promise<ReadPages> {
  const texts: string[] = [];
  let left = limits.characters;
  let isLate = false;
  const over = late.then(() => {
    isLate = true;
    return 'late' as const;
  });
  const pages = Math.min(count, limits.pages);
  for (let page = 1; page <= pages && left > 0 && !isLate; page += 1) {
    const parts = partsOf(page);
    let text = '';
    let isWhole = false;
    while (left > 0 && !isLate) {
      const next = await Promise.race([parts.next(), over]);
      if (next === 'late') break;
      isWhole = next.done === true;
      if (next.done === true) break;
      const part = next.value.slice(0, left);
      text += part;
      left -= part.length;
    }
    if (!isWhole) void ignoring('one that does not answer gives no end either', parts.return());
    if (isWhole || text !== '') texts.push(clean(text));
    if (!isWhole) return { text: marked(texts), until: texts.length };
  }
  return { text: marked(texts), until: texts.length < count ? texts.length : null };
}

function marked(texts: readonly string[]): string {
  const some = texts.some((text) => text !== '');
  return some ? texts.map((text, at) => `[Page ${at + 1}]\n${text}`).join('\n\n') : '';
}

function clean(text: string): string {
  const plain = plainForms(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: fonts without a map give such characters
  return plain.replaceAll(/[\x00-\x08\x0b\x0e-\x1f]/g, '').trim();
}
