import type { Language } from '../../../../common/texts/language.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { Log } from '../../../base/host.ts';
import type { LoopbackReply } from '../../../base/network/index.ts';
import { pageHeaders } from '../pages/html-page.ts';
import { type BrowserRequest, isNavigation, listenForBrowser } from './loopback.ts';
import { createOutcomePage } from './outcome-page.ts';
import type { StartPage } from './start-page.ts';
import type { Outcome } from './way.ts';

export const loopbackPath = '/oauth/callback';
const finishedPath = '/oauth/finished';

/** The address on loopback to which the user's browser returns (RFC 8252, section 7.3). */
export interface Return {
  readonly redirectUrl: string;
  readonly callback: Promise<URL>;
  /** Sets the outcome of the callback: before that no page says that the user is signed in. */
  concluded(outcome: Outcome): void;
  /** After a callback the listener stays until its outcome is known and was shown. */
  close(): Promise<void>;
}

/**
 * Listens for the callback: this path, this host name, GET, the attempt's own state, the browser that came through the
 * entrance, once. Every user and page of the computer can reach loopback, so other requests get a page and change
 * nothing.
 * @param options.port null for any free one
 * @throws AppError `sign-in-listener-failed`
 */
export async function awaitReturn(options: {
  readonly port: number | null;
  readonly language: 'system' | Language;
  /** Returns whether an answer has the attempt's state. */
  readonly belongs: (url: URL) => boolean;
  readonly entrance: StartPage;
  readonly log: Log;
  /** How long a page waits for the outcome before it says that it still waits, ms. */
  readonly outcomeTime?: number;
}): Promise<Return> {
  const { entrance } = options;
  const outcome = createOutcomePage(options.outcomeTime);
  let taken: URL | null = null;
  const { promise: callback, resolve: deliver } = withResolvers<URL>();

  const answer = (visit: BrowserRequest): LoopbackReply | Promise<LoopbackReply> => {
    const { method, url, show } = visit;
    if (url.pathname === finishedPath && method === 'GET' && taken !== null) {
      return outcome.answer(visit.language);
    }
    if (url.pathname !== loopbackPath) {
      return entrance.answer(visit) ?? show(404, 'unexpected');
    }
    if (method !== 'GET') return show(405, 'unexpected');
    if (!options.belongs(url)) return show(400, 'unexpected');
    if (!isNavigation(visit)) return show(503, 'unexpected');
    if (taken !== null) return show(410, 'unexpected');
    if (!entrance.knows(visit)) return show(403, 'other-browser');
    taken = url;
    deliver(url);
    // Removes the code from the browser's address bar and history at once.
    return {
      status: 303,
      headers: { ...pageHeaders, ...entrance.forgetting, location: finishedPath },
      body: '',
    };
  };

  const listener = await listenForBrowser({ ...options, answer });
  return {
    redirectUrl: `http://127.0.0.1:${listener.port}${loopbackPath}`,
    callback,
    concluded: outcome.conclude,
    async close() {
      if (taken !== null) await outcome.over();
      await listener.close();
    },
  };
}
