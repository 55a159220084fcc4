import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCertificateFile } from '../../../../../main/base/x509/reader/index.ts';
import { rounds } from '../../../../support/processes/rounds.ts';
import {
  derOf,
  Folder,
  hasOpenssl,
  keyRecipes,
  makePair,
  openssl,
  type RecipeName,
} from './openssl.ts';

const runs = rounds(60, 1000);

const encryptions = [
  'NONE',
  'PBE-SHA1-RC2-40',
  'PBE-SHA1-RC2-128',
  'PBE-SHA1-RC4-40',
  'PBE-SHA1-RC4-128',
  'PBE-SHA1-2DES',
  'PBE-SHA1-3DES',
  'PBE-MD5-DES',
  'PBE-SHA1-DES',
  'PBE-MD5-RC2-64',
  'PBE-SHA1-RC2-64',
  'AES-128-CBC',
  'AES-192-CBC',
  'AES-256-CBC',
  'AES-128-OFB',
  'AES-192-CFB',
  'AES-256-ECB',
  'CAMELLIA-128-CBC',
  'CAMELLIA-192-CBC',
  'CAMELLIA-256-CBC',
  'CAMELLIA-256-CFB',
  'CAMELLIA-128-OFB',
  'DES-EDE3-CBC',
  'DES-CBC',
  'DES-OFB',
  'RC2-CBC',
  'RC2-40-CBC',
  'RC2-64-CBC',
  'BF-CBC',
  'CAST5-CBC',
  'ARIA-128-CBC',
  'ARIA-256-CBC',
  'SEED-CBC',
  'SM4-CBC',
] as const;

const macs = [
  'none',
  'md4',
  'md5',
  'sha1',
  'ripemd160',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-224',
  'sha512-256',
  'sha3-224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'blake2b512',
  'blake2s256',
  'sm3',
] as const;

const types: RecipeName[] = ['dsa', ...(Object.keys(keyRecipes) as (keyof typeof keyRecipes)[])];

/** No `:` trouble: passphrases travel in files; OpenSSL reads one line. */
const passphrases = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).map((s) => `${s}x`),
  fc.constantFrom('Pässwörd', 'パスワード', 'Hello, 世界', '🔑 emoji', 'ひらがな カタカナ'),
);

describe.skipIf(!hasOpenssl)('files that openssl writes', () => {
  const folder = new Folder();
  beforeAll(() => {
    for (const type of types) makePair(folder, type, type);
  });
  afterAll(() => folder.remove());

  async function roundTrip(type: string, key: string, cert: string, mac: string, pass: string) {
    folder.write('pass.txt', `${pass}\n`);
    const algorithm = mac === 'none' ? ['-nomac'] : ['-macalg', mac];
    openssl(
      ...['pkcs12', '-export', '-legacy', '-inkey', folder.file(`${type}.key`)],
      ...['-in', folder.file(`${type}.crt`), '-out', folder.file('out.p12')],
      ...['-keypbe', key, '-certpbe', cert, '-iter', '1000', ...algorithm],
      ...['-passout', `file:${folder.file('pass.txt')}`, '-name', 'Näme 名前'],
    );
    return readCertificateFile(folder.read('out.p12'), pass);
  }

  const expected = (type: string) => {
    const der = derOf(folder.read(`${type}.crt`));
    return createHash('sha256').update(der).digest('hex');
  };

  test('every cipher', async () => {
    for (const name of encryptions) {
      const result = await roundTrip('ec:P-256', name, name, 'sha256', 'pass word');
      expect(result, name).toMatchObject({ outcome: 'ok', friendlyName: 'Näme 名前' });
    }
  });

  test('every MAC', async () => {
    for (const mac of macs) {
      const result = await roundTrip('ec:P-256', 'AES-256-CBC', 'AES-256-CBC', mac, 'pass');
      const integrity = mac === 'none' ? 'none' : 'mac';
      expect(result, mac).toMatchObject({ outcome: 'ok', integrity });
    }
  });

  test('every key type, matched to its certificate', async () => {
    for (const type of types) {
      const result = await roundTrip(type, 'AES-256-CBC', 'AES-256-CBC', 'sha256', 'pass');
      const leaf = { sha256: expected(type) };
      expect(result, type).toMatchObject({ outcome: 'ok', keyType: type, leaf });
    }
  });

  test('any mixture, and a wrong passphrase for it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        fc.constantFrom(...encryptions),
        fc.constantFrom(...encryptions),
        fc.constantFrom(...macs),
        passphrases,
        async (type, key, cert, mac, pass) => {
          const result = await roundTrip(type, key, cert, mac, pass);
          expect(result).toMatchObject({ outcome: 'ok', leaf: { sha256: expected(type) } });
          if (mac === 'none') return;
          const wrong = await readCertificateFile(folder.read('out.p12'), `${pass}-not`);
          expect(wrong).toMatchObject({
            outcome: 'wrong-password',
            details: { reason: 'mismatch' },
          });
        },
      ),
      { numRuns: runs },
    );
  }, 600_000);

  test('the key is the one that openssl takes out', async () => {
    for (const type of types) {
      const result = await roundTrip(type, 'PBE-SHA1-3DES', 'PBE-SHA1-RC2-40', 'sha1', 'pass');
      if (result.outcome !== 'ok') throw new Error(`${type}: ${JSON.stringify(result)}`);
      folder.write('ours.der', result.privateKeyPkcs8);
      const args = ['pkey', '-inform', 'DER', '-in', folder.file('ours.der'), '-pubout'];
      const theirs = openssl('pkey', '-in', folder.file(`${type}.key`), '-pubout');
      expect(openssl(...args).toString(), type).toBe(theirs.toString());
    }
  });
});
