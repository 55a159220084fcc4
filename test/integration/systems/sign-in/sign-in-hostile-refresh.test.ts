import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type Behaviour, hostileClient } from '../../../support/servers/hostile-provider.ts';
import {
  attempt,
  exchanged,
  jwtAccess,
  meet,
  now,
  visit,
} from '../../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../../support/worlds/sign-in.ts';

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

test.each([
  ['with Date', { clock: -600 }],
  ['without', { clock: -600, dateless: true, ...exchanged((at) => at.answer(jwtAccess(at))) }],
])(
  'clocks ten minutes apart, %s: the refresh works too, and the warning stays',
  async (_name, behaviour) => {
    const met = await attempt({
      ...behaviour,
      refresh: (at) => ({ body: at.answer(jwtAccess(at)) }),
    });
    const session = await met.world.calls().refresh({ systemId }, sender);
    expect(session).toMatchObject({
      state: 'active',
      cause: { code: 'refreshed' },
      clockSkew: expect.closeTo(-600, -1),
    });
  },
);

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
