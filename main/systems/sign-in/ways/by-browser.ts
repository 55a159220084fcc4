import { AppError } from '../../../../preload/contract/errors.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { LoopbackListener } from '../../../base/network/index.ts';
import { carriesState, matchesRedirect } from '../callback.ts';
import { loopbackRedirectUrl } from '../settings.ts';
import { isRedirectUrlError, redirectUrlNotRegistered } from '../unregistered.ts';
import { awaitReturn, loopbackPath } from './browser.ts';
import { listenForBrowser } from './loopback.ts';
import { createStartPage } from './start-page.ts';
import type { Authorizer, OpenedWay, WayOptions } from './way.ts';

const preflightTime = 5_000;

/** The user's own browser, which returns by loopback or by the app's protocol. */
export function browserWayOf(
  options: WayOptions,
  byProtocol: boolean,
): {
  open(provider: Authorizer): Promise<OpenedWay>;
  /** Takes an address received by the app's protocol; false if it is not this attempt's. */
  receiveUrl(url: string): boolean;
} {
  const { settings, host, log } = options;
  let received = withResolvers<URL>();
  /** The state that an answer from outside must have; null until it has been sent to the provider. */
  let expected: string | null = null;
  const belongs = (url: URL): boolean => carriesState(url, expected);
  /** Where the entrance is served, and its target; null until that is known. */
  let origin = '';
  let startUrl: string | null = null;
  const entrance = createStartPage({
    target: () => startUrl,
    returnsTo: loopbackPath,
    used: () => options.addressChanged(address()),
    usedTwice: () => options.fail(new AppError('sign-in-browser-twice', { retryable: true })),
  });
  const address = (): string => origin + entrance.path();

  /** Uses a separate port: that of the return is in no process argument either. */
  async function listenAtEntrance(): Promise<LoopbackListener> {
    const listener = await listenForBrowser({
      port: null,
      language: options.language,
      log,
      answer: (visit) => entrance.answer(visit) ?? visit.show(404, 'unexpected'),
    });
    origin = `http://127.0.0.1:${listener.port}`;
    return listener;
  }

  async function openProtocol(provider: Authorizer): Promise<OpenedWay> {
    const authorization = await provider.authorize(settings.redirectUrl, settings.extraScopes);
    await preflight(options, authorization.url, settings.redirectUrl);
    const { close } = await listenAtEntrance();
    received = withResolvers<URL>();
    startUrl = authorization.url;
    expected = authorization.state;
    const opened = await openBrowser(options, address());
    return { way: { callback: received.promise, opened, address, close }, authorization };
  }

  async function openLoopback(provider: Authorizer): Promise<OpenedWay> {
    const { language } = options;
    const port = settings.loopbackPort;
    const back = await awaitReturn({ port, language, belongs, entrance, log });
    let door: LoopbackListener | null = null;
    const close = async (): Promise<void> => {
      await back.close();
      await door?.close();
    };
    try {
      // The browser that shows the app may reach its computer through a tunnel, which is fixed to that one port.
      if (host.leave === undefined) door = await listenAtEntrance();
      else origin = new URL(back.redirectUrl).origin;
      const authorization = await provider.authorize(back.redirectUrl, settings.extraScopes);
      startUrl = authorization.url;
      expected = authorization.state;
      await preflight(
        options,
        authorization.url,
        port === null ? loopbackRedirectUrl : back.redirectUrl,
      );
      const opened = await openBrowser(options, address());
      return { way: { ...back, opened, address, close }, authorization };
    } catch (cause) {
      back.concluded('not-signed-in');
      await close();
      throw cause;
    }
  }

  return {
    open: byProtocol ? openProtocol : openLoopback,
    receiveUrl(url) {
      if (!byProtocol) return false;
      if (!matchesRedirect(url, settings.redirectUrl) || !belongs(new URL(url))) return false;
      // A second start of the app brings no cookie: only the state, valid once, binds it.
      expected = null;
      received.resolve(new URL(url));
      return true;
    },
  };
}

/** Checks the request first: the browser would show the provider's error page and the app would never know. */
async function preflight(
  { network, connection, triesFirst }: WayOptions,
  url: string,
  redirectUrl: string,
): Promise<void> {
  if (!triesFirst) return;
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
    // The browser will show any other error: it may have its own network access and certificate.
    .catch(() => null);
  if (answer !== null && isRedirectUrlError(answer)) {
    throw redirectUrlNotRegistered(redirectUrl, new URL(url).host);
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
