import type { Attempt, Session, SignInWay } from '../../../preload/contract/systems/session.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { PresetClient } from './entry.ts';
import type { SessionDriver } from './session/driver.ts';
import { loopbackOf, type StoredSettings } from './settings.ts';
import { factsOf, userNameIn } from './tokens.ts';

/** A clock difference that is worth a warning, seconds. */
const noticeableSkew = 60;

/** Returns the session for windows: no token, code or secret. */
export function viewOf(from: {
  readonly system: System;
  readonly settings: StoredSettings;
  readonly preset: PresetClient | null;
  readonly driver: SessionDriver;
  readonly attempt: Attempt | null;
  /** The host's ways to show the provider's pages, besides the user's browser. */
  readonly offers: { readonly window: boolean; readonly tab: boolean };
}): Session {
  const { system, preset, driver, attempt, offers } = from;
  const { lastWay, routeAnswered, ...settings } = from.settings;
  const { machine, tokens, storedIn } = driver;
  const usesPreset = settings.clientId === null && preset !== null;
  const clientId = settings.clientId ?? preset?.clientId ?? null;
  const needsCertificate = system.route !== 'token';
  const refreshAt = driver.refreshAt();
  const skew =
    tokens === null || tokens.clockSkew === null ? 0 : Math.round(tokens.clockSkew / 1000);
  return {
    systemId: system.id,
    state: machine.name,
    cause: { ...machine.cause, at: new Date(machine.cause.at).toISOString() },
    who: userNameIn(tokens?.idToken ?? null),
    tokens: tokens === null ? null : factsOf(tokens, storedIn),
    refreshAt: refreshAt === null ? null : new Date(refreshAt).toISOString(),
    clockSkew: Math.abs(skew) > noticeableSkew ? skew : null,
    attempt: machine.name === 'authorizing' ? attempt : null,
    missing: [
      ...(system.authUrl === null ? (['identity-provider'] as const) : []),
      ...(clientId === null ? (['client-id'] as const) : []),
      ...(needsCertificate && system.certificateId === null ? (['certificate'] as const) : []),
    ],
    ways: waysBy(offers, { lastWay, bringsCertificate: preset !== null }),
    redirectUrls: {
      window: settings.redirectUrl,
      tab: loopbackOf(settings),
      browser:
        settings.browserRedirect === 'protocol' ? settings.redirectUrl : loopbackOf(settings),
    },
    askRoute: tokens !== null && system.route === 'certificate' && !routeAnswered,
    settings: {
      ...settings,
      clientId,
      hasClientSecret: usesPreset || settings.hasClientSecret,
      route: system.route,
    },
  };
}

/**
 * Returns the last used way; without one the app's window, or its tab if the system provides the certificate, which no
 * browser has.
 */
function waysBy(
  offers: { readonly window: boolean; readonly tab: boolean },
  by: { readonly lastWay: SignInWay | null; readonly bringsCertificate: boolean },
): SignInWay[] {
  const usual: readonly SignInWay[] = by.bringsCertificate
    ? ['window', 'tab', 'browser']
    : ['window', 'browser', 'tab'];
  const offered = usual.filter((way) => way === 'browser' || offers[way]);
  return [...new Set(offered.filter((way) => way === by.lastWay).concat(offered))];
}
