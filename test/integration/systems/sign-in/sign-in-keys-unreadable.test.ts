import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Behaviour, Reply } from '../../../support/servers/hostile-provider.ts';
import { attempt, exchanged, meet, visit } from '../../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../../support/worlds/sign-in.ts';

const pair = generateKeyPairSync('ed25519');
const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'mine' };
const signedElsewhere = exchanged((at) => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'EdDSA', kid: 'mine' })}.${encode(at.claims())}`;
  const signature = sign(null, Buffer.from(text), pair.privateKey).toString('base64url');
  return at.answer({ id_token: `${text}.${signature}` });
});

const silent =
  (reply: Reply): Behaviour['keys'] =>
  () =>
    reply;
const unreadable: [string, Behaviour['keys'], string][] = [
  ['404', silent({ status: 404, body: 'no' }), 'status-404'],
  ['401', silent({ status: 401 }), 'status-401'],
  ['403', silent({ status: 403, body: { error: 'no' } }), 'status-403'],
  ['500', silent({ status: 500 }), 'http-status'],
  ['503', silent({ status: 503 }), 'http-status'],
  ['a page', silent({ body: '<html>Sign in</html>' }), 'not-keys'],
  [
    'no JSON',
    silent({ headers: { 'content-type': 'application/json' }, body: '{"keys": [' }),
    'not-keys',
  ],
  ['nothing', silent({ body: '' }), 'empty'],
  ['no keys', silent({ body: { keys: [] } }), 'empty'],
  ['no objects', silent({ body: { keys: [1, 'a', null] } }), 'empty'],
  ['an object for keys', silent({ body: { keys: { a: 1 } } }), 'not-keys'],
  [
    'another origin',
    silent({ status: 302, headers: { location: 'https://evil.example/' } }),
    'http-redirect-refused',
  ],
  ['a broken connection', () => (response) => response.destroy(), 'network-reset'],
];

test.each(unreadable)('keys that cannot be read are told as that: %s', async (_, keys, reason) => {
  const { session, provider } = await attempt({ keys });
  expect(session.cause.problem).toMatchObject({
    code: 'sign-in-keys-unreadable',
    details: { host: new URL(provider.origin).host, reason },
  });
  expect(session).toMatchObject({ state: 'signed-out', tokens: null });
});

const unnamed: Behaviour['metadata'][] = [
  null,
  (metadata) => ({ ...metadata, jwks_uri: undefined }),
  (metadata) => ({ ...metadata, jwks_uri: 7 }),
];

test.each(unnamed)(
  'a provider that names no place of its keys, and has none at the usual one',
  async (metadata) => {
    const replies = [{ status: 404 }, { status: 410 }, { body: '<html>Start</html>' }];
    for (const reply of replies) {
      const { session } = await attempt({ metadata, keys: () => reply });
      expect(session.cause.problem?.code).toBe('sign-in-keys-unknown');
    }
    const denied = await attempt({ metadata, keys: () => ({ status: 403 }) });
    expect(denied.session.cause.problem?.code).toBe('sign-in-keys-unreadable');
  },
);

test('the place of the keys that the user enters counts', async () => {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ keys: [jwk] }));
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/my/keys`;
  const met = await meet({ ...signedElsewhere, metadata: null, keys: () => ({ status: 404 }) });
  const { settings } = await met.world.calls().updateSettings({ systemId, keysUrl }, sender);
  expect(settings.keysUrl).toBe(keysUrl);
  await visit(met);
  const session = await met.world.until(({ cause }) =>
    ['attempt-ended', 'signed-in'].includes(cause.code),
  );
  expect(session.cause.code).toBe('signed-in');
  expect(asked).toEqual(['/my/keys']);
  expect(met.provider.visits.some(({ url }) => url.endsWith('/certs'))).toBe(false);
  server.closeAllConnections();
});

test.each([
  'http://keys.example/',
  'https://me:secret@keys.example/',
  'not an address',
  'file:///etc/passwd',
  'javascript:1',
])('keys are not read from %s', async (keysUrl) => {
  const { world } = await meet({});
  await expect(world.calls().updateSettings({ systemId, keysUrl }, sender)).rejects.toMatchObject({
    code: 'sign-in-settings-invalid',
    details: { setting: 'keysUrl' },
  });
});

test.each(unreadable)(
  'keys that cannot be read during a refresh end no session: %s',
  async (_, keys) => {
    const met = await attempt({});
    met.provider.behave({ keys });
    const session = await met.world.calls().refresh({ systemId }, sender);
    expect(session).toMatchObject({
      state: 'active',
      cause: { code: 'refreshed' },
      who: { subject: 'user-1' },
    });
  },
);

test('without keys, a refresh for another user is refused all the same', async () => {
  const met = await attempt({});
  met.provider.behave({
    keys: () => ({ status: 404 }),
    refresh: (at) => ({ body: at.answer({ id_token: at.sign(at.claims({ sub: 'user-2' })) }) }),
  });
  await expect(met.world.calls().refresh({ systemId }, sender)).rejects.toMatchObject({
    code: 'sign-in-id-token-invalid',
  });
  expect((await met.world.snapshot()).state).toBe('expired');
});
