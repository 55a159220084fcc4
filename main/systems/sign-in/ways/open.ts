import { chooseLanguage } from '../../../../common/texts/language.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { loopbackOf, loopbackRedirectUrl } from '../settings.ts';
import { browserWayOf } from './by-browser.ts';
import { openTabWay } from './tab.ts';
import type { Authorizer, OpenedWay, WayOptions } from './way.ts';
import { openWindowWay } from './window.ts';

/** The ways to the provider; an attempt opens one. */
export interface Ways {
  /** The redirect URL of the request, as far as known in advance. */
  readonly redirectUrl: string;
  /** @throws AppError why the provider's pages cannot be shown */
  open(provider: Authorizer): Promise<OpenedWay>;
  /** Takes an address received by the app's protocol; false if it is not this attempt's. */
  receiveUrl(url: string): boolean;
}

export function waysOf(options: WayOptions): Ways {
  const { settings, host } = options;
  const byProtocol = options.way === 'browser' && settings.browserRedirect === 'protocol';
  const browser = browserWayOf(options, byProtocol);

  async function openWindow(provider: Authorizer): Promise<OpenedWay> {
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

  async function openTab(provider: Authorizer): Promise<OpenedWay> {
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

  return {
    redirectUrl:
      options.way === 'tab'
        ? loopbackOf(settings)
        : options.way === 'window' || byProtocol
          ? settings.redirectUrl
          : loopbackRedirectUrl,
    open: { window: openWindow, tab: openTab, browser: browser.open }[options.way],
    receiveUrl: browser.receiveUrl,
  };
}
