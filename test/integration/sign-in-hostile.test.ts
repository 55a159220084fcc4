import type { ServerResponse } from 'node:http';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPki } from '../../main/demo/pki/index.ts';
import type { TlsIdentity } from '../../main/network/index.ts';
import { callWebApi } from '../../main/web-api/index.ts';
import type { Session } from '../../preload/contract/session.ts';
import {
  type Behaviour,
  back,
  type Context,
  hostileClient,
  startHostileProvider,
} from '../support/hostile-provider.ts';
import { browse, sender, signInWorld, systemId } from '../support/sign-in.ts';
import { temporaryFolder } from '../support/world.ts';

/** Over http it is not shown to anyone; it makes the window go through the gateway. */
let identity: TlsIdentity;

beforeAll(async () => {
  const folder = await temporaryFolder();
  const { authority } = await openPki(folder.path);
  const issued = await authority.issue({ commonName: 'Grace', purpose: 'client' });
  identity = {
    name: 'grace',
    certificatePem: issued.certificatePem,
    privateKeyPem: issued.keyPem,
    notAfter: '2099-01-01T00:00:00.000Z',
  };
  await folder.remove();
});

async function meet(behaviour: Behaviour) {
  const provider = await startHostileProvider(behaviour);
  const world = await signInWorld({
    identity,
    preset: hostileClient,
    system: { authUrl: provider.origin, webApiUrl: provider.origin },
  });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const call = () =>
    callWebApi(
      world.network,
      {
        baseUrl: provider.origin,
        identity: null,
        authorities: [],
        authorization: world.signIn.authorization(systemId),
      },
      { path: '/status/' },
    );
  return { provider, world, call };
}

type Met = Awaited<ReturnType<typeof meet>>;

/** Opens the window and follows what it shows; the attempt may be over then, or not. */
async function visit({ world }: Met) {
  await world.start('window');
  const window = world.windows.at(-1);
  if (window === undefined) throw new Error('no window was opened');
  return browse(window, window.options.startUrl);
}

async function attempt(behaviour: Behaviour): Promise<Met & { session: Session }> {
  const met = await meet(behaviour);
  try {
    await visit(met);
  } catch (cause) {
    // Refused before a window was opened; the session says why.
    if (met.world.windows.length > 0) throw cause;
  }
  const session = await met.world.until(({ cause }) =>
    ['attempt-ended', 'signed-in'].includes(cause.code),
  );
  return { ...met, session };
}

const exchanged = (body: (context: Context) => unknown): Behaviour => ({
  exchange: (context) => ({ body: body(context) }),
});
const idToken = (token: (context: Context) => string): Behaviour =>
  exchanged((context) => context.answer({ id_token: token(context) }));
const claimed = (change: Record<string, unknown>): Behaviour =>
  idToken(({ sign, claims }) => sign(claims(change)));

const now = (): number => Math.floor(Date.now() / 1000);

