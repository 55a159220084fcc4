import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  authorizationUrl,
  bearer,
  endpoint,
  type Identity,
  location,
  postForm,
  send,
  signIn,
  startTestDemo,
  type Tokens,
} from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;

beforeAll(async () => {
  demo = await startTestDemo();
});
afterAll(() => demo[Symbol.asyncDispose]());

interface Registered {
  readonly client_id: string;
  readonly client_secret: string;
  readonly client_id_issued_at: number;
  readonly redirect_uris: readonly string[];
  readonly registration_access_token: string;
  readonly registration_client_uri: string;
}

function register(metadata: unknown, token = demo.initialAccessToken): Promise<Answer> {
  return send(demo, demo.registrationEndpoint, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
}

async function registered(metadata: object): Promise<Registered> {
  const answer = await register({ redirect_uris: ['https://app.example/cb'], ...metadata });
  expect(answer.status).toBe(201);
  return JSON.parse(answer.body) as Registered;
}

function manage(client: Registered, method: string, body?: unknown): Promise<Answer> {
  return send(demo, client.registration_client_uri, {
    method,
    headers: {
      ...bearer(client.registration_access_token),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('registration (RFC 7591)', () => {
  test('gives the id that was asked for, a secret, and the time of creation', async () => {
    const before = Math.floor(Date.now() / 1000);
    const client = await registered({ client_id: 'My_client-1' });
    expect(client.client_id).toBe('My_client-1');
    expect(client.client_secret).toMatch(/^\S{20,}$/);
    expect(client.client_id_issued_at).toBeGreaterThanOrEqual(before);
    expect(client.registration_client_uri).toBe(`${demo.registrationEndpoint}/My_client-1`);
    expect(demo.inspect.registeredClients()).toContain('My_client-1');
  });

  test('makes an id up when none is asked for', async () => {
    expect((await registered({})).client_id).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test.each(['compute-desk', 'taken'])('refuses %s, which is in use', async (client_id) => {
    if (client_id === 'taken') await registered({ client_id });
    const answer = await register({ client_id, redirect_uris: ['https://app.example/cb'] });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({
      error: 'invalid_client_metadata',
      error_description: 'Client Identifier in use',
    });
  });

  test.each(['a b', 'ä', 'a.b', ''])('refuses the characters of %j', async (client_id) => {
    const answer = await register({ client_id, redirect_uris: ['https://app.example/cb'] });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_client_metadata' });
  });

  test('takes several redirect URLs, wildcards and relative paths', async () => {
    const redirect_uris = ['https://app.example/a/*', '/relative', 'my-app:/cb', 'http://lan/cb'];
    const client = await registered({ redirect_uris, client_uri: 'https://root.example' });
    expect(client.redirect_uris).toEqual(redirect_uris);
  });

  test.each([['javascript:alert(1)'], ['https://app.example/*/cb'], ['https://app.example/#x']])(
    'refuses the redirect URL %s',
    async (url) => {
      const answer = await register({ redirect_uris: [url] });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_redirect_uri' });
    },
  );

  test('needs the initial access token', async () => {
    const answer = await register({ redirect_uris: ['https://app.example/cb'] }, 'wrong');
    expect(answer.status).toBe(401);
  });
});

describe('management (RFC 7592)', () => {
  test('reads a client back', async () => {
    const client = await registered({ client_id: 'read-me' });
    const answer = await manage(client, 'GET');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({
      client_id: 'read-me',
      client_secret: client.client_secret,
      client_id_issued_at: client.client_id_issued_at,
    });
  });

  test('changes redirect URLs and keeps id, secret and time; its token is replaced', async () => {
    const client = await registered({ client_id: 'change-me' });
    const redirect_uris = ['https://new.example/cb'];
    const { client_id, client_secret } = client;
    const answer = await manage(client, 'PUT', { client_id, client_secret, redirect_uris });
    expect(answer.status).toBe(200);
    const changed = JSON.parse(answer.body) as Registered;
    expect(changed).toMatchObject({
      redirect_uris,
      client_secret: client.client_secret,
      client_id_issued_at: client.client_id_issued_at,
    });
    expect((await manage(client, 'GET')).status).toBe(401);
    const renewed = { ...client, registration_access_token: changed.registration_access_token };
    expect((await manage(renewed, 'GET')).status).toBe(200);
  });

  test('deletes a client, whose id is then free and whose credentials are worthless', async () => {
    const client = await registered({ client_id: 'delete-me' });
    expect((await manage(client, 'DELETE')).status).toBe(204);
    expect(demo.inspect.registeredClients()).not.toContain('delete-me');
    expect((await manage(client, 'GET')).status).toBe(401);
    const token = await postForm(demo, endpoint(demo, 'token'), {
      grant_type: 'authorization_code',
      code: 'x',
      client_id: client.client_id,
      client_secret: client.client_secret,
      redirect_uri: 'https://app.example/cb',
    });
    expect(token.status).toBe(401);
    await registered({ client_id: 'delete-me' });
  });

  test("does not open one client with another one's token", async () => {
    const one = await registered({ client_id: 'one' });
    const two = await registered({ client_id: 'two' });
    const mixed = { ...two, registration_access_token: one.registration_access_token };
    expect((await manage(mixed, 'DELETE')).status).toBe(401);
    expect(demo.inspect.registeredClients()).toContain('two');
  });
});

test('a registered client signs in by its own redirect URLs', async () => {
  const user: Identity = await demo.inspect.issueCertificate({
    commonName: 'U',
    purpose: 'client',
  });
  const client = await registered({
    client_id: 'signs-in',
    client_uri: 'https://root.example',
    redirect_uris: ['https://app.example/cb/*', '/relative'],
  });
  const parameters = { client_id: client.client_id, redirect_uri: 'https://app.example/cb/deep' };
  const target = await signIn(demo, user, parameters);
  const answer = await postForm(demo, endpoint(demo, 'token'), {
    grant_type: 'authorization_code',
    code: target.searchParams.get('code') ?? '',
    client_id: client.client_id,
    client_secret: client.client_secret,
    redirect_uri: parameters.redirect_uri,
  });
  expect(answer.status).toBe(200);
  const { access_token } = JSON.parse(answer.body) as Tokens;
  const status = async (): Promise<number> => {
    const headers = bearer(access_token);
    return (await send(demo, `${demo.webApiUrl}/status/`, { headers })).status;
  };
  expect(await status()).toBe(200);
  const relative = await send(
    demo,
    authorizationUrl(demo, { ...parameters, redirect_uri: 'https://root.example/relative' }),
  );
  expect(location(relative, demo.authUrl).pathname).toContain('/login-actions/');
  await manage(client, 'DELETE');
  expect(await status()).toBe(403);
});
