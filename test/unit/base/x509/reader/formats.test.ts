import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pemBlock } from '../../../../../main/base/x509/pem.ts';
import { readCertificateFile } from '../../../../../main/base/x509/reader/index.ts';
import { Folder, hasOpenssl, makePair, openssl } from './openssl.ts';
import { ecPair, makeCertificate } from './pairs.ts';

const pair = ecPair('Alice');
const text = (content: string): Uint8Array => Buffer.from(content);

describe('PEM and DER', () => {
  test('key and certificate in one file, in either order, with text around them', async () => {
    const { keyPem, certificatePem } = pair;
    const files = [
      keyPem + certificatePem,
      certificatePem + keyPem,
      `Bag Attributes\n    friendlyName: My name\nsubject=CN = Alice\n${certificatePem}\n${keyPem}`,
      `\ufeff${(certificatePem + keyPem).replaceAll('\n', '\r\n')}`,
    ];
    for (const file of files) {
      const result = await readCertificateFile(text(file), null);
      expect(result).toMatchObject({ outcome: 'ok', format: 'pem', integrity: 'none' });
    }
    const named = await readCertificateFile(text(files[2] ?? ''), null);
    expect(named).toMatchObject({ friendlyName: 'My name', proposedName: 'My name' });
    const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(files[0] ?? '', 'utf16le')]);
    expect(await readCertificateFile(utf16, null)).toMatchObject({ outcome: 'ok' });
  });

  test('key and certificate in two files, PEM or DER, in either order', async () => {
    const { keyPem, certificatePem, certificate, keyPkcs8 } = pair;
    for (const key of [text(keyPem), keyPkcs8]) {
      for (const cert of [text(certificatePem), certificate]) {
        const keyFirst = await readCertificateFile(key, null, { secondFile: cert });
        const certFirst = await readCertificateFile(cert, null, { secondFile: key });
        expect([keyFirst.outcome, certFirst.outcome]).toEqual(['ok', 'ok']);
      }
    }
  });

  test('damaged armour is malformed, with the block', async () => {
    const noEnd = pair.keyPem.replace('-----END PRIVATE KEY-----', '');
    const noEndResult = await readCertificateFile(text(noEnd), null);
    expect(noEndResult).toMatchObject({ outcome: 'malformed', details: { reason: 'no-end' } });
    const dirty = pair.keyPem.replace(/\n(.{10})/, '\n!!$1');
    const dirtyResult = await readCertificateFile(text(dirty), null);
    expect(dirtyResult).toMatchObject({ outcome: 'malformed', details: { reason: 'base64' } });
  });

  test('a certificate or a key alone is named as such', async () => {
    const certificate = await readCertificateFile(text(pair.certificatePem), null);
    expect(certificate).toMatchObject({ outcome: 'no-key', certificates: 1 });
    expect(await readCertificateFile(pair.certificate, null)).toMatchObject({ outcome: 'no-key' });
    expect(await readCertificateFile(pair.keyPkcs8, null)).toMatchObject({
      outcome: 'no-certificate',
      details: { reason: 'none' },
    });
  });
});

