import {
  acceptedLanguages,
  chooseLanguage,
  type Language,
} from '../../../../common/texts/language.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { Host } from '../../../base/host.ts';
import type {
  Connection,
  LoopbackReply,
  Network,
  TlsIdentity,
} from '../../../base/network/index.ts';
import type { Gateway } from '../gateway.ts';
import { page, pageHeaders } from '../pages/html-page.ts';
import { createOutcomePage } from './outcome-page.ts';
import type { Way } from './way.ts';

export interface TabWayOptions {
  readonly openTab: NonNullable<Host['openSignInTab']>;
  readonly network: Network;
  /** The imported certificate; null presents none. */
  readonly identity: TlsIdentity | null;
  /** Trust and proxy settings for the provider. */
  readonly connection: Connection;
  /** Returns whether the provider may be asked once more; each yes is used up. */
  readonly mayRetry: () => boolean;
  readonly startUrl: string;
  readonly redirectUrl: string;
  readonly language: 'system' | Language;
}

/** Path where the provider's pages end and the outcome is shown. */
const finishedPath = '/oauth/finished';
/** Clears the pages' data in the browser. */
const forgetting = { 'clear-site-data': '"cookies", "storage"' };

/**
 * Shows the provider's pages in a tab of the user's browser, over main's own mutual TLS: the window's gateway, at an
 * origin that the web host creates for this one sign-in.
 */
export async function openTabWay(options: TabWayOptions): Promise<Way> {
  const { startUrl, openTab } = options;
  const { origin } = new URL(startUrl);
  // loads its cookie jar too, which is needed only for signing in
  const { createGateway } = await import('../gateway.ts');
  const { promise: callback, resolve, reject } = withResolvers<URL>();
  const outcome = createOutcomePage();
  let state: 'open' | 'taken' | 'ended' = 'open';

  let gateway: Gateway | null = null;
  const isOpen = (): boolean => state === 'open';
  const open = (language: Language): Gateway =>
    createGateway({
      ...options,
      language,
      onCallback(url) {
        if (isOpen()) state = 'taken';
        resolve(url);
      },
      onProblem: reject,
      // A tab shows its pages' own text; nobody reports when it is closed.
      onPage: () => undefined,
    });

  const answer = async (request: Request): Promise<Response> => {
    const wishes = acceptedLanguages(request.headers.get('accept-language') ?? undefined);
    const language = chooseLanguage(wishes, options.language);
    if (isOpen()) {
      gateway ??= open(language);
      const response = await gateway(request);
      if (isOpen()) return response;
    }
    if (state === 'ended') {
      return responseOf({
        status: 403,
        headers: { ...pageHeaders, ...forgetting },
        body: page('not-signed-in', language),
      });
    }
    // Now every request of the tab gets the outcome.
    if (new URL(request.url).pathname !== finishedPath) {
      return new Response(null, { status: 303, headers: { location: origin + finishedPath } });
    }
    const { headers, ...reply } = await outcome.answer(language);
    // A reloading page still needs the tab's cookie.
    const isLast = headers.refresh === undefined;
    return responseOf({ ...reply, headers: { ...headers, ...(isLast ? forgetting : {}) } });
  };

  const tab = await openTab({
    startUrl,
    answer,
    onSecondUse: () => reject(new AppError('sign-in-tab-twice', { retryable: true })),
  });
  return {
    callback,
    opened: false,
    page: () => tab.page(),
    concluded: outcome.conclude,
    async close() {
      if (state === 'taken') await outcome.over();
      else state = 'ended';
      await tab.close();
    },
  };
}

function responseOf({ status, headers, body }: LoopbackReply): Response {
  return new Response(body, { status, headers });
}
