import { expect, test } from 'vitest';
import { defaultConnection, type Network } from '../../../../main/base/network/index.ts';
import { keycloakDirectory } from '../../../../main/systems/clients/keycloak-admin.ts';
import { keycloakFormat } from '../../../../main/systems/clients/keycloak-registration.ts';
import { clientsWorld, sender, today } from './world.ts';

const issued = '2026-01-01T00:00:00.000Z';
const wanted = ['https://app.example/callback'];

/** What a server adds to its answer, and what of it counts; the rest is as in a good answer. */
const odd: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['nothing odd', {}, {}],
  ['a time as text', { client_id_issued_at: '1767225600' }, {}],
  [
    'a time with a fraction',
    { client_id_issued_at: 1767225600.75 },
    { createdAt: '2026-01-01T00:00:00.750Z' },
  ],
  ['a time as text with a fraction', { client_id_issued_at: '1767225600.0' }, {}],
  ['a time in milliseconds', { client_id_issued_at: 1_767_225_600_000 }, {}],
  ['a time as ISO 8601', { client_id_issued_at: '2026-01-01T09:00:00+09:00' }, {}],
  ['a time as ISO 8601 without a zone', { client_id_issued_at: '2026-01-01T00:00:00' }, {}],
  ['a time of HTTP', { client_id_issued_at: 'Thu, 01 Jan 2026 00:00:00 GMT' }, {}],
  ...[-1, '-1', 0, '', 'soon', true, null, [], {}, 1e300, '9'.repeat(400)].map(
    (time): [string, Record<string, unknown>, Record<string, unknown>] => [
      `no time: ${JSON.stringify(time).slice(0, 20)}`,
      { client_id_issued_at: time, client_secret_expires_at: time },
      { createdAt: today.toISOString() },
    ],
  ),
  [
    'one URL as a text',
    { redirect_uris: 'https://one.example/' },
    { redirectUrls: ['https://one.example/'] },
  ],
  [
    'URLs in one text',
    { redirect_uris: 'https://one.example/ https://two.example/' },
    { redirectUrls: ['https://one.example/', 'https://two.example/'] },
  ],
  [
    'a list with what is no URL',
    { redirect_uris: [null, 'https://one.example/', 7, {}] },
    { redirectUrls: ['https://one.example/'] },
  ],
  ['no URLs', { redirect_uris: null }, {}],
  ['an object for URLs', { redirect_uris: { 0: 'x' } }, {}],
  ['a list of numbers for URLs', { redirect_uris: [1, 2] }, {}],
  ['an empty secret', { client_secret: '' }, { secret: null }],
  ['true for a secret', { client_secret: true }, { secret: null }],
  ['a secret that is a number', { client_secret: 12345 }, { secret: '12345' }],
  ['a secret in a list', { client_secret: ['one-time'] }, { secret: 'one-time' }],
  [
    'a secret in an object',
    { client_secret: { type: 'secret', value: 'one-time' } },
    { secret: 'one-time' },
  ],
  [
    'booleans as text',
    { require_auth_time: 'true', tls_client_certificate_bound_access_tokens: 'no' },
    {},
  ],
  ['scope as a list', { scope: ['openid', 'profile'] }, {}],
  [
    'odd members',
    { contacts: 'a@b', jwks: [[]], extra: { a: [{ b: [null] }] }, client_name: 7 },
    {},
  ],
  ['a way to sign in that nobody knows', { token_endpoint_auth_method: 'magic' }, {}],
  ['no token to manage it', { registration_access_token: undefined }, { canRotate: false }],
  ['an empty token to manage it', { registration_access_token: '' }, { canRotate: false }],
  ['a token that no header takes', { registration_access_token: 'a\nb' }, { canRotate: false }],
  ['a token in an object', { registration_access_token: { a: 1 } }, { canRotate: false }],
  ['an address that is none', { registration_client_uri: 7 }, { canRotate: false }],
  [
    'an address of somebody else',
    { registration_client_uri: 'https://evil.example/' },
    { canRotate: false },
  ],
  [
    'a list of addresses',
    { registration_client_uri: ['https://a.example/'] },
    { canRotate: false },
  ],
];

test.each(odd)('a client is kept and shown with its secret: %s', async (_, answer, expected) => {
  const { create, server, reveal, snapshot } = await clientsWorld();
  server.metadata = answer;
  const { secret = 'secret-of-app', ...shown } = expected;
  const client = await create('app');
  expect(client).toMatchObject({
    clientId: 'app',
    redirectUrls: wanted,
    createdAt: issued,
    hasSecret: secret !== null,
    canRotate: true,
    ...shown,
  });
  expect((await snapshot()).clients).toEqual([client]);
  if (secret !== null) expect(await reveal(client.id)).toEqual({ secret });
});

