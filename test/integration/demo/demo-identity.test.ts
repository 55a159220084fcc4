import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authorizationUrl,
  bearer,
  callback,
  createBrowser,
  endpoint,
  getTokens,
  type Identity,
  location,
  postForm,
  requestToken,
  send,
  signIn,
  startTestDemo,
  type Tokens,
} from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let user: Identity;

beforeAll(async () => {
  demo = await startTestDemo();
  user = await demo.inspect.issueCertificate({ commonName: 'Ada <Lovelace>', purpose: 'client' });
});
afterAll(() => demo[Symbol.asyncDispose]());

describe('authorization endpoint', () => {
  test('shows the confirm page to a user with a certificate', async () => {
    const browse = createBrowser(demo, user);
    const page = location(await browse(authorizationUrl(demo)), demo.authUrl);
    const answer = await browse(page.href);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('id="kc-x509-login-info"');
    expect(answer.body).toContain('CN=Ada \\&#60;Lovelace\\&#62;, O=Compute Desk Demo');
    expect(answer.body).toContain('>Ada &#60;Lovelace&#62;<');
    expect(answer.body).toContain('You will be logged in as');
    expect(answer.body).toMatch(/name="login"[^>]*value="Continue"/);
    expect(answer.body).toMatch(/name="cancel"[^>]*value="Ignore"/);
    expect(answer.body).toContain('Demo system');
  });

  test('speaks Japanese to a Japanese browser', async () => {
    const answer = await send(demo, authorizationUrl(demo, { client_id: 'nobody' }), {
      headers: { 'accept-language': 'ja,en;q=0.5' },
    });
    expect(answer.body).toContain('<html lang="ja">');
  });

  test('says so when no certificate was presented, and when it is expired', async () => {
    const expired = await demo.inspect.issueCertificate({
      commonName: 'Late',
      purpose: 'client',
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2021-01-01T00:00:00Z'),
    });
    for (const [identity, reason] of [
      [undefined, 'none'],
      [expired, 'expired'],
    ] as const) {
      const browse = createBrowser(demo, identity);
      const page = location(await browse(authorizationUrl(demo)), demo.authUrl).href;
      const shown = await browse(page);
      expect(shown.status).toBe(403);
      expect(shown.body).toContain(`data-reason="${reason}"`);
      const pressed = await browse(page, { login: 'Continue' });
      expect(pressed.status).toBe(403);
    }
  });

  test('Continue sends the browser back with code, state and iss', async () => {
    const target = await signIn(demo, user);
    expect(target.href.startsWith(`${callback}?`)).toBe(true);
    expect(target.searchParams.get('code')).toMatch(/^\S{20,}$/);
    expect(target.searchParams.get('state')).toBe('the-state');
    expect(target.searchParams.get('iss')).toBe(`${demo.authUrl}/auth/realms/op`);
  });

  test('Ignore sends it back with access_denied', async () => {
    const target = await signIn(demo, user, {}, 'cancel');
    expect(target.href.startsWith(`${callback}?`)).toBe(true);
    expect(target.searchParams.get('error')).toBe('access_denied');
    expect(target.searchParams.get('state')).toBe('the-state');
    expect(target.searchParams.get('code')).toBeNull();
  });

  test('takes the custom protocol of the app', async () => {
    const target = await signIn(demo, user, { redirect_uri: 'compute-desk://oauth/callback' });
    expect(target.protocol).toBe('compute-desk:');
    expect(target.searchParams.get('code')).not.toBeNull();
  });

  test.each([
    ['a redirect URL that is not registered', { redirect_uri: 'https://evil.example/cb' }],
    ['an unknown client', { client_id: 'nobody' }],
  ])('shows an error page for %s, and redirects nowhere', async (_name, parameters) => {
    const answer = await send(demo, authorizationUrl(demo, parameters), { identity: user });
    expect(answer.status).toBe(400);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.body).toContain('kc-error-message');
  });

  test.each([
    ['a scope without openid', { scope: 'profile' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ])('redirects with an error for %s', async (_name, parameters, error) => {
    const answer = await send(demo, authorizationUrl(demo, parameters), { identity: user });
    const target = location(answer, demo.authUrl);
    expect(target.href.startsWith(callback)).toBe(true);
    expect(`${target.search}${target.hash}`).toContain(`error=${error}`);
  });
});

describe('token endpoint', () => {
  const nineFields = [
    'access_token',
    'expires_in',
    'id_token',
    'refresh_expires_in',
    'refresh_token',
    'token_type',
    'not-before-policy',
    'session_state',
    'scope',
  ];

  test('the code exchange and the refresh both answer the nine fields of the spec', async () => {
    const code = (await signIn(demo, user)).searchParams.get('code') ?? '';
    const first = await requestToken(demo, { grant_type: 'authorization_code', code });
    const { refresh_token } = JSON.parse(first.body) as Tokens;
    const second = await requestToken(demo, { grant_type: 'refresh_token', refresh_token });
    for (const answer of [first, second]) {
      expect(answer.status).toBe(200);
      const tokens = JSON.parse(answer.body) as Tokens;
      expect(Object.keys(tokens).sort()).toEqual([...nineFields].sort());
      expect(tokens).toMatchObject({
        token_type: 'bearer',
        expires_in: 300,
        refresh_expires_in: 28_800,
        'not-before-policy': 0,
        scope: 'openid',
        session_state: expect.stringMatching(/^\S+$/),
      });
    }
  });

  test('the id token is signed with a published key, for this client, with the nonce', async () => {
    const code = (await signIn(demo, user, { nonce: 'n-1' })).searchParams.get('code') ?? '';
    const answer = await requestToken(demo, { grant_type: 'authorization_code', code });
    const keys = JSON.parse((await send(demo, endpoint(demo, 'certs'))).body) as JSONWebKeySet;
    const { id_token } = JSON.parse(answer.body) as Tokens;
    const { payload } = await jwtVerify(String(id_token), createLocalJWKSet(keys), {
      issuer: `${demo.authUrl}/auth/realms/op`,
      audience: demo.oauthClient.clientId,
    });
    expect(payload.nonce).toBe('n-1');
  });

  test('a code works once', async () => {
    const code = (await signIn(demo, user)).searchParams.get('code') ?? '';
    const first = await requestToken(demo, { grant_type: 'authorization_code', code });
    const again = await requestToken(demo, { grant_type: 'authorization_code', code });
    expect([first.status, again.status]).toEqual([200, 400]);
    expect(JSON.parse(again.body)).toMatchObject({ error: 'invalid_grant' });
  });

  test('the redirect URL of the exchange must be that of the request', async () => {
    const code = (await signIn(demo, user)).searchParams.get('code') ?? '';
    const answer = await requestToken(demo, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'http://127.0.0.1:9/oauth/callback',
    });
    expect(answer.status).toBe(400);
  });

  test('a wrong secret is refused', async () => {
    const code = (await signIn(demo, user)).searchParams.get('code') ?? '';
    const answer = await requestToken(demo, {
      grant_type: 'authorization_code',
      code,
      client_secret: 'wrong',
    });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_client' });
  });

  test('PKCE is checked when it was used', async () => {
    const verifier = 'v'.repeat(64);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const exchange = async (code_verifier: string): Promise<number> => {
      const code = (await signIn(demo, user, pkce)).searchParams.get('code') ?? '';
      const form = { grant_type: 'authorization_code', code, code_verifier };
      return (await requestToken(demo, form)).status;
    };
    expect(await exchange('w'.repeat(64))).toBe(400);
    expect(await exchange(verifier)).toBe(200);
  });

  test('a refresh token works once; using it again ends the session', async () => {
    const old = await getTokens(demo, user);
    const form = { grant_type: 'refresh_token', refresh_token: old.refresh_token };
    const fresh = JSON.parse((await requestToken(demo, form)).body) as Tokens;
    expect(fresh.refresh_token).not.toBe(old.refresh_token);
    expect((await requestToken(demo, form)).status).toBe(400);
    const after = await requestToken(demo, { ...form, refresh_token: fresh.refresh_token });
    expect(after.status).toBe(400);
    const status = await send(demo, `${demo.webApiUrl}/status/`, {
      headers: bearer(fresh.access_token),
    });
    expect(status.status).toBe(403);
  });

  test('the refresh needs a redirect_uri that is registered, and a refused one costs nothing', async () => {
    const { refresh_token } = await getTokens(demo, user);
    const credentials = {
      client_id: demo.oauthClient.clientId,
      client_secret: demo.oauthClient.clientSecret,
      grant_type: 'refresh_token',
      refresh_token,
    };
    const without = await postForm(demo, endpoint(demo, 'token'), credentials);
    expect(without.status).toBe(400);
    expect(JSON.parse(without.body)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('redirect_uri'),
    });
    const wrong = await requestToken(demo, {
      ...credentials,
      redirect_uri: 'https://evil.example',
    });
    expect(wrong.status).toBe(400);
    expect((await requestToken(demo, credentials)).status).toBe(200);
    const answered = { grantType: 'refresh_token', clientId: 'compute-desk' };
    expect(demo.inspect.tokenRequests().slice(-3)).toEqual([
      { ...answered, hasRedirectUri: false, status: 400 },
      { ...answered, hasRedirectUri: true, status: 400 },
      { ...answered, hasRedirectUri: true, status: 200 },
    ]);
  });

  test('userinfo knows the user; a revoked token is not accepted any more', async () => {
    const { access_token, refresh_token } = await getTokens(demo, user);
    const info = await send(demo, endpoint(demo, 'userinfo'), { headers: bearer(access_token) });
    const name = 'Ada <Lovelace>';
    expect(JSON.parse(info.body)).toEqual({
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name,
      preferred_username: name,
    });
    const revoked = await postForm(demo, endpoint(demo, 'revoke'), {
      token: refresh_token,
      client_id: demo.oauthClient.clientId,
      client_secret: demo.oauthClient.clientSecret,
    });
    expect(revoked.status).toBe(200);
    const refresh = await requestToken(demo, { grant_type: 'refresh_token', refresh_token });
    expect(refresh.status).toBe(400);
  });

  test('tokens end with expired refresh tokens and with ended sessions', async () => {
    const one = await getTokens(demo, user);
    await demo.inspect.expireRefreshTokens();
    const two = await getTokens(demo, user);
    await demo.inspect.endSessions();
    for (const { refresh_token } of [one, two]) {
      const answer = await requestToken(demo, { grant_type: 'refresh_token', refresh_token });
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_grant' });
    }
  });
});

