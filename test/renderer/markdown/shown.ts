import { afterEach } from 'vitest';
import { MarkdownSession } from '../../../renderer/markdown/view/session.ts';
import { createHost, settled, words } from './samples.ts';

/** What a test shows; closed and taken from the page when it ends. */
export const sessions: { session: MarkdownSession; host: HTMLElement }[] = [];
afterEach(() => {
  for (const { session, host } of sessions.splice(0)) {
    session.close();
    host.remove();
  }
});

/** The element in which a complete text is shown, when nothing is left to do. */
export async function show(text: string, spoken = words): Promise<HTMLElement> {
  const host = createHost();
  const session = new MarkdownSession(host, 'p', spoken);
  sessions.push({ session, host });
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