describe.skipIf(!hasOpenssl)('keys that openssl writes', () => {
  const folder = new Folder();
  beforeAll(() => {
    for (const type of ['rsa', 'ec:P-384', 'ed25519', 'dsa'] as const) makePair(folder, type, type);
  });
  afterAll(() => folder.remove());

  const opens = async (type: string, key: Uint8Array, pass: string | null) =>
    readCertificateFile(key, pass, { secondFile: folder.read(`${type}.crt`) });

  test('PKCS#1, SEC 1 and DSA keys, plain and with DEK-Info', async () => {
    const ciphers = ['aes-128-cbc', 'aes-256-cbc', 'des-ede3-cbc', 'camellia-192-cbc'];
    const legacy = ['des-cbc', 'bf-cbc', 'rc2-cbc', 'rc2-40-cbc'];
    for (const [type, command] of [
      ['rsa', 'rsa'],
      ['ec:P-384', 'ec'],
      ['dsa', 'dsa'],
    ] as const) {
      const traditional = command === 'rsa' ? ['-traditional'] : [];
      const input = ['-in', folder.file(`${type}.key`)];
      const plain = openssl(command, ...traditional, ...input);
      expect(await opens(type, plain, null), type).toMatchObject({ outcome: 'ok', keyType: type });
      for (const cipher of [...ciphers, ...legacy]) {
        const providers = ['-provider', 'legacy', '-provider', 'default'];
        const out = ['-passout', 'pass:pass wörd', `-${cipher}`];
        const pem = openssl(command, ...providers, ...traditional, ...input, ...out);
        expect(pem.toString(), cipher).toContain('DEK-Info');
        expect(await opens(type, pem, 'pass wörd'), cipher).toMatchObject({ outcome: 'ok' });
        const wrong = await opens(type, pem, 'wrong');
        expect(wrong, cipher).toMatchObject({ outcome: 'wrong-password' });
      }
    }
  });

  test('encrypted PKCS#8 with PBKDF2 and every PRF, with scrypt, and the old schemes', async () => {
    const prfs = ['SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'SHA512-224', 'SHA512-256'];
    const schemes = [
      ...prfs.map((prf) => ['-v2', 'aes-256-cbc', '-v2prf', `hmacWith${prf}`]),
      ['-scrypt'],
      ['-scrypt', '-scrypt_N', '1024', '-scrypt_r', '4', '-scrypt_p', '2'],
      ['-v2', 'des3'],
      ['-v1', 'PBE-MD5-DES', '-provider', 'legacy', '-provider', 'default'],
      ['-v1', 'PBE-SHA1-RC4-128', '-provider', 'legacy', '-provider', 'default'],
      ['-v1', 'PBE-SHA1-3DES'],
    ];
    for (const scheme of schemes) {
      for (const form of ['PEM', 'DER']) {
        const args = ['pkcs8', '-topk8', '-in', folder.file('ed25519.key'), '-outform', form];
        const key = openssl(...args, '-passout', 'pass:geheim', ...scheme);
        const result = await opens('ed25519', key, 'geheim');
        expect(result, scheme.join(' ')).toMatchObject({ outcome: 'ok', keyType: 'ed25519' });
        const needed = await opens('ed25519', key, null);
        expect(needed).toMatchObject({ outcome: 'wrong-password', details: { reason: 'needed' } });
      }
    }
  });

  test('a PKCS#7 bundle, a request and a revocation list are named', async () => {
    const crt = folder.file('rsa.crt');
    for (const form of ['PEM', 'DER']) {
      const bundle = openssl('crl2pkcs7', '-nocrl', '-certfile', crt, '-outform', form);
      const kind = { outcome: 'not-a-certificate', details: { kind: 'pkcs7' } };
      expect(await readCertificateFile(bundle, null)).toMatchObject(kind);
      const key = ['-key', folder.file('rsa.key'), '-subj', '/CN=x', '-outform', form];
      const request = await readCertificateFile(openssl('req', '-new', ...key), null);
      expect(request).toMatchObject({ details: { kind: 'certificate-request' } });
      const pub = openssl('pkey', '-in', folder.file('rsa.key'), '-pubout', '-outform', form);
      const publicKey = await readCertificateFile(pub, null);
      expect(publicKey).toMatchObject({ details: { kind: 'public-key' } });
    }
  });
});

describe('files of other kinds', () => {
  test.each<[string, Uint8Array]>([
    ['empty', new Uint8Array()],
    ['empty', text(' \r\n')],
    ['java-keystore', Buffer.from('feedfeed0000000200000001', 'hex')],
    ['java-jceks-keystore', Buffer.from('cececece0000000200000001', 'hex')],
    ['html', text('<!DOCTYPE html><html><title>Sign in</title></html>')],
    ['html', text('\n<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">')],
    ['html', text('<!-- proxy --><HTML><body>Access denied</body></HTML>')],
    ['zip', Buffer.from('504b030414000000', 'hex')],
    ['pdf', text('%PDF-1.7\n')],
    ['nss-database', text('SQLite format 3\0')],
    ['openssh-key', text('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI user@host')],
    ['putty-key', text('PuTTY-User-Key-File-3: ssh-ed25519')],
    ['pgp', text(pemBlock('PGP PRIVATE KEY BLOCK', Buffer.from('something')))],
    ['text', text('Dear user, your certificate is attached.')],
    ['unknown', Buffer.from('0102030405060708', 'hex')],
  ])('%s', async (kind, bytes) => {
    const result = await readCertificateFile(bytes, null);
    expect(result).toMatchObject({ outcome: 'not-a-certificate', details: { kind } });
  });
});

type AnyKeyGenerator = (type: string) => { privateKey: KeyObject; publicKey: KeyObject };

describe('post-quantum keys, where the runtime can make them', () => {
  const generate = generateKeyPairSync as unknown as AnyKeyGenerator;
  const can = (type: string): boolean => {
    try {
      generate(type);
      return true;
    } catch {
      console.log(`skipped: this runtime makes no ${type} keys`);
      return false;
    }
  };
  const signing = ['ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87', 'slh-dsa-sha2-128f'];
  test.each(signing.filter(can))('%s is matched to its certificate', async (type) => {
    const { privateKey, publicKey } = generate(type);
    const issuer = { name: 'issuer', key: ecPairKey };
    const certificate = makeCertificate({ subject: type, publicKey, issuer });
    const other = makeCertificate({
      subject: 'other',
      publicKey: generate(type).publicKey,
      issuer,
    });
    const key = privateKey.export({ type: 'pkcs8', format: 'der' });
    const own = await readCertificateFile(key, null, { secondFile: certificate });
    expect(own).toMatchObject({ outcome: 'ok', keyType: type });
    const sealed = {
      type: 'pkcs8',
      format: 'der',
      cipher: 'aes-256-cbc',
      passphrase: 'pw',
    } as const;
    const opened = await readCertificateFile(privateKey.export(sealed), 'pw', {
      secondFile: certificate,
    });
    expect(opened).toMatchObject({ outcome: 'ok', keyType: type });
    const foreign = await readCertificateFile(key, null, { secondFile: other });
    expect(foreign).toMatchObject({ outcome: 'no-certificate', details: { reason: 'no-match' } });
  });

  test.skipIf(!can('ml-kem-768'))('ML-KEM cannot sign and is named', async () => {
    const key = generate('ml-kem-768').privateKey.export({ type: 'pkcs8', format: 'der' });
    const result = await readCertificateFile(key, null, { secondFile: pair.certificate });
    const details = { algorithm: 'ML-KEM-768' };
    expect(result).toMatchObject({ outcome: 'unsupported', details });
  });
});

const ecPairKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