const refused: [string, string, Behaviour][] = [
  // the authorization response (RFC 9700, 2.1 and 4; RFC 9207)
  ['another state', 'sign-in-state-mismatch', { authorize: (at) => back(at, { state: 'other' }) }],
  ['no state', 'sign-in-state-mismatch', { authorize: (at) => back(at, { state: null }) }],
  [
    'state twice',
    'sign-in-provider-error',
    {
      authorize: (at) => {
        const { headers } = back(at, {});
        return { status: 302, headers: { location: `${headers?.location}&state=other` } };
      },
    },
  ],
  [
    'code twice',
    'sign-in-provider-error',
    {
      authorize: (at) => {
        const { headers } = back(at, {});
        return { status: 302, headers: { location: `${headers?.location}&code=other` } };
      },
    },
  ],
  ['another iss', 'sign-in-issuer-mismatch', { authorize: (at) => back(at, { iss: 'https://x' }) }],
  [
    'no iss though promised',
    'sign-in-provider-error',
    { authorize: (at) => back(at, { iss: null }) },
  ],
  [
    'neither code nor error',
    'sign-in-provider-error',
    { authorize: (at) => back(at, { code: null }) },
  ],
  ['an empty code', 'sign-in-provider-error', { authorize: (at) => back(at, { code: '' }) }],
  [
    'code and state in the fragment',
    'sign-in-state-mismatch',
    {
      authorize: ({ asked }) => ({
        status: 302,
        headers: { location: `${asked.get('redirect_uri')}#code=x&state=${asked.get('state')}` },
      }),
    },
  ],
  [
    'an error without state',
    'sign-in-state-mismatch',
    { authorize: (at) => back(at, { code: null, state: null, error: 'access_denied' }) },
  ],
  [
    'access_denied',
    'sign-in-refused',
    { authorize: (at) => back(at, { code: null, error: 'access_denied' }) },
  ],
  [
    'unauthorized_client',
    'sign-in-client-refused',
    { authorize: (at) => back(at, { code: null, error: 'unauthorized_client' }) },
  ],
  [
    'an error with control characters in its words',
    'sign-in-provider-error',
    {
      authorize: (at) =>
        back(at, { code: null, error: 'server_error', error_description: 'a\r\nb\u0000c' }),
    },
  ],
  [
    'an id_token beside the code (hybrid flow)',
    'sign-in-provider-error',
    { authorize: (at) => back(at, { id_token: 'x' }) },
  ],
  [
    'a page that says the redirect_uri is not registered',
    'sign-in-redirect-not-registered',
    { authorize: () => ({ status: 400, body: '<p>Invalid parameter: redirect_uri</p>' }) },
  ],
  // the id_token (OpenID Connect Core, 3.1.3.7)
  ['alg none', 'sign-in-id-token-invalid', idToken((at) => at.sign(at.claims(), { alg: 'none' }))],
  [
    'HS256 with the client secret',
    'sign-in-id-token-invalid',
    idToken((at) => at.signWithSecret(at.claims(), hostileClient.clientSecret)),
  ],
  ['a forged signature', 'sign-in-id-token-invalid', idToken((at) => at.forge(at.claims()))],
  [
    'a key that is not published',
    'sign-in-id-token-invalid',
    idToken((at) => at.sign(at.claims(), { kid: 'other' })),
  ],
  [
    'a critical header that nobody knows',
    'sign-in-id-token-invalid',
    idToken((at) => at.sign(at.claims(), { crit: ['x'], x: 1 })),
  ],
  ['another issuer', 'sign-in-id-token-invalid', claimed({ iss: 'https://other.example' })],
  ['another audience', 'sign-in-id-token-invalid', claimed({ aud: 'other' })],
  ['several audiences without azp', 'sign-in-id-token-invalid', claimed({ aud: ['app', 'other'] })],
  [
    'another authorized party',
    'sign-in-id-token-invalid',
    claimed({ aud: ['app', 'other'], azp: 'other' }),
  ],
  ['another nonce', 'sign-in-id-token-invalid', claimed({ nonce: 'other' })],
  ['no nonce', 'sign-in-id-token-invalid', claimed({ nonce: undefined })],
  ['an expired id_token', 'sign-in-id-token-invalid', claimed({ exp: now() - 3600 })],
  ['one that is not valid yet', 'sign-in-id-token-invalid', claimed({ nbf: now() + 3600 })],
  ['no exp', 'sign-in-id-token-invalid', claimed({ exp: undefined })],
  ['no subject', 'sign-in-id-token-invalid', claimed({ sub: undefined })],
  ['a subject that is a number', 'sign-in-id-token-invalid', claimed({ sub: 7 })],
  ['an id_token that is none', 'sign-in-id-token-invalid', idToken(() => 'not.a.jwt')],
  ['an id_token of two parts', 'sign-in-id-token-invalid', idToken(() => 'a.b')],
  [
    'no id_token',
    'sign-in-id-token-missing',
    exchanged((at) => at.answer({ id_token: undefined })),
  ],
  [
    'keys that are a page',
    'sign-in-id-token-invalid',
    { keys: () => ({ body: '<html>keys</html>' }) },
  ],
  ['no keys', 'sign-in-id-token-invalid', { keys: () => ({ body: { keys: [] } }) }],
  // the token response (RFC 6749, 5)
  ['no access_token', 'sign-in-answer-unusable', exchanged(() => ({ token_type: 'bearer' }))],
  [
    'an access_token that would break a header',
    'sign-in-answer-unusable',
    exchanged((at) => at.answer({ access_token: 'a\r\nx-evil: 1' })),
  ],
  [
    'an access_token that is an object',
    'sign-in-answer-unusable',
    exchanged((at) => at.answer({ access_token: { a: 1 } })),
  ],
  [
    'an access_token of 100 KB',
    'sign-in-answer-unusable',
    exchanged((at) => at.answer({ access_token: 'a'.repeat(100_000) })),
  ],
  [
    'a field of 4 MB',
    'answer-too-large',
    exchanged((at) => at.answer({ session_state: 'a'.repeat(4_000_000) })),
  ],
  [
    'a token_type that is not bearer',
    'sign-in-answer-unusable',
    exchanged((at) => at.answer({ token_type: 'mac' })),
  ],
  ['HTML instead of JSON', 'sign-in-answer-unusable', exchanged(() => '<html>Welcome</html>')],
  ['nothing at all', 'sign-in-answer-unusable', exchanged(() => '')],
  ['a list', 'sign-in-answer-unusable', exchanged(() => [1])],
  ['an error with 200', 'sign-in-code-refused', exchanged(() => ({ error: 'invalid_grant' }))],
  [
    'invalid_grant',
    'sign-in-code-refused',
    { exchange: () => ({ status: 400, body: { error: 'invalid_grant' } }) },
  ],
  [
    'invalid_client',
    'sign-in-client-refused',
    { exchange: () => ({ status: 401, body: { error: 'invalid_client' } }) },
  ],
  [
    'an error with 500',
    'sign-in-provider-error',
    { exchange: () => ({ status: 500, body: { error: 'server_error' } }) },
  ],
  [
    "a proxy's page with 502",
    'sign-in-answer-unusable',
    { exchange: () => ({ status: 502, body: '<h1>Bad Gateway</h1>' }) },
  ],
  [
    'a token endpoint that sends on',
    'http-redirect-refused',
    { exchange: () => ({ status: 307, headers: { location: 'https://evil.example/' } }) },
  ],
  // discovery
  [
    'metadata of another issuer',
    'sign-in-issuer-mismatch',
    { metadata: (metadata) => ({ ...metadata, issuer: 'https://other.example' }) },
  ],
  [
    'a token endpoint of another origin',
    'sign-in-provider-error',
    { metadata: (metadata) => ({ ...metadata, token_endpoint: 'https://other.example/token' }) },
  ],
  [
    'an authorization endpoint that is a script',
    'sign-in-provider-error',
    { metadata: (metadata) => ({ ...metadata, authorization_endpoint: 'javascript:alert(1)' }) },
  ],
  ['discovery out of order', 'http-status', { discovery: () => ({ status: 503, body: 'no' }) }],
  [
    'discovery that sends on to another origin',
    'http-redirect-refused',
    { discovery: () => ({ status: 302, headers: { location: 'https://evil.example/' } }) },
  ],
];

