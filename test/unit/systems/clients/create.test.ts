import { expect, test } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { clientsWorld, systemId, today } from './world.ts';

test('a new client has the wanted id and redirect URLs, a secret and the server’s date', async () => {
  const { create, server, reveal } = await clientsWorld();
  const client = await create('my_app-1', 'https://a.example/cb', 'http://localhost/*');
  expect(client).toMatchObject({
    systemId,
    clientId: 'my_app-1',
    redirectUrls: ['https://a.example/cb', 'http://localhost/*'],
    hasSecret: true,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  expect(await reveal(client.id)).toEqual({ secret: 'secret-of-my_app-1' });
  expect(server.requests).toMatchObject([
    {
      method: 'POST',
      authorization: `Bearer ${server.initialAccessToken}`,
      body: {
        client_id: 'my_app-1',
        client_name: 'my_app-1',
        redirect_uris: ['https://a.example/cb', 'http://localhost/*'],
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    },
  ]);
});

test('no authorization is sent where registration is open', async () => {
  const { create, server } = await clientsWorld({ registration: { initialAccessToken: null } });
  await expect(create('app')).rejects.toMatchObject({ code: 'registration-token-refused' });
  expect(server.requests[0]?.authorization).toBe('');
});

test.each(['https://a.example/my page', 'https://a.example/ https://b.example/', '/a\tb'])(
  'a redirect URL with blanks is refused before anybody is asked: %j',
  async (url) => {
    const { create, server } = await clientsWorld();
    await expect(create('app', url)).rejects.toMatchObject({ code: 'contract-invalid-input' });
    expect(server.requests).toEqual([]);
  },
);

test('windows are told of the new client', async () => {
  const { create, events } = await clientsWorld();
  await create('app');
  expect(events.of('clients.changed')).toMatchObject([
    { systemId, ways: ['dynamic-registration', 'kept'], clients: [{ clientId: 'app' }] },
  ]);
});

test('what the server made of it is kept and shown', async () => {
  const { create, server, snapshot } = await clientsWorld();
  server.metadata = { client_id: 'made-up', redirect_uris: ['https://changed.example/'] };
  await create('app');
  expect((await snapshot()).clients).toMatchObject([
    { clientId: 'made-up', redirectUrls: ['https://changed.example/'] },
  ]);
});

test('where the server gives no date, no secret and no management, the client is shown without', async () => {
  const { create, server, reveal, remove, snapshot } = await clientsWorld();
  server.metadata = {
    client_id_issued_at: undefined,
    client_secret: undefined,
    registration_client_uri: undefined,
    registration_access_token: undefined,
  };
  const client = await create('app');
  expect(client).toMatchObject({ hasSecret: false, createdAt: today.toISOString() });
  await expect(reveal(client.id)).rejects.toMatchObject({ code: 'not-found' });
  await remove(client.id);
  expect((await snapshot()).clients).toEqual([]);
  expect(server.requests.map(({ method }) => method)).toEqual(['POST']);
});

test('a Client ID that the list has already is refused without asking the server', async () => {
  const { create, server } = await clientsWorld();
  await create('app');
  await expect(create('app')).rejects.toMatchObject({ code: 'client-id-taken' });
  expect(server.requests).toHaveLength(1);
});

test('a Client ID that somebody else has is said to be taken, in the server’s words too', async () => {
  const { create, server, snapshot } = await clientsWorld();
  server.answerNext({
    status: 400,
    body: { error: 'invalid_client_metadata', error_description: 'Client Identifier in use' },
  });
  await expect(create('app')).rejects.toMatchObject({
    code: 'client-id-taken',
    details: { server: 'invalid_client_metadata: Client Identifier in use' },
  });
  expect((await snapshot()).clients).toEqual([]);
});

const refusals = [
  [
    400,
    { error: 'invalid_redirect_uri', error_description: 'must be absolute' },
    'registration-refused',
    'invalid_redirect_uri: must be absolute',
  ],
  [400, { error: 'invalid_client_metadata' }, 'registration-refused', 'invalid_client_metadata'],
  [
    401,
    { error: 'invalid_token', error_description: 'expired' },
    'registration-token-refused',
    'invalid_token: expired',
  ],
  [403, { error: 'insufficient_scope' }, 'registration-token-refused', 'insufficient_scope'],
  [404, '<h1>Not here</h1>', 'registration-unavailable', 'Not here'],
  [429, '', 'http-rate-limited', undefined],
  [500, 'oops', 'http-status', 'oops'],
] as const;

test.each(refusals)('%i with %j is %s', async (status, body, code, words) => {
  const { create, server, snapshot, vault } = await clientsWorld();
  server.answerNext({ status, body });
  const error = await create('app').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AppError);
  const { details, ...rest } = (error as AppError).toData();
  expect(rest).toEqual({ code, retryable: status === 429 || status === 500 });
  expect(details).toMatchObject({ status });
  expect(details.server).toBe(words);
  expect((await snapshot()).clients).toEqual([]);
  expect(vault.secrets.size).toBe(0);
});

test('an answer that is no JSON or no client is said to be so', async () => {
  const { create, server } = await clientsWorld();
  server.answerNext({ status: 201, body: 'created!' });
  await expect(create('app')).rejects.toMatchObject({ code: 'answer-not-json' });
  server.answerNext({ status: 201, body: { client_secret: 'x' } });
  await expect(create('app')).rejects.toMatchObject({ code: 'answer-shape' });
});

test('without a way to register, nothing is asked', async () => {
  const { create, server, snapshot } = await clientsWorld({ registration: null });
  expect(await snapshot()).toMatchObject({ ways: ['kept'], problem: null, clients: [] });
  await expect(create('app')).rejects.toMatchObject({ code: 'registration-unavailable' });
  expect(server.requests).toEqual([]);
});

test('a provider that cannot be started is a problem of the list, not its end', async () => {
  const { snapshot, bringBy } = await clientsWorld({ registration: null });
  bringBy(() => Promise.reject(new AppError('demo-not-running')));
  expect(await snapshot()).toMatchObject({
    ways: ['kept'],
    problem: { code: 'demo-not-running' },
    clients: [],
  });
});
