import { expect, test } from 'vitest';
import { type Behaviour, back } from '../../support/servers/hostile-provider.ts';
import {
  attempt,
  exchanged,
  jwtAccess,
  meet,
  now,
  visit,
} from '../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../support/worlds/sign-in.ts';

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