test.each(refused)('refused: %s', async (_name, code, behaviour) => {
  const { session, world } = await attempt(behaviour);
  expect(session.cause.problem?.code).toBe(code);
  expect(session).toMatchObject({ state: 'signed-out', tokens: null, who: null });
  expect(JSON.stringify(session)).not.toMatch(/the-code-of|access-|refresh-|the-client-secret/);
  expect(JSON.stringify(session.cause.problem)).not.toMatch(/\\[rnu]/);
  expect(world.vault.secrets.size).toBe(0);
  // Nothing is left that would stand in the way of the next attempt.
  expect((await world.snapshot()).attempt).toBeNull();
});

const tolerated: [string, Behaviour, Record<string, unknown>][] = [
  ['nothing odd', {}, { tokens: { expiresIn: 300, refresh: 'expires' } }],
  ['no discovery', { metadata: null }, {}],
  ['a page where discovery would be', { discovery: () => ({ body: '<html>Hi</html>' }) }, {}],
  [
    'no expires_in',
    exchanged((at) => at.answer({ expires_in: undefined })),
    { refreshAt: null, tokens: { expiresIn: null, expiresAt: null } },
  ],
  [
    'numbers as text',
    exchanged((at) => at.answer({ expires_in: '120' })),
    { tokens: { expiresIn: 120 } },
  ],
  [
    'expires_in 0',
    exchanged((at) => at.answer({ expires_in: 0 })),
    { tokens: { expiresAt: null } },
  ],
  [
    'expires_in below 0',
    exchanged((at) => at.answer({ expires_in: -5 })),
    { tokens: { expiresIn: null } },
  ],
  ['expires_in without end', exchanged((at) => at.answer({ expires_in: 1e300 })), {}],
  [
    'refresh_expires_in 0: an offline token',
    exchanged((at) => at.answer({ refresh_expires_in: 0 })),
    { tokens: { refresh: 'offline', refreshExpiresAt: null } },
  ],
  [
    'no refresh token',
    exchanged((at) => at.answer({ refresh_token: undefined, refresh_expires_in: undefined })),
    { refreshAt: null, tokens: { refresh: 'none' } },
  ],
  ['nulls for absent', exchanged((at) => at.answer({ scope: null, session_state: null })), {}],
  [
    'scopes in another order, as a list',
    exchanged((at) => at.answer({ scope: ['profile', 'openid'] })),
    { tokens: { scope: ['profile', 'openid'] } },
  ],
  ['no token_type', exchanged((at) => at.answer({ token_type: undefined })), {}],
  [
    'BEARER',
    exchanged((at) => at.answer({ token_type: 'BEARER' })),
    { tokens: { tokenType: 'BEARER' } },
  ],
  ['fields that nobody knows', exchanged((at) => at.answer({ x: [1], y: { z: 1 } })), {}],
  [
    'JSON as text/plain',
    { exchange: (at) => ({ headers: { 'content-type': 'text/plain' }, body: at.answer() }) },
    {},
  ],
  ['201', { exchange: (at) => ({ status: 201, body: at.answer() }) }, {}],
  ['a clock ten minutes ahead', { clock: 600 }, { clockSkew: expect.closeTo(600, -1) }],
  ['a clock ten minutes behind', { clock: -600 }, { clockSkew: expect.closeTo(-600, -1) }],
  [
    'no iss, none promised',
    {
      metadata: (metadata) => ({
        ...metadata,
        authorization_response_iss_parameter_supported: undefined,
      }),
      authorize: (at) => back(at, { iss: null }),
    },
    {},
  ],
];

