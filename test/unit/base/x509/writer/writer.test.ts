import { createPrivateKey } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { privateKeyPem } from '../../../../../main/base/x509/pem.ts';
import { readCertificateFile } from '../../../../../main/base/x509/reader/index.ts';
import {
  certificatePem,
  encryptedPrivateKeyPem,
  writePkcs12,
} from '../../../../../main/base/x509/writer/index.ts';
import { derOf, Folder, hasOpenssl, makePair, openssl } from '../reader/openssl.ts';
import { ecPair } from '../reader/pairs.ts';

const pair = ecPair('Alice');
const chain = ecPair('Issuer').certificate;

const options = fc.record({
  password: fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 12 })),
  friendlyName: fc.oneof(
    fc.constant(undefined),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((s) => !s.includes('\0')),
  ),
  encryption: fc.oneof(
    fc.constant(null),
    fc.record({
      cipher: fc.constantFrom('aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc'),
      prf: fc.constantFrom('sha1', 'sha256', 'sha384', 'sha512'),
    }),
  ),
  mac: fc.constantFrom('sha1', 'sha256', 'sha384', 'sha512', 'none'),
  iterations: fc.integer({ min: 1, max: 300 }),
});

test('whatever is written is read back', async () => {
  await fc.assert(
    fc.asyncProperty(options, async ({ friendlyName, ...rest }) => {
      const certificates = [...pair.certificates, chain];
      const name = friendlyName === undefined ? {} : { friendlyName };
      const file = await writePkcs12({ keyPkcs8: pair.keyPkcs8, certificates, ...name, ...rest });
      const result = await readCertificateFile(file, rest.password);
      if (result.outcome !== 'ok') throw new Error(JSON.stringify(result));
      expect(Buffer.from(result.privateKeyPkcs8)).toEqual(Buffer.from(pair.keyPkcs8));
      expect(result.friendlyName).toBe(friendlyName ?? null);
      expect(result.integrity).toBe(rest.mac === 'none' ? 'none' : 'mac');
      expect(result.certificates).toBe(2);
      expect(result.warnings).not.toContain('nonstandard-passphrase-encoding');
    }),
    { numRuns: 60 },
  );
});

test('encrypted PEM opens with its passphrase only', async () => {
  const pem = await encryptedPrivateKeyPem(pair.keyPkcs8, 'geheim', { iterations: 1000 });
  const key = createPrivateKey({ key: pem, passphrase: 'geheim' });
  expect(key.export({ type: 'pkcs8', format: 'pem' })).toBe(privateKeyPem(pair.keyPkcs8));
  const wrong = await readCertificateFile(Buffer.from(pem), 'other', {
    secondFile: pair.certificate,
  });
  expect(wrong).toMatchObject({ outcome: 'wrong-password' });
});

describe.skipIf(!hasOpenssl)('openssl as the reader', () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  test('takes the same key and certificates out of a modern file', async () => {
    for (const type of [
      'rsa',
      'rsa-pss',
      'ec:P-521',
      'ed25519',
      'ed448',
      'ec:secp256k1',
      'dsa',
    ] as const) {
      makePair(folder, type, type);
      const certificate = derOf(folder.read(`${type}.crt`));
      const keyPkcs8 = derOf(folder.read(`${type}.key`));
      const contents = { keyPkcs8, certificates: [certificate, chain], friendlyName: 'Näme' };
      const password = 'päss 言葉';
      const file = folder.write(
        'ours.p12',
        await writePkcs12({ ...contents, password, iterations: 2048 }),
      );
      const pass = ['-passin', `file:${folder.write('pass', password)}`];
      const key = openssl('pkcs12', '-in', file, ...pass, '-nodes', '-nocerts').toString();
      const blocks = /-----BEGIN PRIVATE KEY[\s\S]*-----END PRIVATE KEY-----\n/.exec(key)?.[0];
      expect(blocks, type).toBe(privateKeyPem(keyPkcs8));
      const certs = openssl('pkcs12', '-in', file, ...pass, '-nokeys').toString();
      expect(certs).toContain(certificatePem(certificate).trim());
      expect(certs).toContain(certificatePem(chain).trim());
      const info = openssl('pkcs12', '-in', file, ...pass, '-noout', '-info', '-nokeys');
      expect(info.toString()).toBe('');
    }
  });

  test('what we read from openssl files is what -nodes prints', async () => {
    makePair(folder, 'rsa', 'export');
    const files = ['-inkey', folder.file('export.key'), '-in', folder.file('export.crt')];
    openssl('pkcs12', '-export', ...files, '-out', folder.file('x.p12'), '-passout', 'pass:pw');
    const result = await readCertificateFile(folder.read('x.p12'), 'pw');
    if (result.outcome !== 'ok') throw new Error(JSON.stringify(result));
    const printed = openssl('pkcs12', '-in', folder.file('x.p12'), '-passin', 'pass:pw', '-nodes');
    const blocks = printed.toString().match(/-----BEGIN [\s\S]*?-----END [A-Z ]+-----\n/g);
    expect(blocks?.sort()).toEqual([result.leaf.pem, privateKeyPem(result.privateKeyPkcs8)].sort());
  });
});
