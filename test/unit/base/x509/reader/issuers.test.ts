/** Which certificate issued which: by its signature, and by names and dates only where that cannot be checked. */
import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  context,
  contextPrimitive,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
} from '../../../../../main/base/x509/reader/asn1/der.ts';
import {
  describeCertificate,
  readCertificateFile,
} from '../../../../../main/base/x509/reader/index.ts';
import { certBag, keyBag, pfxOf } from './build-pfx.ts';
import {
  type CertificateOptions,
  makeCertificate,
  nameOf,
  newKeys,
  pkcs8Of,
  type SignatureAlgorithm,
} from './pairs.ts';

interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
type More = Partial<CertificateOptions>;

const certificate = (subject: string, keys: Keys, by: [string, Keys], more: More = {}) =>
  makeCertificate({
    ...{ subject, publicKey: keys.publicKey, issuer: { name: by[0], key: by[1].privateKey } },
    ...more,
  });
const extension = (id: string, value: Uint8Array) => sequence(oid(id), octetString(value));
const subjectKeyId = (id: number) => extension('2.5.29.14', octetString(Uint8Array.of(id)));
const issuerKeyId = (id: number) =>
  extension('2.5.29.35', sequence(contextPrimitive(0, Uint8Array.of(id))));
const issuedAs = (name: string, serial: number) =>
  extension(
    '2.5.29.35',
    sequence(context(1, context(4, nameOf(name))), contextPrimitive(2, Uint8Array.of(serial))),
  );

const now = Date.parse('2026-06-01T00:00:00Z');

/** The chain that the reader makes of a file, which holds the certificates in every order of two. */
async function chainOf(leafKeys: Keys, leaf: Uint8Array, others: Record<string, Uint8Array>) {
  const names = new Map(Object.entries(others).map(([name, der]) => [sha256(der), name]));
  const read = async (list: Uint8Array[]) => {
    const bags = [keyBag(pkcs8Of(leafKeys.privateKey)), ...list.map((der) => certBag(der))];
    const result = await readCertificateFile(await pfxOf([bags], 'x'), 'x', { now });
    if (result.outcome !== 'ok') throw new Error(JSON.stringify(result));
    expect(result.leaf.sha256).toBe(sha256(leaf));
    expect(result.chain.length + result.strays.length).toBe(Object.keys(others).length);
    return result.chain.map((one) => names.get(one.sha256));
  };
  const forwards = await read([leaf, ...Object.values(others)]);
  expect(await read([leaf, ...Object.values(others).reverse()])).toEqual(forwards);
  return forwards;
}
const sha256 = (der: Uint8Array) => createHash('sha256').update(der).digest('hex');

