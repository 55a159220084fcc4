import { AppError } from '../../../preload/contract/errors.ts';
import {
  acceptedLanguages,
  chooseLanguage,
  type Language,
} from '../../../preload/contract/texts/language.ts';
import type { Log } from '../../host.ts';
import { type LoopbackReply, type LoopbackRequest, listenOnLoopback } from '../../network/index.ts';
import { withResolvers } from '../../with-resolvers.ts';
import { page, pageHeaders } from '../pages/page.ts';
import type { PageKind } from '../pages/texts.ts';
import { createOutcomePage } from './outcome-page.ts';
import type { Outcome } from './way.ts';

export const loopbackPath = '/oauth/callback';
const finishedPath = '/oauth/finished';

/** The place on loopback where the user's browser returns to (RFC 8252, section 7.3). */
export interface Return {
  readonly redirectUrl: string;
  readonly callback: Promise<URL>;
  /** What the callback came to: until then no page says that the user is signed in. */
  concluded(outcome: Outcome): void;
  /** After a callback the listener stays until its outcome is known and was shown. */
  close(): Promise<void>;
}

/**
 * Listens for the callback: this path, this host name, GET, the attempt's own state, once. Loopback is
 * open to every user and page of the machine, so what does not fit is answered with a page and changes
 * nothing.
 * @param options.port Null: any free one
 * @throws AppError `sign-in-listener-failed`
 */
export async function awaitReturn(options: {
  readonly port: number | null;
  readonly language: 'system' | Language;
  /** Whether an answer carries the attempt's state. */
  readonly belongs: (url: URL) => boolean;
  readonly log: Log;
  /** Ms that a page waits for the outcome before it says that it still waits. */
  readonly outcomeTime?: number;
}): Promise<Return> {
  const { log } = options;
  const outcome = createOutcomePage(options.outcomeTime);
  let taken: URL | null = null;
  const { promise: callback, resolve: deliver } = withResolvers<URL>();

  const answer = (
    request: LoopbackRequest,
    port: number,
  ): LoopbackReply | Promise<LoopbackReply> => {
    const { method, url, headers } = request;
    const wishes = acceptedLanguages(headers['accept-language']);
    const language = chooseLanguage(wishes, options.language);
    const show = (status: number, kind: PageKind): LoopbackReply => ({
      status,
      headers: pageHeaders,
      body: page(kind, language),
    });
    // A foreign Host is DNS rebinding.
    if (headers.host !== `127.0.0.1:${port}`) return show(421, 'unexpected');
    const base = `http://127.0.0.1:${port}`;
    // `//host` would be an address of its own.
    if (!url.startsWith('/') || url.startsWith('//') || !URL.canParse(url, base)) {
      return show(400, 'unexpected');
    }
    const target = new URL(url, base);
    if (target.pathname === finishedPath && method === 'GET' && taken !== null) {
      return outcome.answer(language);
    }
    if (target.pathname !== loopbackPath) return show(404, 'unexpected');
    if (method !== 'GET') return show(405, 'unexpected');
    if (!options.belongs(target)) return show(400, 'unexpected');
    if (taken !== null) return show(410, 'unexpected');
    taken = target;
    deliver(target);
    // The code leaves the browser's address bar and history at once.
    return { status: 303, headers: { ...pageHeaders, location: finishedPath }, body: '' };
  };

  try {
    let port = 0;
    const listener = await listenOnLoopback({
      port: options.port ?? 0,
      answer: (request) => answer(request, port),
    });
    port = listener.port;
    return {
      redirectUrl: `http://127.0.0.1:${port}${loopbackPath}`,
      callback,
      concluded: outcome.conclude,
      async close() {
        if (taken !== null) await outcome.over();
        await listener.close();
      },
    };
  } catch (cause) {
    log.error('sign-in-listener', cause);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new AppError('sign-in-listener-failed', {
      details: { reason: code, port: options.port ?? 0 },
      cause,
    });
  }
}
