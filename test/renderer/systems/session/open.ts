import { act, screen, within } from '@testing-library/react';
import {
  type Session,
  type SignInSettings,
  sessionShape,
  type TokenFacts,
} from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { certificate, createWorld, system } from '../../world.ts';

export const at = '2026-01-01T00:00:00.000Z';
export const settings: SignInSettings = {
  clientId: 'desk',
  hasClientSecret: false,
  extraScopes: ['profile'],
  redirectUrl: 'http://127.0.0.1/callback',
  browserRedirect: 'loopback',
  loopbackPort: null,
  route: 'token',
  presentation: { header: 'Authorization', scheme: 'Bearer' },
  idTokenRequired: false,
  keysUrl: null,
  keepTokens: true,
  realmPath: '/auth/realms/op',
};
const tokens: TokenFacts = {
  receivedAt: at,
  tokenType: 'Bearer',
  expiresIn: 300,
  expiresAt: null,
  refresh: 'offline',
  refreshExpiresIn: 0,
  refreshExpiresAt: null,
  notBeforePolicy: null,
  notBefore: null,
  sessionState: null,
  scope: ['openid', 'jobs'],
  scopeMissing: ['files'],
  idToken: null,
  certificateBound: false,
  storedIn: 'memory',
};

export const session = (change: Partial<Session> = {}): Session =>
  sessionShape.parse({
    systemId: 'alpha',
    state: 'signed-out',
    cause: { code: 'never-signed-in', at, problem: null },
    who: null,
    tokens: null,
    refreshAt: null,
    clockSkew: null,
    attempt: null,
    missing: [],
    ways: ['browser'],
    redirectUrls: {
      window: settings.redirectUrl,
      tab: settings.redirectUrl,
      browser: settings.redirectUrl,
    },
    askRoute: false,
    settings,
    ...change,
  });
export const signedIn = session({
  state: 'active',
  cause: { code: 'signed-in', at, problem: null },
  who: { subject: 's1', name: 'Taro Yamada' },
  tokens,
});

/** The session's sheet of a system whose main says so; `tell` says something else. */
export async function openSession(first: Session, change: Partial<System> = {}) {
  let state = first;
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha', { authUrl: 'https://id.alpha.example.org', ...change })],
    certificates: [certificate('c1', 'Mine')],
  });
  bridge.answer({ 'session.snapshot': () => state });
  await openApp(bridge, '#/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await fromPalette('session', /^Session/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Session' }));
  const tell = (next: Session) => {
    state = next;
    act(() => bridge.emit('session.changed', state));
  };
  return { bridge, sheet, tell, state: () => state };
}
