import { onTestFinished } from 'vitest';
import { MarkdownSession } from '../../../renderer/markdown/view/session.ts';
import { createHost, settled, words } from './samples.ts';

/** A session and its element in the page, until the test ends. */
export function begin(spoken = words): { session: MarkdownSession; host: HTMLElement } {
  const host = createHost();
  const session = new MarkdownSession(host, 'p', spoken);
  onTestFinished(() => {
    session.close();
    host.remove();
  });
  return { session, host };
}

/** The element in which a complete text is shown, when nothing is left to do. */
export async function show(text: string, spoken = words): Promise<HTMLElement> {
  const { session, host } = begin(spoken);
  session.update(text, false);
  await settled(session);
  return host;
}

/** Elements in each other. */
export function depthOf(root: Element): number {
  let deepest = 0;
  let level: Element[] = [root];
  for (; level.length > 0; deepest += 1) level = level.flatMap(({ children }) => [...children]);
  return deepest;
}

/** What is said of parts that are not drawn. */
export const remarks = (host: HTMLElement): string[] =>
  [...host.querySelectorAll('p.md-remark')].map(({ textContent }) => textContent ?? '');