test('an offline token is reported with a lifetime of 0, and outlives the session', async () => {
  const parameters = { scope: 'openid offline_access', prompt: 'consent' };
  const code = (await signIn(demo, user, parameters)).searchParams.get('code') ?? '';
  const answer = await requestToken(demo, { grant_type: 'authorization_code', code });
  const tokens = JSON.parse(answer.body) as Tokens;
  expect(tokens).toMatchObject({ refresh_expires_in: 0, scope: 'openid offline_access' });
  await demo.inspect.endSessions();
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect((await requestToken(demo, form)).status).toBe(200);
});

test('signing out ends the session after a question', async () => {
  const browse = createBrowser(demo, user);
  const page = location(await browse(authorizationUrl(demo)), demo.authUrl).href;
  const resume = location(await browse(page, { login: 'Continue' }), demo.authUrl).href;
  const code = location(await browse(resume), demo.authUrl).searchParams.get('code') ?? '';
  const tokens = JSON.parse(
    (await requestToken(demo, { grant_type: 'authorization_code', code })).body,
  ) as Tokens;
  const question = await browse(
    `${endpoint(demo, 'logout')}?${new URLSearchParams({
      id_token_hint: String(tokens.id_token),
      post_logout_redirect_uri: callback,
    })}`,
  );
  expect(question.status).toBe(200);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.body)?.[1] ?? '';
  const done = await browse(`${endpoint(demo, 'logout')}/confirm`, { xsrf, logout: 'yes' });
  expect(location(done, demo.authUrl).href).toBe(callback);
  const refresh = await requestToken(demo, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  });
  expect(refresh.status).toBe(400);
});

