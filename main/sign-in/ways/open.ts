import { AppError } from '../../../preload/contract/errors.ts';
import type { OfferedCertificate, SignInWay } from '../../../preload/contract/systems/session.ts';
import { chooseLanguage, type Language } from '../../../preload/contract/texts/language.ts';
import type { Host, Log } from '../../host.ts';
import type { Connection, Network, TlsIdentity } from '../../network/index.ts';
import { withResolvers } from '../../with-resolvers.ts';
import { carriesState, matchesRedirect } from '../callback.ts';
import type { Authorization, Provider } from '../provider/index.ts';
import { loopbackOf, loopbackRedirectUrl, type StoredSettings } from '../settings.ts';
import { notRegistered, saysRedirectUrl } from '../unregistered.ts';
import { awaitReturn } from './browser.ts';
import { openTabWay } from './tab.ts';
import type { Way } from './way.ts';
import { openWindowWay } from './window.ts';

/** What ways need of the host. */
export type SignInHost = Pick<
  Host,
  'openSignInWindow' | 'openSignInTab' | 'openExternal' | 'preferredLanguages'
>;

export interface WayOptions {
  readonly systemName: string;
  readonly way: SignInWay;
  readonly settings: StoredSettings;
  readonly network: Network;
  readonly identity: TlsIdentity | null;
  /** How the provider is trusted and reached. */
  readonly connection: Connection;
  readonly host: SignInHost;
  readonly language: 'system' | Language;
  readonly log: Log;
  /** Whether the provider may be asked once more; each yes is used up. */
  readonly mayRetry: () => boolean;
  readonly chooseCertificate: (
    host: string,
    offered: readonly OfferedCertificate[],
  ) => Promise<string | null>;
}

/** The user's way to the provider and back, and the request that it went with. */
export interface OpenedWay {
  readonly way: Way;
  readonly authorization: Authorization;
}

/** The ways to the provider, of which an attempt opens one. */
export interface Ways {
  /** What the request will say of where to come back to, as far as that is known before. */
  readonly redirectUrl: string;
  /** @throws AppError why the provider's pages cannot be shown */
  open(provider: Provider): Promise<OpenedWay>;
  /** An address that came by the app's protocol; false where it is not this attempt's. */
  receiveUrl(url: string): boolean;
}

const preflightTime = 5_000;

export function waysOf(options: WayOptions): Ways {
  const { settings, host, log } = options;
  const byProtocol = options.way === 'browser' && settings.browserRedirect === 'protocol';
  let received = withResolvers<URL>();
  /** What an answer that comes from outside must carry; null until it has been sent to the provider. */
  let expected: string | null = null;
  const belongs = (url: URL): boolean => carriesState(url, expected);

  async function openWindow(provider: Provider): Promise<OpenedWay> {
    const open = host.openSignInWindow;
    if (open === undefined) throw new AppError('sign-in-way-unavailable');
    const authorization = await provider.authorize(settings.redirectUrl, settings.extraScopes);
    const way = await openWindowWay({
      ...options,
      openWindow: open,
      startUrl: authorization.url,
      redirectUrl: settings.redirectUrl,
      title: options.systemName,
      language: chooseLanguage(host.preferredLanguages?.() ?? [], options.language),
    });
    return { way, authorization };
  }

  async function openTab(provider: Provider): Promise<OpenedWay> {
    const open = host.openSignInTab;
    if (open === undefined) throw new AppError('sign-in-way-unavailable');
    const redirectUrl = loopbackOf(settings);
    const authorization = await provider.authorize(redirectUrl, settings.extraScopes);
    const way = await openTabWay({
      ...options,
      openTab: open,
      startUrl: authorization.url,
      redirectUrl,
    });
    return { way, authorization };
  }

  async function openProtocol(provider: Provider): Promise<OpenedWay> {
    const authorization = await provider.authorize(settings.redirectUrl, settings.extraScopes);
    await preflight(options, authorization.url, settings.redirectUrl);
    received = withResolvers<URL>();
    expected = authorization.state;
    const opened = await openBrowser(options, authorization.url);
    const close = async (): Promise<void> => undefined;
    return { way: { callback: received.promise, opened, close }, authorization };
  }

  async function openLoopback(provider: Provider): Promise<OpenedWay> {
    const { redirectUrl, callback, concluded, close } = await awaitReturn({
      port: settings.loopbackPort,
      language: options.language,
      belongs,
      log,
    });
    try {
      const authorization = await provider.authorize(redirectUrl, settings.extraScopes);
      expected = authorization.state;
      const toRegister = settings.loopbackPort === null ? loopbackRedirectUrl : redirectUrl;
      await preflight(options, authorization.url, toRegister);
      const opened = await openBrowser(options, authorization.url);
      return { way: { callback, opened, concluded, close }, authorization };
    } catch (cause) {
      concluded('not-signed-in');
      await close();
      throw cause;
    }
  }

  return {
    redirectUrl:
      options.way === 'tab'
        ? loopbackOf(settings)
        : options.way === 'window' || byProtocol
          ? settings.redirectUrl
          : loopbackRedirectUrl,
    open: { window: openWindow, tab: openTab, browser: byProtocol ? openProtocol : openLoopback }[
      options.way
    ],
    receiveUrl(url) {
      if (!byProtocol) return false;
      if (!matchesRedirect(url, settings.redirectUrl) || !belongs(new URL(url))) return false;
      received.resolve(new URL(url));
      return true;
    },
  };
}

/** The browser would show the provider's page for this and the app would never know. */
async function preflight(
  { network, connection }: WayOptions,
  url: string,
  redirectUrl: string,
): Promise<void> {
  const answer = await network
    .request({
      url,
      headers: { accept: 'text/html' },
      connection,
      headersTimeout: preflightTime,
      bodyTimeout: preflightTime,
      maxBytes: 1024 * 1024,
      redirects: 'return',
    })
    // Whatever else is wrong, the browser will say: it may have a way and a certificate of its own.
    .catch(() => null);
  if (answer !== null && saysRedirectUrl(answer)) {
    throw notRegistered(redirectUrl, new URL(url).host);
  }
}

async function openBrowser({ host, log }: WayOptions, url: string): Promise<boolean> {
  try {
    return await host.openExternal(url);
  } catch (cause) {
    // The window shows the address as a link then.
    log.error('sign-in-browser', cause);
    return false;
  }
}
