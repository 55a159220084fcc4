import { fitFormulas, paperWidth, splitTables } from './paper.ts';
import type { Labels } from './view/labels.ts';
import { typesetIn } from './view/math/math.ts';
import { MarkdownSession } from './view/session.ts';
import { nextFrame } from './work.ts';

/** Options for rendering a text. */
export interface Look {
  readonly words: Labels;
  /** Single line endings break the line. */
  readonly breaks: boolean;
}

/** Renders a text outside the page, for code that reads the result. */
export async function drawn(text: string, { words, breaks }: Look): Promise<HTMLElement> {
  const host = document.createElement('div');
  const session = new MarkdownSession(host, 'away', words);
  session.setBreaks(breaks);
  session.update(text, false);
  while (session.isBusy) await new Promise<void>((resolve) => nextFrame(resolve));
  session.close();
  return host;
}

/** The same with formulas typeset and fitted, as on paper. */
export async function drawnForPaper(text: string, look: Look): Promise<HTMLElement> {
  const host = await drawn(text, look);
  if (host.querySelector('.md-math') === null) {
    splitTables(host);
    return host;
  }
  // formulas are typeset, and have a width, only in the document
  const place = document.createElement('div');
  place.inert = true;
  place.setAttribute('aria-hidden', 'true');
  place.className = 'md';
  place.style.cssText = `position: fixed; left: -10000px; top: 0; width: ${paperWidth}px; height: 1px; overflow: hidden; contain: strict; visibility: hidden;`;
  place.append(host);
  document.body.append(place);
  try {
    // before tables are split, because their parts contain copies of cells
    await typesetIn(host);
    splitTables(host);
    fitFormulas(host);
  } finally {
    place.remove();
  }
  return host;
}
