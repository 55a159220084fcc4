import { MarkdownSession } from '../../renderer/markdown/view/session.ts';
import { words } from '../renderer/markdown/samples.ts';
import type { Compared } from './compared.ts';
import { withoutForeign } from './expected.ts';
import { outline } from './outline.ts';

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