test('discovery names every endpoint below the path of the spec', async () => {
  const url = `${demo.authUrl}/auth/realms/op/.well-known/openid-configuration`;
  const found = JSON.parse((await send(demo, url)).body) as Record<string, unknown>;
  expect(found).toMatchObject({
    issuer: `${demo.authUrl}/auth/realms/op`,
    authorization_endpoint: endpoint(demo, 'auth'),
    token_endpoint: endpoint(demo, 'token'),
    userinfo_endpoint: endpoint(demo, 'userinfo'),
    jwks_uri: endpoint(demo, 'certs'),
    end_session_endpoint: endpoint(demo, 'logout'),
    revocation_endpoint: endpoint(demo, 'revoke'),
    registration_endpoint: demo.registrationEndpoint,
  });
});

test('the token response can take the liberties that deployments take', async () => {
  await using free = await startTestDemo({
    lifetimes: { accessToken: 7 },
    tokenResponse: { tokenType: 'Bearer', omitIdToken: true, refreshExpiresIn: 0 },
    rotateRefreshTokens: false,
  });
  const identity = await free.inspect.issueCertificate({ commonName: 'B', purpose: 'client' });
  const tokens = await getTokens(free, identity);
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 7, refresh_expires_in: 0 });
  expect(tokens).not.toHaveProperty('id_token');
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect((await requestToken(free, form)).status).toBe(200);
  expect((await requestToken(free, form)).status).toBe(200);
});
