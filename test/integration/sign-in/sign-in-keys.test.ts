import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Behaviour, Context, Reply } from '../../support/servers/hostile-provider.ts';
import { attempt, exchanged, meet, visit } from '../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../support/worlds/sign-in.ts';

interface Signer {
  readonly hash: string | null;
  readonly key: KeyObject;
  readonly jwk: Record<string, unknown>;
  readonly pss?: boolean;
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed25519 = generateKeyPairSync('ed25519');
const publicJwk = (pair: { readonly publicKey: KeyObject }) => ({
  ...pair.publicKey.export({ format: 'jwk' }),
});
const made = (
  pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  hash: string | null,
  pss = false,
): Signer => ({ hash, pss, key: pair.privateKey, jwk: publicJwk(pair) });

const signers: Readonly<Record<string, Signer>> = {
  RS256: made(rsa, 'sha256'),
  RS384: made(rsa, 'sha384'),
  RS512: made(rsa, 'sha512'),
  PS256: made(rsa, 'sha256', true),
  PS384: made(rsa, 'sha384', true),
  PS512: made(rsa, 'sha512', true),
  ES256: made(p256, 'sha256'),
  ES384: made(generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'sha384'),
  ES512: made(generateKeyPairSync('ec', { namedCurve: 'P-521' }), 'sha512'),
  EdDSA: made(ed25519, null),
  Ed25519: made(ed25519, null),
  'EdDSA with Ed448': made(generateKeyPairSync('ed448'), null),
  Ed448: made(generateKeyPairSync('ed448'), null),
};

function signerOf(name: string): Signer {
  const found = signers[name];
  if (found === undefined) throw new Error(name);
  return found;
}

function signed(at: Context, name: string, header: Record<string, unknown> = {}): string {
  const { key, hash, pss } = signerOf(name);
  const alg = name.split(' ')[0];
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg, kid: 'mine', ...header })}.${encode(at.claims())}`;
  const how = {
    key,
    dsaEncoding: 'ieee-p1363' as const,
    ...(pss === true
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {}),
  };
  return `${text}.${sign(hash, Buffer.from(text), how).toString('base64url')}`;
}

const withKeys = (...keys: unknown[]): Behaviour => ({ keys: () => ({ body: { keys } }) });
const by = (
  name: string,
  jwk: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Behaviour => ({
  ...withKeys({ ...signerOf(name).jwk, kid: 'mine', ...jwk }),
  ...exchanged((at) => at.answer({ id_token: signed(at, name, header) })),
});
const unlisted: Behaviour['metadata'] = (metadata) => ({
  ...metadata,
  id_token_signing_alg_values_supported: undefined,
});

const listings: [string, Behaviour['metadata']][] = [
  ['without discovery', null],
  ['where discovery lists no algorithms', unlisted],
  [
    'where it lists none',
    (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: [] }),
  ],
  [
    'where its list is odd',
    (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: { a: 1 } }),
  ],
];

test.each(
  Object.keys(signers).flatMap((name) =>
    listings.map(([where, metadata]) => ({ name, where, metadata })),
  ),
)('$name is accepted $where', async ({ name, metadata }) => {
  const { session } = await attempt({
    ...by(name),
    ...(metadata === undefined ? {} : { metadata }),
  });
  expect(session.cause).toMatchObject({ code: 'signed-in', problem: null });
  expect(session.who?.subject).toBe('user-1');
});

const accepted: [string, Behaviour][] = [
  [
    'an algorithm that discovery lists, as a text',
    {
      ...by('ES256'),
      metadata: (m) => ({ ...m, id_token_signing_alg_values_supported: 'RS256 ES256' }),
    },
  ],
  ['a key of this algorithm', by('ES256', { alg: 'ES256', use: 'sig', key_ops: ['verify'] })],
  [
    'a key with odd members',
    by('ES256', { use: null, key_ops: 'verify', alg: 7, x5c: {}, more: [[]] }),
  ],
  ['EdDSA with a key that names its curve as the algorithm', by('EdDSA', { alg: 'Ed25519' })],
  ['a kid that is a number', by('ES256', { kid: 7 }, { kid: '7' })],
  [
    'a token without kid, with several keys',
    {
      ...withKeys(
        publicJwk(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
        7,
        null,
        { kty: 'EC', crv: 'P-256', x: 'odd' },
        signerOf('ES256').jwk,
      ),
      ...exchanged((at) => at.answer({ id_token: signed(at, 'ES256', { kid: undefined }) })),
    },
  ],
  ['a key without kid', by('ES256', { kid: undefined })],
  [
    'keys of other kinds beside it',
    {
      ...by('PS256'),
      ...withKeys(
        { kty: 'oct', k: 'AAAA', kid: 'mine' },
        { ...signerOf('ES256').jwk, kid: 'mine' },
        { ...signerOf('PS256').jwk, kid: 'mine', use: 'enc' },
        { ...signerOf('PS256').jwk, kid: 'mine', alg: 'PS256' },
      ),
    },
  ],
  [
    'one key alone',
    { ...by('ES256'), keys: () => ({ body: { ...signerOf('ES256').jwk, kid: 'mine' } }) },
  ],
  [
    'a list of keys',
    { ...by('ES256'), keys: () => ({ body: [{ ...signerOf('ES256').jwk, kid: 'mine' }] }) },
  ],
  [
    'keys that call themselves a page',
    {
      ...by('ES256'),
      keys: () => ({
        headers: { 'content-type': 'text/html' },
        body: JSON.stringify({ keys: [signerOf('ES256').jwk] }),
      }),
    },
  ],
  [
    'compressed keys',
    {
      ...by('ES256'),
      keys: () => (response) =>
        void response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify({ keys: [signerOf('ES256').jwk] }))),
    },
  ],
];

test.each(accepted)('accepted: %s', async (_, behaviour) => {
  const { session } = await attempt({ metadata: unlisted, ...behaviour });
  expect(session.cause).toMatchObject({ code: 'signed-in', problem: null });
});

const secret = 'the-client-secret-of-the-app';
const small = made(generateKeyPairSync('rsa', { modulusLength: 1024 }), 'sha256');
const invalid: [string, Behaviour][] = [
  ['none', exchanged((at) => at.answer({ id_token: at.sign(at.claims(), { alg: 'none' }) }))],
  ['NONE', exchanged((at) => at.answer({ id_token: at.sign(at.claims(), { alg: 'NONE' }) }))],
  [
    'HS256 with the client’s secret',
    {
      ...withKeys({ kty: 'oct', k: Buffer.from(secret).toString('base64url'), alg: 'HS256' }),
      ...exchanged((at) => at.answer({ id_token: at.signWithSecret(at.claims(), secret) })),
    },
  ],
  [
    'HS256 with the public key for a secret',
    {
      ...withKeys({ ...signerOf('RS256').jwk, kid: 'mine' }),
      ...exchanged((at) =>
        at.answer({
          id_token: at.signWithSecret(
            at.claims(),
            rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
          ),
        }),
      ),
    },
  ],
  [
    'HS256 that discovery lists',
    {
      metadata: (m) => ({ ...m, id_token_signing_alg_values_supported: ['HS256', 'none'] }),
      ...exchanged((at) => at.answer({ id_token: at.signWithSecret(at.claims(), secret) })),
    },
  ],
  [
    'an algorithm that discovery does not list',
    {
      ...by('ES256'),
      metadata: (m) => ({ ...m, id_token_signing_alg_values_supported: ['RS256'] }),
    },
  ],
  [
    'ES256 with an RSA key',
    { ...by('ES256'), ...withKeys({ ...signerOf('RS256').jwk, kid: 'mine' }) },
  ],
  [
    'ES256 with a key of another curve',
    { ...by('ES256'), ...withKeys({ ...signerOf('ES384').jwk, kid: 'mine' }) },
  ],
  [
    'EdDSA with a key for ECDSA',
    { ...by('EdDSA'), ...withKeys({ ...signerOf('ES256').jwk, kid: 'mine' }) },
  ],
  ['PS256 with a key for RS256', by('PS256', { alg: 'RS256' })],
  ['RS256 with a key for PS256', by('RS256', { alg: 'PS256' })],
  ['RS256 that says PS256', by('RS256', {}, { alg: 'PS256' })],
  ['a key for encryption', by('ES256', { use: 'enc' })],
  ['a key that does not verify', by('ES256', { key_ops: ['deriveKey'] })],
  [
    'a key of 1,024 bits',
    {
      ...withKeys({ ...small.jwk, kid: 'k1' }),
      ...exchanged((at) => at.answer({ id_token: at.sign(at.claims(), {}) })),
    },
  ],
  [
    'a key in its own header',
    exchanged((at) =>
      at.answer({ id_token: signed(at, 'ES256', { jwk: signerOf('ES256').jwk, kid: undefined }) }),
    ),
  ],
  ['an unknown kid', by('ES256', { kid: 'another' })],
  [
    'another key',
    {
      ...by('ES256'),
      ...withKeys({
        ...publicJwk(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
        kid: 'mine',
      }),
    },
  ],
  ['no algorithm', by('ES256', {}, { alg: undefined })],
  ['a list for an algorithm', by('ES256', {}, { alg: ['ES256'] })],
  ['__proto__ for an algorithm', by('ES256', {}, { alg: '__proto__' })],
];

test.each(invalid)('refused: %s', async (_, behaviour) => {
  const { session, world } = await attempt({ metadata: unlisted, ...behaviour });
  expect(session.cause.problem?.code).toBe('sign-in-id-token-invalid');
  expect(session).toMatchObject({ state: 'signed-out', tokens: null });
  expect(world.vault.secrets.size).toBe(0);
});

test('an unknown kid is looked for once more, past caches, and no third time', async () => {
  const asked = (visits: readonly { readonly url: string }[]) =>
    visits.filter(({ url }) => url.endsWith('/certs')).length;
  let read = 0;
  const found = await attempt({
    ...by('ES256'),
    metadata: unlisted,
    keys: () => ({
      body: { keys: [{ ...signerOf('ES256').jwk, kid: read++ === 0 ? 'old' : 'mine' }] },
    }),
  });
  expect(found.session.cause.code).toBe('signed-in');
  expect(asked(found.provider.visits)).toBe(2);
  const lost = await attempt({ ...by('ES256', { kid: 'old' }), metadata: unlisted });
  expect(lost.session.cause.problem).toMatchObject({
    code: 'sign-in-id-token-invalid',
    details: { reason: 'no-key' },
  });
  expect(asked(lost.provider.visits)).toBe(2);
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
    response.end(JSON.stringify({ keys: [{ ...signerOf('ES256').jwk, kid: 'mine' }] }));
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/my/keys`;
  const met = await meet({ ...by('ES256'), metadata: null, keys: () => ({ status: 404 }) });
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
