import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CertificateCheckCode,
  type CertificateDescription,
  checkCertificate,
  describeCertificate,
  dueReminder,
  tlsUsability,
} from '../../../../../main/base/x509/reader/index.ts';
import { derOf, Folder, hasOpenssl, makePair, openssl, type RecipeName } from './openssl.ts';
import { ecPair } from './pairs.ts';

const day = 86_400_000;

describe.skipIf(!hasOpenssl)('descriptions', () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  function made(name: string, ...extra: string[]): Uint8Array {
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', folder.file('key')];
    const out = folder.file(`${name}.crt`);
    openssl(...args, '-days', '40', '-utf8', '-out', out, ...extra);
    return derOf(folder.read(`${name}.crt`));
  }

  test('a certificate with everything', () => {
    const der = made(
      'full',
      ...['-subj', '/DC=org/O=Ümlaut, Inc./OU=a\\+b/CN= 山田 太郎 /emailAddress=taro@example.org'],
      ...[
        '-addext',
        'keyUsage=critical,digitalSignature,keyAgreement',
        '-set_serial',
        '0x00abcdef',
      ],
      ...['-addext', 'extendedKeyUsage=clientAuth,emailProtection,1.2.3.4'],
      ...[
        '-addext',
        'subjectAltName=email:taro@example.org,DNS:x.example,IP:10.0.0.1,IP:2001:db8::1,URI:urn:x',
      ],
      ...['-sha384'],
    );
    const described = describeCertificate(der);
    const native = new X509Certificate(der);
    expect(described).toMatchObject({
      subject: {
        text: 'emailAddress=taro@example.org,CN=\\ 山田 太郎\\ ,OU=a\\+b,O=Ümlaut\\, Inc.,DC=org',
      },
      serial: 'abcdef',
      keyType: 'rsa',
      keyBits: 2048,
      signatureAlgorithm: 'sha384WithRSAEncryption',
      signatureHash: 'SHA-384',
      keyUsage: ['digitalSignature', 'keyAgreement'],
      extendedKeyUsage: ['clientAuth', 'emailProtection', '1.2.3.4'],
      isCA: true,
      selfSigned: true,
      alternativeNames: [
        'email:taro@example.org',
        'DNS:x.example',
        'IP:10.0.0.1',
        'IP:2001:db8:0:0:0:0:0:1',
        'URI:urn:x',
      ],
      unreadableExtensions: [],
    });
    expect(described.sha256).toBe(native.fingerprint256.replaceAll(':', '').toLowerCase());
    expect(Date.parse(described.notBefore)).toBe(Date.parse(native.validFrom));
    expect(Date.parse(described.notAfter)).toBe(Date.parse(native.validTo));
    expect(described.subjectKeyId).toBe(described.authorityKeyId);
  });

  test('every key type, the exotic ones too', () => {
    const types: [RecipeName, number][] = [
      ['rsa-pss', 2048],
      ['ec:P-521', 521],
      ['ec:secp256k1', 256],
      ['ed448', 456],
      ['dsa', 2048],
    ];
    for (const [type, bits] of types) {
      makePair(folder, type, type);
      const described = describeCertificate(derOf(folder.read(`${type}.crt`)));
      expect(described).toMatchObject({ keyType: type, keyBits: bits });
    }
  });

  test('the hash inside RSASSA-PSS parameters', () => {
    const der = made('pss', '-subj', '/CN=x', '-sha512', '-sigopt', 'rsa_padding_mode:pss');
    expect(describeCertificate(der)).toMatchObject({
      signatureAlgorithm: 'rsassaPss',
      signatureHash: 'SHA-512',
    });
  });
});

describe('checks', () => {
  let sound: CertificateDescription;
  let now: number;
  beforeAll(() => {
    sound = describeCertificate(ecPair('Alice').certificate);
    now = Date.parse(sound.notBefore) + day;
  });
  const codes = (change: Partial<CertificateDescription>, at = now): CertificateCheckCode[] =>
    checkCertificate({ ...sound, ...change }, [], at).map(({ code }) => code);

  test('nothing to say about a sound one', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ extendedKeyUsage: ['clientAuth'], keyUsage: ['digitalSignature'] })).toEqual([]);
    expect(codes({ extendedKeyUsage: ['anyExtendedKeyUsage'] })).toEqual([]);
  });

  test('each defect has its code', () => {
    expect(codes({}, Date.parse(sound.notBefore) - 1)).toEqual(['not-yet-valid']);
    expect(codes({}, Date.parse(sound.notAfter) + 1)).toEqual(['expired']);
    expect(codes({}, Date.parse(sound.notAfter) - 10 * day)).toEqual(['expires-soon']);
    expect(codes({ extendedKeyUsage: ['serverAuth'] })).toEqual(['no-client-authentication']);
    expect(codes({ keyUsage: ['keyEncipherment'] })).toEqual(['no-digital-signature']);
    expect(codes({ selfSigned: false })).toEqual(['chain-incomplete']);
    expect(codes({ keyType: 'rsa', keyBits: 1024 })).toEqual(['key-too-weak']);
    expect(codes({ keyType: 'dsa', keyBits: 2048 })).toEqual(['key-unusable-for-tls']);
    expect(codes({ isCA: true })).toEqual(['is-authority']);
    const signed = { selfSigned: false, signatureHash: 'SHA-1' };
    expect(codes(signed)).toEqual(['weak-signature', 'chain-incomplete']);
    const [soon] = checkCertificate(sound, [], Date.parse(sound.notAfter) - 10 * day);
    expect(soon).toMatchObject({ severity: 'warning', details: { days: 10 } });
  });

  test('an expired issuer counts, a complete chain does not', () => {
    const leaf = { ...sound, selfSigned: false };
    expect(checkCertificate(leaf, [sound], now)).toEqual([]);
    const expired = { ...sound, notAfter: new Date(now - 1).toISOString() };
    expect(checkCertificate(leaf, [expired], now)).toMatchObject([
      { code: 'chain-expired', severity: 'error' },
    ]);
  });

  test('reminders at 30, 7 and 1 days', () => {
    const end = '2030-01-01T00:00:00.000Z';
    const left = (days: number) => dueReminder(end, Date.parse(end) - days * day);
    expect([31, 30, 8, 7, 2, 1, 0.1, 0, -1].map(left)).toEqual([null, 30, 30, 7, 7, 1, 1, 0, 0]);
  });
});

test('keys that one runtime can use in TLS and the other cannot', () => {
  expect(tlsUsability('rsa', 'boringssl')).toEqual({ usable: true });
  expect(tlsUsability('ed25519', 'openssl')).toEqual({ usable: true });
  const boring = tlsUsability('ed25519', 'boringssl');
  expect(boring.usable && boring.signatureAlgorithms?.startsWith('ed25519')).toBe(true);
  expect(tlsUsability('ed448', 'openssl').usable).toBe(true);
  for (const type of ['ed448', 'rsa-pss', 'ec:secp256k1', 'ml-dsa-65', 'dsa']) {
    expect(tlsUsability(type, 'boringssl'), type).toMatchObject({ usable: false });
  }
});
