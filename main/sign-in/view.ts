import type { Attempt, Session } from '../../preload/contract/session.ts';
import type { System } from '../../preload/contract/systems.ts';
import type { PresetClient } from './entry.ts';
import type { SessionDriver } from './session/driver.ts';
import { loopbackRedirectUrl, type StoredSettings } from './settings.ts';
import { factsOf, whoIn } from './tokens.ts';

/** A difference of the clocks that is worth a warning, seconds. */
const noticeableSkew = 60;

/** The session as windows may see it: no token, code or secret. */
export function viewOf(from: {
  readonly system: System;
  readonly settings: StoredSettings;
  readonly preset: PresetClient | null;
  readonly driver: SessionDriver;
  readonly attempt: Attempt | null;
  readonly hasWindow: boolean;
}): Session {
  const { system, preset, driver, attempt, hasWindow } = from;
  const { lastWay, routeAnswered, ...settings } = from.settings;
  const { machine, tokens, kept } = driver;
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
    who: whoIn(tokens?.idToken ?? null),
    tokens: tokens === null ? null : factsOf(tokens, kept),
    refreshAt: refreshAt === null ? null : new Date(refreshAt).toISOString(),
    clockSkew: Math.abs(skew) > noticeableSkew ? skew : null,
    attempt: machine.name === 'authorizing' ? attempt : null,
    missing: [
      ...(system.authUrl === null ? (['identity-provider'] as const) : []),
      ...(clientId === null ? (['client-id'] as const) : []),
      ...(needsCertificate && system.certificateId === null ? (['certificate'] as const) : []),
    ],
    ways: hasWindow
      ? lastWay === 'browser'
        ? ['browser', 'window']
        : ['window', 'browser']
      : ['browser'],
    redirectUrls: {
      window: settings.redirectUrl,
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

/** With its port only where the user fixed one: providers take any on loopback (RFC 8252, section 7.3). */
function loopbackOf({ loopbackPort }: Pick<StoredSettings, 'loopbackPort'>): string {
  if (loopbackPort === null) return loopbackRedirectUrl;
  return loopbackRedirectUrl.replace('127.0.0.1', `127.0.0.1:${loopbackPort}`);
}