test.each(tolerated)('tolerated: %s', async (_name, behaviour, expected) => {
  const { session, provider } = await attempt(behaviour);
  expect(session).toMatchObject({ state: 'active', ...expected });
  const [form] = provider.tokenForms;
  // The form is the spec's, with PKCE beside it.
  expect([...(form?.keys() ?? [])].sort()).toEqual([
    'client_id',
    'client_secret',
    'code',
    'code_verifier',
    'grant_type',
    'redirect_uri',
  ]);
});

const pages: [string, string, Behaviour, string][] = [
  [
    'a redirect to another origin',
    'other-origin',
    { authorize: () => ({ status: 302, headers: { location: 'https://evil.example/steal' } }) },
    'https://evil.example',
  ],
  [
    'a redirect to another path of the app’s protocol',
    'other-origin',
    {
      authorize: () => ({
        status: 302,
        headers: { location: 'compute-desk://oauth/callback/../other?code=x' },
      }),
    },
    'compute-desk:',
  ],
  [
    'a redirect to a script',
    'other-origin',
    { authorize: () => ({ status: 302, headers: { location: 'javascript:alert(1)' } }) },
    'javascript:',
  ],
  [
    'redirects in circles',
    'redirect-loop',
    {
      authorize: ({ asked, issuer }) => ({
        status: 302,
        headers: { location: `${issuer}/protocol/openid-connect/auth?${asked}` },
      }),
    },
    '/protocol/openid-connect/auth',
  ],
];