test.each([200, 201, 202, 203])('status %i with a client is a client', async (status) => {
  const { create, server, reveal } = await clientsWorld();
  server.answerNext({ status, body: { client_id: 'app', client_secret: 'one-time' } });
  expect(await reveal((await create('app')).id)).toEqual({ secret: 'one-time' });
});

test('numbers for names and secrets keep all their digits', async () => {
  const { create, server, reveal } = await clientsWorld();
  const body =
    '\uFEFF{"client_id": 98765432109876543210, "client_secret": 12345678901234567890.10}';
  server.answerNext({ status: 201, body });
  const client = await create('app');
  expect(client.clientId).toBe('98765432109876543210');
  expect(await reveal(client.id)).toEqual({ secret: '12345678901234567890.10' });
});

test('what nests deep beside it does not lose the client', async () => {
  const { create, server, reveal } = await clientsWorld();
  const deep = `${'{"a":['.repeat(100)}1${']}'.repeat(100)}`;
  server.answerNext({
    status: 201,
    body: `{"software_statement": ${deep}, "client_id": "app", "client_secret": "one-time"}`,
  });
  expect(await reveal((await create('app')).id)).toEqual({ secret: 'one-time' });
});

const changed: [string, string | object][] = [
  ['no body', ''],
  ['a page', '<p>Changed.</p>'],
  ['a list', []],
  ['no Client ID', { redirect_uris: 'https://app.example/other' }],
  ['odd fields', { client_id: 7, redirect_uris: null, client_id_issued_at: 'x' }],
];

test.each(changed)('a change that the server has made is kept: %s', async (_, body) => {
  const { clients, create, server, reveal } = await clientsWorld();
  const { id } = await create('app');
  server.answerNext({ status: 200, body: { scope: ['a'], client_id_issued_at: 'x' } });
  server.answerNext({ status: 200, body });
  const redirectUrls = ['https://app.example/other'];
  expect(await clients.calls.update({ id, redirectUrls }, sender)).toMatchObject({
    clientId: 'app',
    redirectUrls,
    hasSecret: true,
  });
  expect(await reveal(id)).toEqual({ secret: 'secret-of-app' });
});

const representations: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['one URL as a text', { redirectUris: '/cb' }, { redirectUrls: ['/cb'] }],
  ['no URLs', { redirectUris: null }, { redirectUrls: [] }],
  ['a number for its key', { id: 7 }, { key: '7' }],
  ['an address that is none', { rootUrl: 7 }, { rootUrl: null }],
  [
    'booleans as text',
    { publicClient: 'true', access: { manage: 'false' } },
    { hasSecret: false, canChange: false },
  ],
  [
    'booleans as numbers',
    { publicClient: 0, access: { manage: 0 } },
    { hasSecret: true, canChange: false },
  ],
  [
    'odd attributes',
    { attributes: { a: [], b: 7, 'client.secret.creation.time': 1767225600 } },
    { createdAt: issued },
  ],
  ['attributes that are none', { attributes: ['a'] }, { createdAt: null }],
  ['rights that are none', { access: 'all' }, { canChange: true }],
];

test.each(representations)('a client of the realm is listed: %s', async (_, said, expected) => {
  const { list } = realmThat(() => [
    { clientId: 'account', id: 'a' },
    { id: 'k', clientId: 'app', ...said },
    7,
    {},
  ]);
  expect((await list()).clients).toMatchObject([{ clientId: 'app', ...expected }]);
});

test('a realm’s secret is read as text, number and credential', async () => {
  for (const value of ['s', 7, { value: 's' }]) {
    const { secret } = realmThat(() => ({ value }));
    expect(await secret('k')).toBe(typeof value === 'number' ? '7' : 's');
  }
});

test.each([{}, { registrationAccessToken: 7 }, { secret: '', attributes: 'x', redirectUris: 'x' }])(
  'Keycloak’s own format needs a name only: %j',
  (more) => {
    const url = 'https://id.example/auth/realms/op/clients-registrations/default';
    const change = { clientId: 'app', redirectUrls: wanted, rootUrl: null };
    expect(keycloakFormat.read({ clientId: 'app', ...more }, change, url, null)).toMatchObject({
      clientId: 'app',
    });
  },
);

function realmThat(answer: (path: string) => unknown) {
  const url = 'https://id.example/admin/realms/op';
  const request: Network['request'] = async (options) => ({
    status: 200,
    headers: {},
    setCookies: [],
    url: options.url,
    body: Buffer.from(JSON.stringify(answer(options.url.slice(url.length)))),
  });
  return keycloakDirectory({ request } as Network, {
    url,
    token: async () => 'token',
    connection: defaultConnection(),
    identity: null,
  });
}
