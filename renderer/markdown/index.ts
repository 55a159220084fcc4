import { LongText, onDemand } from '../ui/index.ts';
import type { Look } from './drawn.ts';

export { plainText } from './copying/plainText.ts';
export { useLabels } from './useLabels.ts';

export const LinkQuestion = onDemand(() => import('./address/LinkQuestion.tsx'));
export const Markdown = onDemand(() => import('./Markdown.tsx'), LongText);

/** Renders a text outside the page, for code that reads the result. */
export async function drawn(text: string, look: Look): Promise<HTMLElement> {
  const drawing = await import('./drawn.ts');
  return drawing.drawn(text, look);
}

/** The same for paper: formulas are typeset, and wide content is fitted to the page. */
export async function drawnForPaper(text: string, look: Look): Promise<HTMLElement> {
  const drawing = await import('./drawn.ts');
  return drawing.drawnForPaper(text, look);
}
