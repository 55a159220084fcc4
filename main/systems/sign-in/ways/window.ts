import { randomUUID } from 'node:crypto';
import type { Language } from '../../../../common/texts/language.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { OfferedCertificate } from '../../../../preload/contract/systems/session.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { Host, Log } from '../../../base/host.ts';
import type { Connection, Network, TlsIdentity } from '../../../base/network/index.ts';
import { matchesRedirect } from '../callback.ts';
import { page } from '../pages/html-page.ts';
import type { Way } from './way.ts';

export interface WindowWayOptions {
  readonly openWindow: NonNullable<Host['openSignInWindow']>;
  readonly network: Network;
  /** The imported certificate; null leaves the choice to the operating system's, with Chromium's network. */
  readonly identity: TlsIdentity | null;
  /** Trust and proxy settings for the provider. */
  readonly connection: Connection;
  /** Returns whether the provider may be asked once more; each yes is used up. */
  readonly mayRetry: () => boolean;
  readonly startUrl: string;
  readonly redirectUrl: string;
  readonly title: string;
  readonly language: Language;
  readonly chooseCertificate: (
    host: string,
    offered: readonly OfferedCertificate[],
  ) => Promise<string | null>;
  readonly log: Log;
}

function isDecided({ pins, intermediates, proxy }: Connection): boolean {
  return pins.length > 0 || intermediates.length > 0 || proxy.kind !== 'system';
}

/** Shows the provider's pages in a window of the app (design, section 5, way a). */
export async function openWindowWay(options: WindowWayOptions): Promise<Way> {
  const { identity, startUrl, redirectUrl, language, log } = options;
  const { origin, host } = new URL(startUrl);
  const { promise: callback, resolve, reject } = withResolvers<URL>();
  let lastProblem: AppError | null = null;
  let noCertificate = false;

  // Chromium supports neither pins nor a proxy's password: if the user has set any, the pages use main's own network.
  const gateway =
    identity === null && !isDecided(options.connection)
      ? null
      : (await import('../gateway.ts')).createGateway({
          ...options,
          identity,
          onCallback: resolve,
          onProblem: reject,
          onPage: (problem) => {
            lastProblem = problem;
          },
        });

  const mayNavigate = (url: string): boolean => {
    if (matchesRedirect(url, redirectUrl)) {
      resolve(new URL(url));
      return false;
    }
    const target = URL.canParse(url) ? new URL(url) : null;
    if (target?.origin === origin) return true;
    const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
    // The gateway answers with a page that names the refused server.
    if (gateway !== null && isWeb) return true;
    log.info('sign-in-navigation-refused', { to: target?.origin ?? 'not-a-url' });
    return false;
  };

  try {
    const window = await options.openWindow({
      startUrl,
      title: options.title,
      language,
      partition: `sign-in-${randomUUID()}`,
      gateway,
      mayNavigate,
      authorities: options.connection.authorities,
      proxy: options.network.proxyToTell(options.connection),
      failurePage: ({ url, reason }) => {
        lastProblem = new AppError('network-unreachable', {
          details: { host: URL.canParse(url) ? new URL(url).host : host, reason },
          retryable: true,
        });
        const tls = /CERT|SSL/.test(reason);
        const kind = /CLIENT_AUTH/.test(reason)
          ? 'certificate-refused'
          : tls
            ? 'server-not-trusted'
            : 'unreachable';
        return page(kind, language, { facts: [host, reason], retryUrl: startUrl });
      },
      async selectClientCertificate(asking, offered) {
        const chosen =
          offered.length === 0 ? null : await options.chooseCertificate(asking, offered);
        noCertificate = chosen === null;
        return chosen;
      },
      onClosed: () => {
        if (noCertificate) reject(new AppError('sign-in-no-certificate', { details: { host } }));
        // The page said why it failed; that is more specific than "closed".
        else reject(lastProblem ?? new AppError('sign-in-window-closed'));
      },
    });
    return { callback, opened: true, close: () => window.close() };
  } catch (cause) {
    log.error('sign-in-window', cause);
    throw new AppError('sign-in-window-failed', { cause });
  }
}
