import { MarkdownSession } from './view/session.ts';
import type { Words } from './view/words.ts';
import { nextFrame } from './work.ts';

/** A text drawn away from the page, for what reads it from there. */
export async function drawn(text: string, words: Words): Promise<HTMLElement> {
  const host = document.createElement('div');
  const session = new MarkdownSession(host, 'away', words);
  session.update(text, false);
  while (session.isBusy) await new Promise<void>((resolve) => nextFrame(resolve));
  session.close();
  return host;
}
