/** Of a file with several keys or certificates: which one is proposed, and that one that does not open spoils none. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { privateKeyPem } from '../../../../../main/base/x509/pem.ts';
import {
  bitStringOf,
  octetString,
  oid,
  sequence,
  setOf,
} from '../../../../../main/base/x509/reader/asn1/der.ts';
import { readCertificateFile } from '../../../../../main/base/x509/reader/index.ts';
import { certificatePem } from '../../../../../main/base/x509/writer/index.ts';
import { attributes, certBag, keyBag, pfxOf } from './build-pfx.ts';
import { type CertificateOptions, makeCertificate, newKeys, pkcs8Of } from './pairs.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const authority = newKeys();
const extension = (id: string, value: Uint8Array) => sequence(oid(id), octetString(value));
const keyUsage = (bits: number) => extension('2.5.29.15', bitStringOf(Uint8Array.of(bits)));
const purposes = (...ids: string[]) =>
  extension('2.5.29.37', sequence(...ids.map((id) => oid(`1.3.6.1.5.5.7.3.${id}`))));
const isCa = extension('2.5.29.19', sequence(Uint8Array.of(1, 1, 0xff)));
const signing = keyUsage(0x80);
const encrypting = keyUsage(0x20);

type Keys = ReturnType<typeof newKeys>;
const issued = ({ publicKey }: Keys, more: Partial<CertificateOptions> = {}) =>
  makeCertificate({
    ...{ subject: 'Taro', publicKey, issuer: { name: 'CA', key: authority.privateKey } },
    ...more,
  });
const authorityDer = makeCertificate({
  ...{ subject: 'CA', publicKey: authority.publicKey },
  ...{ issuer: { name: 'CA', key: authority.privateKey }, extensions: [isCa] },
});

async function read(file: Uint8Array, passphrase: string | null = 'x', keyIndex?: number) {
  const options = keyIndex === undefined ? { now } : { now, keyIndex };
  const result = await readCertificateFile(file, passphrase, options);
  if (result.outcome !== 'ok') throw new Error(JSON.stringify(result));
  return result;
}

/** Reads the pairs (a key, its certificates) as PKCS#12 and as PEM, and says which certificate is proposed. */
async function proposed(...pairs: (readonly [KeyObject, ...Uint8Array[]])[]) {
  const all = pairs.flatMap(([, ...ders]) => ders);
  const bags = pairs.flatMap(([key, ...ders]) => [
    keyBag(pkcs8Of(key)),
    ...ders.map((der) => certBag(der)),
  ]);
  const result = await read(await pfxOf([bags], 'x'));
  const pem = pairs.map(([key, ...ders]) =>
    [privateKeyPem(pkcs8Of(key)), ...ders.map(certificatePem)].join(''),
  );
  const fromPem = await read(Buffer.from(pem.join('')), null);
  expect(fromPem.leaf.sha256).toBe(result.leaf.sha256);
  expect(result.keys.map(({ leaf }) => leaf?.sha256)).toContain(result.leaf.sha256);
  return all.findIndex((der) => Buffer.from(der).equals(Buffer.from(result.leaf.der)));
}

