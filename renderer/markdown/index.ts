import { LongText, onDemand } from '../ui/index.ts';
import type { Look } from './drawn.ts';

export { plainText } from './copying/plainText.ts';
export { useWords } from './useWords.ts';

export const Markdown = onDemand(() => import('./Markdown.tsx'), LongText);

/** A text drawn away from the page, for what reads it from there. */
export async function drawn(text: string, look: Look): Promise<HTMLElement> {
  const drawing = await import('./drawn.ts');
  return drawing.drawn(text, look);
}

/** The same for a page of paper: formulas are typeset, and what is too wide for the page is made to fit. */
export async function drawnForPaper(text: string, look: Look): Promise<HTMLElement> {
  const drawing = await import('./drawn.ts');
  return drawing.drawnForPaper(text, look);
}
