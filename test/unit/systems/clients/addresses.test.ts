import { expect, test } from 'vitest';
import { defaultConnection, type Network } from '../../../../main/base/network/index.ts';
import { keycloakDirectory } from '../../../../main/systems/clients/keycloak-admin.ts';
import { keycloakFormat } from '../../../../main/systems/clients/keycloak-registration.ts';

const url = 'https://id.example/admin/realms/op';

/** The realm's clients over a server that notes what it was asked. */
function directory() {
  const asked: string[] = [];
  const request: Network['request'] = async ({ method = 'GET', url: address }) => {
    // as it goes over the wire
    asked.push(`${method} ${new URL(address).href}`);
    return { status: 204, headers: {}, setCookies: [], url: address, body: Buffer.alloc(0) };
  };
  const clients = keycloakDirectory({ request } as Network, {
    url,
    token: async () => 'token',
    connection: defaultConnection(),
    identity: null,
  });
  return { clients, asked };
}

const odd = [
  'a/b',
  '../../x',
  'a?b=c#d',
  '%2e%2e',
  'a%2fb',
  'ä 電\r\nb',
  '...',
  'a..',
  'https://x.example/',
];

test.each(odd)('whatever a client is called, it is one part of its address: %j', async (key) => {
  const { clients, asked } = directory();
  await clients.remove(key);
  const [sent = ''] = asked;
  const [, name = ''] =
    /^DELETE https:\/\/id\.example\/admin\/realms\/op\/clients\/([^/?#]+)$/.exec(sent) ?? [];
  expect(decodeURIComponent(name)).toBe(key);
});

test.each(['.', '..', ''])(
  'what a browser and a server would leave out of an address names no client: %j',
  async (key) => {
    const { clients, asked } = directory();
    await expect(clients.remove(key)).rejects.toMatchObject({ code: 'not-found' });
    expect(asked).toEqual([]);
  },
);

const registration = 'https://id.example/auth/realms/op/clients-registrations/default';
const registered = (clientId: string) =>
  keycloakFormat.read(
    { clientId, registrationAccessToken: 'token' },
    { redirectUrls: [], rootUrl: null } as never,
    registration,
    null,
  );

test.each(odd)('a registered client is managed at its own address: %j', (clientId) => {
  const { management } = registered(clientId) ?? {};
  const { origin, pathname, search, hash } = new URL(management?.url ?? '');
  expect(origin + pathname.slice(0, pathname.lastIndexOf('/'))).toBe(registration);
  expect(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))).toBe(clientId);
  expect(search + hash).toBe('');
});

test.each(['.', '..'])('or is kept and managed nowhere: %j', (clientId) => {
  expect(registered(clientId)).toMatchObject({ clientId, management: null });
});

test('without a name it is none', () => {
  expect(registered('')).toBeUndefined();
});