describe('of several, one without error findings is proposed', () => {
  const [a, b] = [newKeys(), newKeys()];
  const fine = issued(b);
  const cases: Record<string, Uint8Array> = {
    'for encryption': issued(a, { extensions: [encrypting] }),
    'for email only': issued(a, { extensions: [signing, purposes('4')] }),
    'for servers only': issued(a, { extensions: [purposes('1')] }),
    expired: issued(a, { notAfter: '260101000000Z' }),
    'not valid yet': issued(a, { notBefore: '270101000000Z' }),
    'an authority’s': issued(a, { extensions: [isCa] }),
  };
  test.each(Object.keys(cases))('after one that is %s', async (name) => {
    const other = cases[name] ?? fine;
    expect(await proposed([a.privateKey, other], [b.privateKey, fine])).toBe(1);
    expect(await proposed([b.privateKey, fine], [a.privateKey, other])).toBe(0);
  });

  test('the authority’s own pair, marked as such or not', async () => {
    const old = makeCertificate({
      ...{ subject: 'CA', publicKey: authority.publicKey },
      issuer: { name: 'CA', key: authority.privateKey },
    });
    for (const own of [authorityDer, old]) {
      expect(await proposed([authority.privateKey, own], [b.privateKey, fine])).toBe(1);
    }
  });

  test('the first of equals, and the less bad of two bad ones', async () => {
    expect(await proposed([a.privateKey, issued(a)], [b.privateKey, fine])).toBe(0);
    const worse = issued(a, { notAfter: '260101000000Z', extensions: [encrypting] });
    const bad = issued(b, { notAfter: '260101000000Z' });
    expect(await proposed([a.privateKey, worse], [b.privateKey, bad])).toBe(1);
  });

  test('of one key’s certificates that of today; the renewal can be chosen', async () => {
    const today = issued(a, { notAfter: '261220000000Z' });
    const next = issued(a, { notBefore: '261211000000Z', notAfter: '291211000000Z', serial: 7 });
    expect(await proposed([a.privateKey, next, today])).toBe(1);
    const file = await pfxOf([[keyBag(pkcs8Of(a.privateKey)), certBag(next), certBag(today)]], 'x');
    const { keys, keyIndex, warnings } = await read(file);
    expect([keys.length, keyIndex]).toEqual([2, 1]);
    expect(warnings).toContain('several-keys');
    expect(keys.map(({ leaf }) => leaf?.serial)).toContain('07');
    expect(Buffer.from((await read(file, 'x', 0)).leaf.der)).toEqual(Buffer.from(next));
  });
});

