import {
  acceptedLanguages,
  chooseLanguage,
  type Language,
} from '../../../../common/texts/language.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Log } from '../../../base/host.ts';
import {
  type LoopbackListener,
  type LoopbackReply,
  listenOnLoopback,
} from '../../../base/network/index.ts';
import { page, pageHeaders } from '../pages/html-page.ts';
import type { PageKind } from '../pages/texts.ts';

/** A request of the user's browser, or of anybody else who can reach loopback. */
export interface BrowserRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  show(status: number, kind: PageKind): LoopbackReply;
}

/**
 * Listens on 127.0.0.1 for the user's browser (RFC 8252, section 7.3). Refuses requests for another host.
 * @param options.port null for any free one
 * @throws AppError `sign-in-listener-failed`
 */
export async function listenForBrowser(options: {
  readonly port: number | null;
  readonly language: 'system' | Language;
  readonly log: Log;
  readonly answer: (visit: BrowserRequest) => LoopbackReply | Promise<LoopbackReply>;
}): Promise<LoopbackListener> {
  let port = 0;
  try {
    const listener = await listenOnLoopback({
      port: options.port ?? 0,
      answer({ method, url, headers }) {
        const wishes = acceptedLanguages(headers['accept-language']);
        const language = chooseLanguage(wishes, options.language);
        const show = (status: number, kind: PageKind): LoopbackReply => ({
          status,
          headers: pageHeaders,
          body: page(kind, language),
        });
        // A foreign Host header means DNS rebinding.
        if (headers.host !== `127.0.0.1:${port}`) return show(421, 'unexpected');
        const base = `http://127.0.0.1:${port}`;
        // `//host` would be an absolute address.
        if (!url.startsWith('/') || url.startsWith('//') || !URL.canParse(url, base)) {
          return show(400, 'unexpected');
        }
        return options.answer({ method, url: new URL(url, base), headers, language, show });
      },
    });
    port = listener.port;
    return listener;
  } catch (cause) {
    options.log.error('sign-in-listener', cause);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new AppError('sign-in-listener-failed', {
      details: { reason: code, port: options.port ?? 0 },
      cause,
    });
  }
}

/** Headers of browsers that prefetch an address. */
const speculative = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns whether the user goes there: browsers also prefetch, and other pages embed. */
export function isNavigation({ headers }: BrowserRequest): boolean {
  if (speculative.some((name) => headers[name] !== undefined)) return false;
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || destination === 'document';
}
