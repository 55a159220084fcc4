import { fireEvent, screen, within } from '@testing-library/react';
import type { Client, ClientsState } from '../../../../preload/contract/systems/clients.ts';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import { openApp } from '../../app.tsx';
import { certificate, createWorld, system } from '../../world.ts';

export function client(clientId: string, change: Partial<Client> = {}): Client {
  return {
    id: `id-of-${clientId}`,
    systemId: 'alpha',
    source: 'dynamic-registration',
    clientId,
    redirectUrls: ['https://app.example/cb'],
    rootUrl: null,
    hasSecret: true,
    canRotate: true,
    canChange: true,
    createdAt: '2026-01-02T03:04:05.000Z',
    ...change,
  };
}

/** This app signs in with a client that was entered by hand. */
const session: Session = {
  systemId: 'alpha',
  state: 'signed-out',
  cause: { code: 'never-signed-in', at: '2026-01-01T00:00:00.000Z', problem: null },
  ...{ who: null, tokens: null, refreshAt: null, clockSkew: null, attempt: null },
  ...{ missing: [], ways: ['browser'], askRoute: false },
  redirectUrls: { window: '', tab: '', browser: 'http://127.0.0.1/oauth/callback' },
  settings: {
    ...{ clientId: 'own-client', hasClientSecret: true, extraScopes: [], redirectUrl: '' },
    ...{ browserRedirect: 'loopback', loopbackPort: null, route: 'token' },
    presentation: { header: 'authorization', scheme: 'Bearer' },
    ...{ idTokenRequired: true, keysUrl: null, keepTokens: true, realmPath: '/auth/realms/op' },
  },
};

/** The clients screen of a system that answers so. */
export async function openClients(
  change: Partial<ClientsState> = {},
  kind: 'real' | 'demo' = 'real',
) {
  const world = createWorld({
    systems: [
      system('alpha', 'Alpha', { authUrl: 'https://id.alpha.example', kind }),
      system('beta', 'Beta'),
    ],
    certificates: [certificate('c1', 'Mine')],
  });
  const state: ClientsState = {
    systemId: 'alpha',
    realm: 'none',
    ways: ['dynamic-registration', 'kept'],
    settings: { webInterfaceUrl: null, registrationUrl: null, hasInitialAccessToken: false },
    clients: [],
    hasMore: false,
    problem: null,
    ...change,
  };
  world.bridge.answer({ 'clients.snapshot': () => state, 'session.snapshot': () => session });
  const app = await openApp(world.bridge, '#/clients');
  await screen.findByRole('heading', { level: 1, name: 'Clients' });
  return { ...world, ...app, state };
}

/** The sheet in which a client is made, from the first button that opens it. */
export async function openCreate() {
  const [create] = await screen.findAllByRole('button', { name: 'New client' });
  fireEvent.click(create as Element);
  return within(await screen.findByRole('dialog'));
}

export const fill = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

export const pressEscape = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
