import { MarkdownSession } from '../../renderer/markdown/view/session.ts';
import { words } from '../renderer/markdown/samples.ts';
import { withoutForeign } from './expected.ts';
import { outline } from './outline.ts';

/** What stands on the page for a text, and for the HTML that the specification gives for it. */
export interface Compared {
  readonly shown: string;
  /** What a browser shows for that HTML. */
  readonly browser: string;
  /** The same where what is not drawn by design stands as text. */
  readonly expected: string;
}

export async function compare(markdown: string, html: string): Promise<Compared> {
  const host = document.createElement('div');
  host.className = 'md';
  document.body.append(host);
  const session = new MarkdownSession(host, 'p', words);
  session.update(markdown, false);
  while (session.isBusy) await new Promise((resolve) => setTimeout(resolve));
  const shown = outline(host);
  session.close();
  host.remove();
  return { shown, browser: outlineOf(html), expected: outlineOf(withoutForeign(html)) };
}

const outlineOf = (html: string): string =>
  outline(new DOMParser().parseFromString(html, 'text/html').body);
