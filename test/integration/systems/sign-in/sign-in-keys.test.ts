import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Behaviour, Context } from '../../../support/servers/hostile-provider.ts';
import { attempt, exchanged } from '../../../support/worlds/hostile-world.ts';

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

function signed(
  at: Context,
  name: string,
  header: Record<string, unknown> = {},
  { key, hash, pss } = signerOf(name),
): string {
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
      ...withKeys({ ...small.jwk, kid: 'mine' }),
      ...exchanged((at) => at.answer({ id_token: signed(at, 'RS256', {}, small) })),
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