describe('of several authorities of one name', () => {
  const [root, older, newer, leaf] = [newKeys(), newKeys(), newKeys(), newKeys()];
  const rootDer = certificate('Root', root, ['Root', root]);
  const olderDer = certificate('Issuing', older, ['Root', root], { notAfter: '300101000000Z' });
  const newerDer = certificate('Issuing', newer, ['Root', root], { notAfter: '400101000000Z' });
  const all = { rootDer, newerDer, olderDer };

  test('the one whose key signed is taken, whatever their dates', async () => {
    const byOlder = certificate('Me', leaf, ['Issuing', older]);
    expect(await chainOf(leaf, byOlder, all)).toEqual(['olderDer', 'rootDer']);
    const byNewer = certificate('Me', leaf, ['Issuing', newer]);
    expect(await chainOf(leaf, byNewer, all)).toEqual(['newerDer', 'rootDer']);
  });

  test('key identifiers that mislead do not count against a signature', async () => {
    const extensions = [issuerKeyId(7)];
    const other = certificate('Issuing', newer, ['Root', root], { extensions: [subjectKeyId(7)] });
    const byOlder = certificate('Me', leaf, ['Issuing', older], { extensions });
    expect(await chainOf(leaf, byOlder, { other, ...all })).toEqual(['olderDer', 'rootDer']);
  });

  test('one that did not sign is no issuer, also where it is the only one', async () => {
    const byOlder = certificate('Me', leaf, ['Issuing', older]);
    expect(await chainOf(leaf, byOlder, { rootDer, newerDer })).toEqual([]);
  });

  test('of one key’s certificates the identifier by issuer and serial number decides', async () => {
    const first = certificate('Issuing', older, ['Root', root], { serial: 11 });
    const renewed = certificate('Issuing', older, ['Root', root], {
      ...{ serial: 12, notAfter: '490101000000Z' },
    });
    const renewals = { first, renewed, rootDer };
    for (const [serial, expected] of [
      [11, 'first'],
      [12, 'renewed'],
    ] as const) {
      const extensions = [issuedAs('Root', serial)];
      const mine = certificate('Me', leaf, ['Issuing', older], { extensions });
      expect(await chainOf(leaf, mine, renewals)).toEqual([expected, 'rootDer']);
    }
    const extensions = [issuedAs('Root', 99)];
    const toMissing = certificate('Me', leaf, ['Issuing', older], { extensions });
    expect(await chainOf(leaf, toMissing, renewals)).toEqual(['renewed', 'rootDer']);
  });

  test('of one key’s certificates one that is valid now goes before a later one', async () => {
    const current = certificate('Issuing', older, ['Root', root], { notAfter: '270101000000Z' });
    const next = certificate('Issuing', older, ['Root', root], { notBefore: '261201000000Z' });
    const expired = certificate('Issuing', older, ['Root', root], { notAfter: '260101000000Z' });
    const mine = certificate('Me', leaf, ['Issuing', older]);
    expect(await chainOf(leaf, mine, { next, expired, current, rootDer })).toEqual([
      'current',
      'rootDer',
    ]);
  });
});

describe('roots that were renewed and cross-signed', () => {
  const [first, second, third, leaf] = [newKeys(), newKeys(), newKeys(), newKeys()];
  const roots = {
    first: certificate('Root', first, ['Root', first], { notAfter: '270101000000Z' }),
    second: certificate('Root', second, ['Root', second]),
    third: certificate('Root', third, ['Root', third], { notAfter: '490101000000Z' }),
  };

  test('three generations of a root: the one that signed', async () => {
    const mine = certificate('Me', leaf, ['Root', second]);
    expect(await chainOf(leaf, mine, roots)).toEqual(['second']);
  });

  test('a new key that the old one vouches for is no root, and goes along to servers', async () => {
    const newWithOld = certificate('Root', second, ['Root', first]);
    const mine = certificate('Me', leaf, ['Root', second]);
    const others = { newWithOld, first: roots.first };
    expect(await chainOf(leaf, mine, others)).toEqual(['newWithOld', 'first']);
    expect(describeCertificate(newWithOld).selfSigned).toBe(false);
    expect(describeCertificate(roots.first).selfSigned).toBe(true);
  });

  test('a leaf with its issuer’s name', async () => {
    const mine = certificate('Root', leaf, ['Root', third]);
    expect(await chainOf(leaf, mine, roots)).toEqual(['third']);
  });

  test('a cross-signed authority leads on, unless what signed it has expired', async () => {
    const crossed = certificate('Root', second, ['Other', third]);
    const mine = certificate('Me', leaf, ['Root', second]);
    const other = certificate('Other', third, ['Other', third]);
    expect(await chainOf(leaf, mine, { ...roots, crossed, other })).toEqual(['crossed', 'other']);
    const expired = certificate('Other', third, ['Other', third], { notAfter: '260101000000Z' });
    expect(await chainOf(leaf, mine, { ...roots, crossed, expired })).toEqual(['second']);
    expect(await chainOf(leaf, mine, { ...roots, crossed })).toEqual(['second']);
  });

  test('authorities that sign each other in a circle end it', async () => {
    const a = certificate('A', first, ['B', second]);
    const b = certificate('B', second, ['A', first]);
    const mine = certificate('Me', leaf, ['A', first]);
    expect(await chainOf(leaf, mine, { a, b })).toEqual(['a', 'b']);
  });
});

