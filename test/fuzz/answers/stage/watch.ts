import type { Page } from 'playwright';
import type { Trap } from './service.ts';

/** Everything that a payload may bring about in a page and must not. */
export interface Watch {
  /** What happened since it was last asked, as sentences; each begins with its kind. */
  take(): string[];
}

/**
 * Watches a page for scripts, dialogs, requests, navigations, frames, windows and faults.
 * @param isOwn addresses of the app's own files
 */
export async function watch(
  page: Page,
  trap: Trap,
  isOwn: (url: string) => boolean,
): Promise<Watch> {
  const seen: string[] = [];
  const see = (kind: string, what: string): void =>
    void seen.push(`${kind}: ${what.slice(0, 200)}`);
  await page.exposeFunction('ran', (name: string) => see('script', name));
  page.on('dialog', (dialog) => {
    see('script', `dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!isOwn(url) && !/^data:(?:image|font)\//.test(url)) see('request', url);
  });
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    if (frame === page.mainFrame() ? !isOwn(url) : !isDiagramFrame(url, isOwn))
      see('navigation', url);
  });
  page.on('popup', (popup) => see('window', popup.url()));
  page.on('download', (download) => see('download', download.url()));
  page.on('pageerror', (error) => see('fault', error.stack ?? error.message));
  page.on('crash', () => see('fault', 'the page crashed'));
  return {
    take: () => [...seen.splice(0), ...trap.asked.splice(0).map((path) => `request: trap ${path}`)],
  };
}

const isDiagramFrame = (url: string, isOwn: (url: string) => boolean): boolean =>
  url === 'about:blank' || (isOwn(url) && /\/assets\/diagram-[0-9a-f]+\.html$/.test(url));

/** Runs in the page: what stands in an answer and must not, as sentences. */
export function unsafeParts(id: string): string[] {
  const row = document.querySelector(`[data-message="${id}"]`);
  if (row === null) return ['missing: the answer is not drawn'];
  const found: string[] = [];
  const allowed: Readonly<Record<string, RegExp>> = {
    A: /^(?:https?:|ftp:|mailto:|#)/,
    IMG: /^data:image\//,
  };
  for (const element of row.querySelectorAll('*')) {
    const { tagName, attributes } = element;
    if (
      /^(?:script|i?frame|object|embed|form|link|meta|base|style|audio|video|source|template)$/i.test(
        tagName,
      )
    ) {
      // the diagram's frame is there while it draws
      if (!(tagName === 'IFRAME' && element.getAttribute('sandbox') === 'allow-scripts')) {
        found.push(`element: ${tagName}`);
      }
    }
    for (const { name, value } of attributes) {
      const leads = /^(?:xlink:)?href$|^src|^action$|^formaction$|^ping$|^data$/.test(name);
      if (leads && !(allowed[tagName]?.test(value) ?? /^#/.test(value))) {
        if (tagName !== 'IFRAME') found.push(`address: ${tagName} ${name}=${value.slice(0, 80)}`);
      }
      if (/^on/i.test(name) || (name === 'style' && /url\(/i.test(value))) {
        found.push(`attribute: ${tagName} ${name}=${value.slice(0, 80)}`);
      }
    }
  }
  return found;
}
