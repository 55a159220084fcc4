import { randomBytes } from 'node:crypto';
import { BrowserWindow, type Session, session, type WebContents } from 'electron';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Log, Printing } from '../../../base/host.ts';
import { printedHeaders } from '../../content-security-policy.ts';
import { closeNetwork, guardSession } from '../guards.ts';
import type { NavigationRules } from '../navigation.ts';
import { appScheme } from '../origin.ts';
import { lockedPreferences } from '../page-preferences.ts';

/** Countries that use Letter paper (CLDR, supplemental data on paper sizes). */
const letter: ReadonlySet<string> = new Set(
  'BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '),
);

/** There is no printer, or no CUPS to ask for one. */
const noPrinter = /no printers|enumerate printers/i;

/** Footer of each PDF page: its number and the number of pages. */
const footer =
  '<div style="width:100%;text-align:center;font:8px sans-serif;color:#5a6066"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/**
 * Prints pages in a hidden window: without scripts and without the bridge, in a session of its own that is kept in
 * memory, has no network and serves only that page.
 * @param country two letters; empty if the system does not say
 */
export function createPrinting(options: {
  rules: NavigationRules;
  log: Log;
  country: string;
}): Printing {
  const { rules, log, country } = options;
  const pages = new Map<string, string>();
  let own: Promise<Session> | null = null;

  async function prepare(): Promise<Session> {
    const made = session.fromPartition('printing', { cache: false });
    guardSession(made);
    rules.set(made, () => false);
    await closeNetwork(made);
    made.protocol.handle(appScheme, ({ url, method }) => {
      const html = method === 'GET' ? pages.get(url) : undefined;
      if (html === undefined) return new Response('', { status: 404 });
      return new Response(html, { headers: printedHeaders() });
    });
    return made;
  }

  /** Created lazily; retried after a failure. */
  function prepared(): Promise<Session> {
    own ??= prepare().catch((cause: unknown) => {
      own = null;
      log.error('not-printed', cause);
      throw new AppError('print-failed', { cause });
    });
    return own;
  }

  async function withPage<T>(html: string, work: (contents: WebContents) => Promise<T>) {
    const url = `${appScheme}://print/${randomBytes(16).toString('hex')}`;
    const window = new BrowserWindow({
      show: false,
      webPreferences: { ...lockedPreferences, javascript: false, session: await prepared() },
    });
    pages.set(url, html);
    try {
      const { webContents } = window;
      const gone = new Promise<never>((_resolve, reject) => {
        webContents.once('render-process-gone', (_event, { reason }) => reject(new Error(reason)));
      });
      return await Promise.race([webContents.loadURL(url).then(() => work(webContents)), gone]);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      log.error('not-printed', cause);
      throw new AppError('print-failed', { cause });
    } finally {
      pages.delete(url);
      window.destroy();
    }
  }

  return {
    print: (html) =>
      withPage(html, async (contents) => {
        const reason = await new Promise<string>((resolve) => {
          contents.print({ silent: false, printBackground: true }, (success, failure) =>
            resolve(success ? '' : failure),
          );
        });
        if (reason === '') return { kind: 'printed' };
        if (/cancel/i.test(reason)) return { kind: 'cancelled' };
        if (noPrinter.test(reason)) throw new AppError('no-printer');
        throw new Error(reason);
      }),
    pdf: (html) =>
      withPage(html, (contents) =>
        contents.printToPDF({
          pageSize: letter.has(country) ? 'Letter' : 'A4',
          printBackground: true,
          preferCSSPageSize: true,
          generateTaggedPDF: true,
          generateDocumentOutline: true,
          displayHeaderFooter: true,
          headerTemplate: '<span></span>',
          footerTemplate: footer,
        }),
      ),
  };
}
