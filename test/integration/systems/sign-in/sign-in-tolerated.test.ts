import { expect, test } from 'vitest';
import { type Behaviour, back } from '../../../support/servers/hostile-provider.ts';
import {
  attempt,
  claimed,
  exchanged,
  jwtAccess,
  meet,
  now,
  visit,
} from '../../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../../support/worlds/sign-in.ts';

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
  ['no Date', { dateless: true }, { clockSkew: null }],
  [
    'no Date, and a clock ten minutes behind by its access token',
    { clock: -600, dateless: true, ...exchanged((at) => at.answer(jwtAccess(at))) },
    { clockSkew: expect.closeTo(-600, -1) },
  ],
  [
    'no Date, and an older access token handed out again',
    {
      dateless: true,
      ...exchanged((at) =>
        at.answer({ ...jwtAccess(at, { iat: now() - 250, exp: now() + 50 }), expires_in: 50 }),
      ),
    },
    { clockSkew: null },
  ],
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

const oddMetadata: Behaviour['metadata'] = (metadata) => ({
  ...metadata,
  revocation_endpoint: 7,
  end_session_endpoint: null,
  jwks_uri: [],
  mtls_endpoint_aliases: 'none',
  scopes_supported: 'openid',
  claims_parameter_supported: 'false',
  id_token_signing_alg_values_supported: [null, 'RS256', 7],
  authorization_response_iss_parameter_supported: 'false',
});
/** Fields of another type than they should have, of whatever a provider answers. */
const odd: [string, Behaviour, Record<string, unknown>][] = [
  [
    'metadata with odd fields',
    { metadata: oddMetadata, authorize: (at) => back(at, { iss: null }) },
    {},
  ],
  [
    'endpoints that are paths',
    {
      metadata: (metadata) => ({
        ...metadata,
        token_endpoint: new URL(String(metadata.token_endpoint)).pathname,
        authorization_endpoint: new URL(String(metadata.authorization_endpoint)).pathname,
      }),
    },
    {},
  ],
  [
    'endpoints that are no texts',
    { metadata: (metadata) => ({ ...metadata, token_endpoint: 7, authorization_endpoint: null }) },
    {},
  ],
  [
    'a fraction of a second',
    exchanged((at) => at.answer({ expires_in: '120.5', refresh_expires_in: 1800.25 })),
    { tokens: { expiresIn: 120.5, refreshExpiresIn: 1800.25 } },
  ],
  [
    'times that are none',
    exchanged((at) =>
      at.answer({
        expires_in: '2026-01-01T00:00:00Z',
        refresh_expires_in: true,
        'not-before-policy': {},
      }),
    ),
    { tokens: { expiresIn: null, refreshExpiresIn: null, notBeforePolicy: null } },
  ],
  ['a token_type with blanks', exchanged((at) => at.answer({ token_type: ' bearer ' })), {}],
  ['a token_type in a list', exchanged((at) => at.answer({ token_type: ['Bearer'] })), {}],
  [
    'a refresh token that is none',
    exchanged((at) => at.answer({ refresh_token: false })),
    { tokens: { refresh: 'none' } },
  ],
  [
    'an odd session_state and scope',
    exchanged((at) => at.answer({ session_state: 7, scope: { a: 1 } })),
    { tokens: { scope: [] } },
  ],
  ...[
    ['auth_time', '1700000000'],
    ['auth_time', null],
    ['auth_time', -1],
    ['auth_time', {}],
  ].map(([name, value]): [string, Behaviour, Record<string, unknown>] => [
    `${name}: ${JSON.stringify(value)}`,
    claimed({ [String(name)]: value }),
    {},
  ]),
  ['times of the ID token as text', claimed({ exp: String(now() + 300), iat: String(now()) }), {}],
];

test.each(odd)('tolerated: %s', async (_name, behaviour, expected) => {
  const { session } = await attempt(behaviour);
  expect(session).toMatchObject({ state: 'active', cause: { problem: null }, ...expected });
});

test.each([
  [{ error: 'INVALID_GRANT' }, 'sign-in-code-refused'],
  [{ error: { code: 'invalid_grant', message: 'no' } }, 'sign-in-code-refused'],
  [{ error: { error: 'invalid_client' } }, 'sign-in-client-refused'],
  [{ error: ['invalid_grant'] }, 'sign-in-answer-unusable'],
  [{ error: 7 }, 'sign-in-answer-unusable'],
])('an error as %j is %s', async (body, code) => {
  const { session } = await attempt({ exchange: () => ({ status: 400, body }) });
  expect(session.cause.problem?.code).toBe(code);
});

test.each([
  ['exp', 'soon'],
  ['exp', String(now() - 3600)],
  ['exp', null],
  ['nbf', String(now() + 3600)],
])('an ID token with %s %j is refused all the same', async (name, value) => {
  const { session } = await attempt(claimed({ [name]: value }));
  expect(session.cause.problem?.code).toBe('sign-in-id-token-invalid');
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
