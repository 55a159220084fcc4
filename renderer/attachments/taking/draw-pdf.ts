import type { drawPages } from './pdf/index.ts';

/** Draws pages of a PDF as images. What does that is loaded with the first one. */
export const drawPdfPages: typeof drawPages = async (...given) => {
  const pdf = await import('./pdf/index.ts');
  await pdf.drawPages(...given);
};
