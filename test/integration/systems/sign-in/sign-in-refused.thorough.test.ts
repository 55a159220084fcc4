import { expect, test } from 'vitest';
import { type Behaviour, back, hostileClient } from '../../../support/servers/hostile-provider.ts';
import {
  attempt,
  claimed,
  exchanged,
  idToken,
  jwtAccess,
  now,
} from '../../../support/worlds/hostile-world.ts';

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
  [
    'an expired id_token from a provider that tells its time by the access token alone',
    'sign-in-id-token-invalid',
    {
      dateless: true,
      ...exchanged((at) =>
        at.answer({ ...jwtAccess(at), id_token: at.sign(at.claims({ exp: now() - 3600 })) }),
      ),
    },
  ],
  [
    'an expired id_token from a provider that does not tell its time',
    'sign-in-id-token-invalid',
    { dateless: true, ...claimed({ exp: now() - 3600 }) },
  ],
  ['one that is not valid yet', 'sign-in-id-token-invalid', claimed({ nbf: now() + 3600 })],
  [
    'an access token in its place',
    'sign-in-id-token-invalid',
    idToken((at) => at.sign(at.claims(), { typ: 'at+jwt' })),
  ],
  [
    'an access token of Keycloak in its place',
    'sign-in-id-token-invalid',
    claimed({ typ: 'Bearer' }),
  ],
  [
    'a logout token in its place',
    'sign-in-id-token-invalid',
    idToken((at) => at.sign(at.claims(), { typ: 'application/logout+jwt' })),
  ],
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
    'sign-in-keys-unreadable',
    { keys: () => ({ body: '<html>keys</html>' }) },
  ],
  ['no keys', 'sign-in-keys-unreadable', { keys: () => ({ body: { keys: [] } }) }],
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