describe('signatures of every kind', () => {
  const plain = (identifier: string, hash: string | null, more: object = {}) => ({
    identifier: sequence(oid(identifier), ...(hash === null ? [] : [nullValue()])),
    sign: (body: Uint8Array, key: KeyObject) => sign(hash, body, { key, ...more }),
  });
  const sha256Of = sequence(oid('2.16.840.1.101.3.4.2.1'), nullValue());
  const pss: SignatureAlgorithm = {
    identifier: sequence(
      oid('1.2.840.113549.1.1.10'),
      sequence(
        context(0, sha256Of),
        context(1, sequence(oid('1.2.840.113549.1.1.8'), sha256Of)),
        context(2, integer(32)),
      ),
    ),
    sign: (body, key) =>
      sign('sha256', body, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  };
  const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kinds: Record<string, [() => Keys, SignatureAlgorithm]> = {
    'RSA SHA-1': [rsa, plain('1.2.840.113549.1.1.5', 'sha1')],
    'RSA MD5': [rsa, plain('1.2.840.113549.1.1.4', 'md5')],
    'RSA SHA-512': [rsa, plain('1.2.840.113549.1.1.13', 'sha512')],
    'RSA-PSS': [rsa, pss],
    'RSA-PSS key': [() => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }), pss],
    'P-521': [
      () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
      {
        ...plain('1.2.840.10045.4.3.4', 'sha512'),
        identifier: sequence(oid('1.2.840.10045.4.3.4')),
      },
    ],
    secp256k1: [
      () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
      {
        ...plain('1.2.840.10045.4.3.2', 'sha256'),
        identifier: sequence(oid('1.2.840.10045.4.3.2')),
      },
    ],
    Ed25519: [() => generateKeyPairSync('ed25519'), plain('1.3.101.112', null)],
    Ed448: [() => generateKeyPairSync('ed448'), plain('1.3.101.113', null)],
  };
  const canMlDsa = Number(process.versions.node.split('.')[0]) >= 24;
  if (!canMlDsa) console.log('skipped: ML-DSA, which this Node does not know');
  if (canMlDsa) {
    kinds['ML-DSA-65'] = [
      () => generateKeyPairSync('ml-dsa-65' as 'ed25519'),
      plain('2.16.840.1.101.3.4.3.18', null),
    ];
  }

  test.each(Object.keys(kinds))('%s', async (name) => {
    const [make, algorithm] = kinds[name] ?? [];
    if (make === undefined || algorithm === undefined) throw new Error(name);
    const [older, newer, leaf] = [make(), make(), newKeys()];
    const older1 = certificate('CA', older, ['CA', older], {
      algorithm,
      notAfter: '300101000000Z',
    });
    const newer1 = certificate('CA', newer, ['CA', newer], {
      algorithm,
      notAfter: '400101000000Z',
    });
    const mine = certificate('Me', leaf, ['CA', older], { algorithm });
    expect(await chainOf(leaf, mine, { newer1, older1 })).toEqual(['older1']);
  });

  test('one that cannot be checked is ranked by key identifier, then by dates', async () => {
    const unknown: SignatureAlgorithm = {
      identifier: sequence(oid('1.2.840.113549.1.1.2'), nullValue()),
      sign: () => new Uint8Array(256),
    };
    const [older, newer, leaf] = [rsa(), rsa(), newKeys()];
    const make = (keys: Keys, notAfter: string, id: number) =>
      certificate('CA', keys, ['CA', keys], {
        ...{ algorithm: unknown, notAfter, extensions: [subjectKeyId(id)] },
      });
    const others = {
      newer1: make(newer, '400101000000Z', 2),
      older1: make(older, '300101000000Z', 1),
    };
    const mine = certificate('Me', leaf, ['CA', older], { algorithm: unknown });
    expect(await chainOf(leaf, mine, others)).toEqual(['newer1']);
    const extensions = [issuerKeyId(1)];
    const named = certificate('Me', leaf, ['CA', older], { algorithm: unknown, extensions });
    expect(await chainOf(leaf, named, others)).toEqual(['older1']);
  });
});