test.each(pages)('shown as a page: %s', async (_name, kind, behaviour, named) => {
  const met = await meet(behaviour);
  const { text, response } = await visit(met);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(text).toContain(`compute-desk-${kind}`);
  expect(text).toContain(named);
  // The attempt goes on: the user may try again, or give up.
  const session = await met.world.calls().cancel({ systemId }, sender);
  expect(session.cause.problem?.code).toBe('sign-in-cancelled');
  expect(met.world.windows[0]?.closed).toBe(true);
});

test('a token endpoint that drips for ever is left when the user cancels', async () => {
  let dripping: (response: ServerResponse) => void = () => undefined;
  const started = new Promise<ServerResponse>((resolve) => {
    dripping = resolve;
  });
  const met = await meet({
    exchange: () => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"access_token":"');
      dripping(response);
    },
  });
  await visit(met);
  await started;
  expect((await met.world.snapshot()).attempt?.phase).toBe('exchanging');
  const session = await met.world.calls().cancel({ systemId }, sender);
  expect(session).toMatchObject({
    state: 'signed-out',
    cause: { problem: { code: 'sign-in-cancelled' } },
  });
});

test('tokens that arrive after the user cancelled are revoked and not kept', async () => {
  let arrived: (response: ServerResponse) => void = () => undefined;
  const asked = new Promise<ServerResponse>((resolve) => {
    arrived = resolve;
  });
  let body = '';
  let wasRevoked: (token: string) => void = () => undefined;
  const revocation = new Promise<string>((resolve) => {
    wasRevoked = resolve;
  });
  const met = await meet({
    exchange: (at) => (response) => {
      body = JSON.stringify(at.answer({ refresh_token: 'refresh-too-late' }));
      arrived(response);
    },
    revoke: (_at, form) => {
      wasRevoked(form.get('token') ?? '');
      return { body: {} };
    },
  });
  await visit(met);
  const response = await asked;
  await met.world.calls().cancel({ systemId }, sender);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(body);
  expect(await revocation).toBe('refresh-too-late');
  expect((await met.world.snapshot()).state).toBe('signed-out');
  expect(met.world.vault.secrets.size).toBe(0);
});

test('a refresh without a new refresh token goes on with the old one', async () => {
  const met = await attempt({
    refresh: (at) => ({ body: at.answer({ refresh_token: undefined }) }),
  });
  await met.world.calls().refresh({ systemId }, sender);
  const session = await met.world.calls().refresh({ systemId }, sender);
  expect(session).toMatchObject({ state: 'active', cause: { code: 'refreshed' } });
  const sent = met.provider.tokenForms.slice(1).map((form) => form.get('refresh_token'));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
});

test('a refresh form is the spec’s', async () => {
  const met = await attempt({});
  await met.world.calls().refresh({ systemId }, sender);
  const form = Object.fromEntries(met.provider.tokenForms[1] ?? []);
  expect(form).toEqual({
    grant_type: 'refresh_token',
    refresh_token: expect.stringMatching(/^refresh-/),
    client_id: hostileClient.clientId,
    client_secret: hostileClient.clientSecret,
    redirect_uri: 'compute-desk://oauth/callback',
  });
});