describe('a key that does not open', () => {
  const [mine, other] = [newKeys(), newKeys()];
  const certificate = issued(mine);
  const encrypted = (cipher: string, passphrase: string) =>
    other.privateKey.export({ type: 'pkcs8', format: 'pem', cipher, passphrase }).toString();
  const unknownScheme = (() => {
    const scheme = sequence(oid('1.2.840.113549.1.12.1.99'), sequence());
    return sequence(scheme, octetString(new Uint8Array(64)));
  })();
  const shrouded = (info: Uint8Array) =>
    sequence(oid('1.2.840.113549.1.12.10.1.2'), Uint8Array.of(0xa0, 0x81, info.length), info);
  const pemOf = (label: string, body: string) =>
    `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
  const broken: Record<string, [string, string]> = {
    'of another passphrase': [encrypted('aes-256-cbc', 'another'), 'wrong-password'],
    'of an unknown cipher': [
      pemOf('ENCRYPTED PRIVATE KEY', Buffer.from(unknownScheme).toString('base64')),
      'unsupported',
    ],
    'of OpenSSH’s format': [pemOf('OPENSSH PRIVATE KEY', 'AAAA'), 'unsupported'],
    'with damaged armour': [pemOf('PRIVATE KEY', '!!!'), 'malformed'],
    'with damaged contents': [pemOf('PRIVATE KEY', 'MAMCAQA='), 'malformed'],
  };
  test.each(Object.keys(broken))('%s in a PEM file', async (name) => {
    const [block, problem] = broken[name] ?? ['', ''];
    const own = mine.privateKey.export({
      ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' },
    });
    const parts = [block, own.toString(), certificatePem(certificate)];
    const result = await read(Buffer.from(parts.join('')));
    expect(Buffer.from(result.leaf.der)).toEqual(Buffer.from(certificate));
    expect(result.keys.map((one) => one.problem)).toEqual([problem, null]);
    const alone = await readCertificateFile(Buffer.from(block), 'x', { now });
    expect(alone.outcome).toBe(problem);
  });

  test('in a PKCS#12 file', async () => {
    const info = Uint8Array.from(
      createPrivateKey(other.privateKey.export({ type: 'pkcs8', format: 'pem' })).export({
        ...{ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'another' },
      }),
    );
    const bags = [
      ...[shrouded(unknownScheme), shrouded(info)],
      ...[keyBag(pkcs8Of(mine.privateKey)), certBag(certificate)],
    ];
    const result = await read(await pfxOf([bags], 'x'));
    expect(result.keys.map(({ problem }) => problem)).toEqual([
      ...['unsupported', 'wrong-password', null],
    ]);
    const without = await pfxOf([[shrouded(info), certBag(certificate)]], 'x');
    expect(await readCertificateFile(without, 'x')).toMatchObject({
      ...{ outcome: 'wrong-password', details: { reason: 'privacy-differs' } },
    });
  });
});

test('a localKeyID of another type is no hint, and no fault', async () => {
  const { privateKey, publicKey } = newKeys();
  for (const value of [Uint8Array.of(0x0c, 1, 0x31), Uint8Array.of(2, 1, 1), Uint8Array.of(5, 0)]) {
    const odd = setOf(sequence(oid('1.2.840.113549.1.9.21'), setOf(value)));
    const certificate = issued({ privateKey, publicKey });
    const bags = [keyBag(pkcs8Of(privateKey), odd), certBag(certificate, ...attributes('me'))];
    expect(await read(await pfxOf([bags], 'x'))).toMatchObject({
      ...{ localKeyId: null, friendlyName: 'me' },
    });
  }
});

test('a proxy certificate has its user’s name', async () => {
  const [user, proxy, second] = [newKeys(), newKeys(), newKeys()];
  const userDer = issued(user, { subject: 'Taro Keisan' });
  const proxyInfo = extension('1.3.6.1.5.5.7.1.14', sequence(sequence(oid('1.3.6.1.5.5.7.21.1'))));
  const by = (name: string, { privateKey: key }: Keys) => ({ name, key });
  const make = (subject: string, { publicKey }: Keys, issuer: ReturnType<typeof by>) =>
    makeCertificate({ subject, publicKey, issuer, extensions: [proxyInfo] });
  const first = make('1234567', proxy, by('Taro Keisan', user));
  const deeper = make('proxy', second, by('1234567', proxy));
  const file = (key: KeyObject, ...ders: Uint8Array[]) =>
    Buffer.from([privateKeyPem(pkcs8Of(key)), ...ders.map(certificatePem)].join(''));
  expect((await read(file(proxy.privateKey, first, userDer), null)).proposedName).toBe(
    'Taro Keisan',
  );
  const both = await read(file(second.privateKey, deeper, first, userDer), null);
  expect(both.proposedName).toBe('Taro Keisan');
  // The user's own key in the same file makes the user no authority.
  const withUser = file(user.privateKey, userDer, first);
  expect((await read(withUser, null)).leaf.sha256).toBe(
    (await read(file(user.privateKey, userDer), null)).leaf.sha256,
  );
});

test('line ends that stand as characters are read', async () => {
  const { privateKey, publicKey } = newKeys();
  const key = privateKeyPem(pkcs8Of(privateKey));
  const pem = certificatePem(issued({ privateKey, publicKey })) + key;
  const spelt = {
    '\\n': pem.replaceAll('\n', '\\n'),
    '\\r\\n': pem.replaceAll('\n', '\\r\\n'),
    'both kinds': pem.replaceAll('\n', '\\n\n'),
    JSON: JSON.stringify({ certificate: pem, more: 'a\tb' }),
    'JSON that escapes more': JSON.stringify(pem).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
    'JSON in JSON': JSON.stringify(JSON.stringify({ pem })),
  };
  for (const text of Object.values(spelt)) {
    expect((await read(Buffer.from(text), null)).keyType).toBe('ec:P-256');
  }
});