const refreshes: [string, Behaviour['refresh'], string, string | undefined][] = [
  [
    'for another user',
    (at) => ({ body: at.answer({ id_token: at.sign(at.claims({ sub: 'user-2' })) }) }),
    'expired',
    'sign-in-id-token-invalid',
  ],
  [
    'with another nonce',
    (at) => ({ body: at.answer({ id_token: at.sign(at.claims({ nonce: 'x' })) }) }),
    'expired',
    'sign-in-id-token-invalid',
  ],
  [
    'without a nonce',
    (at) => ({ body: at.answer({ id_token: at.sign(at.claims({ nonce: undefined })) }) }),
    'active',
    undefined,
  ],
  [
    'without an id_token',
    (at) => ({ body: at.answer({ id_token: undefined }) }),
    'active',
    undefined,
  ],
  [
    'with a forged id_token',
    (at) => ({ body: at.answer({ id_token: at.forge(at.claims()) }) }),
    'expired',
    'sign-in-id-token-invalid',
  ],
  [
    'refused',
    () => ({ status: 400, body: { error: 'invalid_grant' } }),
    'expired',
    'session-refresh-refused',
  ],
  [
    'by a provider that is busy',
    () => ({ status: 503, body: { error: 'temporarily_unavailable' } }),
    'active',
    'sign-in-provider-error',
  ],
  [
    "by a proxy's page",
    () => ({ status: 502, body: '<h1>Bad Gateway</h1>' }),
    'active',
    'sign-in-answer-unusable',
  ],
  [
    'with a policy newer than the new token',
    (at) => ({ body: at.answer({ 'not-before-policy': now() + 3600 }) }),
    'expired',
    undefined,
  ],
];

test.each(refreshes)('a refresh %s', async (_name, refresh, state, code) => {
  const met = await attempt({});
  met.provider.behave(refresh === undefined ? {} : { refresh });
  const outcome = await met.world
    .calls()
    .refresh({ systemId }, sender)
    .then(
      () => undefined,
      (cause: unknown) => (cause as { code: string }).code,
    );
  const session = await met.world.snapshot();
  expect(session.state).toBe(state);
  if (code !== undefined) expect(outcome).toBe(code);
  // No refresh token was sent twice, whatever the answer.
  const sent = met.provider.tokenForms.slice(1).map((form) => form.get('refresh_token'));
  expect(new Set(sent).size).toBe(sent.length);
});

test('an answer that got lost: the token is not sent again, and the session says so', async () => {
  const met = await attempt({});
  met.provider.behave({ refresh: () => (response) => response.destroy() });
  const first = met.world.calls().refresh({ systemId }, sender);
  await expect(first).rejects.toMatchObject({ code: 'network-reset' });
  expect(await met.world.snapshot()).toMatchObject({
    state: 'active',
    cause: { code: 'refresh-unanswered' },
    refreshAt: null,
  });
  await expect(met.world.calls().refresh({ systemId }, sender)).rejects.toBeTruthy();
  expect(met.provider.tokenForms).toHaveLength(2);

  await expect(met.call()).rejects.toMatchObject({ code: 'session-expired' });
  expect((await met.world.snapshot()).cause.code).toBe('refresh-unanswered');
  expect(met.provider.tokenForms).toHaveLength(2);
});

test('a session without a refresh token ends with the first refused call', async () => {
  const met = await attempt(exchanged((at) => at.answer({ refresh_token: undefined })));
  await expect(met.call()).rejects.toMatchObject({ code: 'session-expired' });
  expect((await met.world.snapshot()).cause.code).toBe('no-refresh-token');
});

test('callbacks that belong to no attempt change nothing', async () => {
  const met = await meet({});
  expect(met.world.signIn.receiveUrl('compute-desk://oauth/callback?code=x&state=y')).toBe(false);
  expect((await met.world.snapshot()).state).toBe('signed-out');
});
