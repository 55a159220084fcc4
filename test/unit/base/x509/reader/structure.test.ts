import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oid, sequence, setOf } from '../../../../../main/base/x509/reader/asn1/der.ts';
import { readCertificateFile } from '../../../../../main/base/x509/reader/index.ts';
import { bmpPassphrase } from '../../../../../main/base/x509/reader/pkcs12/passphrase.ts';
import { writePkcs12 } from '../../../../../main/base/x509/writer/index.ts';
import {
  attributes,
  certBag,
  keyBag,
  nestedBag,
  pfxOf,
  pfxOfContent,
  toIndefinite,
} from './build-pfx.ts';
import { ecPair, makeCertificate, newKeys, pkcs8Of } from './pairs.ts';

const pair = ecPair('Alice');
const other = ecPair('Bob');
const iterations = 10;

describe('encodings', () => {
  test('indefinite lengths and segmented strings, also inside the MAC', async () => {
    const file = toIndefinite(
      await pfxOf([[keyBag(pair.keyPkcs8), certBag(pair.certificate)]], 'pw'),
    );
    expect(await readCertificateFile(file, 'pw')).toMatchObject({
      outcome: 'ok',
      integrity: 'mac',
    });
  });

  test('a key in BER comes out in DER', async () => {
    const bags = [keyBag(toIndefinite(pair.keyPkcs8)), certBag(pair.certificate)];
    const result = await readCertificateFile(await pfxOf([bags], 'pw'), 'pw');
    if (result.outcome !== 'ok') throw new Error(JSON.stringify(result));
    expect(Buffer.from(result.privateKeyPkcs8)).toEqual(Buffer.from(pair.keyPkcs8));
  });

  test('base64 without armour, and octets behind the file', async () => {
    const file = await pfxOf([[keyBag(pair.keyPkcs8), certBag(pair.certificate)]], 'pw');
    const text = Buffer.from(Buffer.from(file).toString('base64').replaceAll(/.{64}/g, '$&\r\n'));
    expect(await readCertificateFile(text, 'pw')).toMatchObject({ outcome: 'ok' });
    const padded = Buffer.concat([file, Buffer.from('\r\n')]);
    expect(await readCertificateFile(padded, 'pw')).toMatchObject({ outcome: 'ok' });
  });
});

describe('passphrases', () => {
  const bags = [[keyBag(pair.keyPkcs8), certBag(pair.certificate)]];

  test('empty and absent are the same to the user, whichever the file means', async () => {
    for (const password of [bmpPassphrase(''), new Uint8Array()]) {
      const file = await pfxOf(bags, { password });
      for (const given of ['', null]) {
        expect(await readCertificateFile(file, given)).toMatchObject({ outcome: 'ok' });
      }
    }
  });

  test('none given where one is needed', async () => {
    const file = await pfxOf(bags, 'secret');
    for (const given of ['', null]) {
      const result = await readCertificateFile(file, given);
      expect(result).toMatchObject({ outcome: 'wrong-password', details: { reason: 'needed' } });
    }
  });

  test('blanks around it are pointed out, and never accepted silently', async () => {
    const file = await pfxOf(bags, 'secret');
    for (const given of ['secret ', '\tsecret', 'secret\n']) {
      const result = await readCertificateFile(file, given);
      expect(result).toMatchObject({
        outcome: 'wrong-password',
        details: { reason: 'trimmed-works' },
      });
    }
    const spaced = await pfxOf(bags, ' secret ');
    expect(await readCertificateFile(spaced, ' secret ')).toMatchObject({ outcome: 'ok' });
  });

  test('accents typed one way open what was typed the other way, with a warning', async () => {
    const file = await pfxOf(bags, 'Zürich'.normalize('NFD'));
    const result = await readCertificateFile(file, 'Zürich'.normalize('NFC'));
    expect(result).toMatchObject({
      outcome: 'ok',
      warnings: expect.arrayContaining(['nonstandard-passphrase-encoding']),
    });
  });

  test('two passphrases in one file are told apart from a wrong one', async () => {
    const content = { ...pair, iterations, mac: 'none' as const };
    const inner = await writePkcs12({ ...content, password: 'privacy' });
    // The AuthenticatedSafe of a file without MAC, under a MAC with another passphrase.
    const safe = innerContent(inner);
    const file = await pfxOfContent(safe, 'integrity');
    expect(await readCertificateFile(file, 'integrity')).toMatchObject({
      outcome: 'wrong-password',
      details: { reason: 'privacy-differs' },
    });
    expect(await readCertificateFile(file, 'privacy')).toMatchObject({
      outcome: 'wrong-password',
      details: { reason: 'integrity-differs' },
    });
    expect(await readCertificateFile(file, 'neither')).toMatchObject({
      outcome: 'wrong-password',
      details: { reason: 'mismatch' },
    });
  });
});

/** The octets inside a PFX's authSafe, found by its fixed header of version and content type. */
function innerContent(pfx: Uint8Array): Uint8Array {
  const type = Buffer.from('06092a864886f70d010701', 'hex');
  let at = Buffer.from(pfx).indexOf(type) + type.length;
  for (let wrapper = 0; wrapper < 2; wrapper++) {
    const length = pfx[at + 1] ?? 0;
    at += length > 0x80 ? 2 + (length & 0x7f) : 2;
  }
  return pfx.subarray(at);
}

describe('contents', () => {
  test('bags in bags', async () => {
    const file = await pfxOf(
      [[nestedBag(nestedBag(keyBag(pair.keyPkcs8)), certBag(pair.certificate))]],
      'pw',
    );
    expect(await readCertificateFile(file, 'pw')).toMatchObject({ outcome: 'ok', certificates: 1 });
    let deep = keyBag(pair.keyPkcs8);
    for (let i = 0; i < 12; i++) deep = nestedBag(deep);
    const tooDeep = await readCertificateFile(await pfxOf([[deep]], 'pw'), 'pw');
    expect(tooDeep).toMatchObject({ outcome: 'malformed', details: { reason: 'too-deep' } });
  });

  test('several keys: each is offered, the asked one is taken', async () => {
    const bags = [
      keyBag(pair.keyPkcs8, ...attributes('first', 1)),
      keyBag(other.keyPkcs8, ...attributes('second', 2)),
      certBag(other.certificate, ...attributes(undefined, 2)),
      certBag(pair.certificate, ...attributes(undefined, 1)),
    ];
    const file = await pfxOf([bags], 'pw');
    const first = await readCertificateFile(file, 'pw');
    expect(first).toMatchObject({
      outcome: 'ok',
      keyIndex: 0,
      friendlyName: 'first',
      proposedName: 'first',
      keys: [
        { leaf: { subject: { text: 'CN=Alice' } } },
        { leaf: { subject: { text: 'CN=Bob' } } },
      ],
      warnings: expect.arrayContaining(['several-keys']),
    });
    const second = await readCertificateFile(file, 'pw', { keyIndex: 1 });
    expect(second).toMatchObject({
      outcome: 'ok',
      keyIndex: 1,
      friendlyName: 'second',
      localKeyId: '02',
    });
  });

  test('the chain follows issuers, not the order of the file; strays are left out', async () => {
    const root = newKeys();
    const middle = newKeys();
    const leaf = newKeys();
    const issuer = (name: string, keys: typeof root) => ({ name, key: keys.privateKey });
    const certificate = (
      subject: string,
      keys: typeof root,
      by: { name: string; key: typeof root.privateKey },
    ) => makeCertificate({ subject, publicKey: keys.publicKey, issuer: by });
    const rootCert = certificate('Root', root, issuer('Root', root));
    const middleCert = certificate('Middle', middle, issuer('Root', root));
    const leafCert = certificate('Leaf', leaf, issuer('Middle', middle));
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([rootCert, middleCert, leafCert, other.certificate, leafCert], {
          minLength: 5,
        }),
        async (order) => {
          const bags = [...order.map((der) => certBag(der)), keyBag(pkcs8Of(leaf.privateKey))];
          const result = await readCertificateFile(await pfxOf([bags], 'pw'), 'pw');
          if (result.outcome !== 'ok') throw new Error(JSON.stringify(result));
          expect(Buffer.from(result.leaf.der)).toEqual(Buffer.from(leafCert));
          expect(result.chain.map(({ der }) => Buffer.from(der))).toEqual(
            [middleCert, rootCert].map((der) => Buffer.from(der)),
          );
          expect(result.strays.map(({ der }) => Buffer.from(der))).toEqual([
            Buffer.from(other.certificate),
          ]);
          expect(result.certificates).toBe(5);
          expect(result.proposedName).toBe('Leaf');
        },
      ),
      { numRuns: 20 },
    );
  });

  test('names: trailing zeros go, names made by machines are not proposed', async () => {
    const guid = 'te-c6bda622-30a4-4ecb-a844-19ccbf12a511';
    const bags = [keyBag(pair.keyPkcs8, ...attributes(`${guid}\0`)), certBag(pair.certificate)];
    const result = await readCertificateFile(await pfxOf([bags], 'pw'), 'pw');
    expect(result).toMatchObject({ outcome: 'ok', friendlyName: guid, proposedName: 'Alice' });
  });

  test('what is missing is named', async () => {
    const noKey = await readCertificateFile(await pfxOf([[certBag(pair.certificate)]], 'pw'), 'pw');
    expect(noKey).toMatchObject({ outcome: 'no-key', certificates: 1 });
    const none = await readCertificateFile(await pfxOf([[keyBag(pair.keyPkcs8)]], 'pw'), 'pw');
    expect(none).toMatchObject({
      outcome: 'no-certificate',
      details: { reason: 'none' },
      keyType: 'ec:P-256',
    });
    const foreign = [keyBag(pair.keyPkcs8), certBag(other.certificate)];
    const noMatch = await readCertificateFile(await pfxOf([foreign], 'pw'), 'pw');
    expect(noMatch).toMatchObject({ outcome: 'no-certificate', details: { reason: 'no-match' } });
  });

  test('no MAC is allowed and said; a wrong one is not', async () => {
    const bags = [[keyBag(pair.keyPkcs8), certBag(pair.certificate)]];
    const open = await readCertificateFile(await pfxOf(bags), 'anything');
    expect(open).toMatchObject({
      outcome: 'ok',
      integrity: 'none',
      warnings: expect.arrayContaining(['no-mac', 'key-not-encrypted']),
    });
    const file = Buffer.from(await pfxOf(bags, 'pw'));
    const last = file.indexOf(pair.certificate) + pair.certificate.length - 1;
    file[last] = (file[last] ?? 0) ^ 1;
    expect(await readCertificateFile(file, 'pw')).toMatchObject({ outcome: 'wrong-password' });
  });

  test('an attribute set without values is no reason to refuse', async () => {
    const empty = setOf(sequence(oid('1.2.840.113549.1.9.20'), setOf()));
    const bags = [keyBag(pair.keyPkcs8, empty), certBag(pair.certificate)];
    const result = await readCertificateFile(await pfxOf([bags], 'pw'), 'pw');
    expect(result).toMatchObject({ outcome: 'ok', friendlyName: null });
  });
});

describe('limits, progress and cancellation', () => {
  test('over 20 million iterations and over 10 MB are refused with the limit', async () => {
    const bags = [[keyBag(pair.keyPkcs8), certBag(pair.certificate)]];
    const file = Buffer.from(
      await pfxOf(bags, { password: bmpPassphrase('pw'), iterations: 70_000 }),
    );
    const count = file.lastIndexOf(Buffer.from('0203011170', 'hex'));
    file.set(Buffer.from('7fffff', 'hex'), count + 2);
    const ok = await readCertificateFile(file, 'pw', { limits: { iterations: 8_000_000 } });
    expect(ok).toMatchObject({
      outcome: 'too-slow',
      details: { iterations: 0x7fffff, limit: 8_000_000 },
    });
    const big = await readCertificateFile(new Uint8Array(10 * 1024 * 1024 + 1), null);
    expect(big).toMatchObject({ outcome: 'too-large', details: { limit: 10 * 1024 * 1024 } });
  });

  test('progress runs from reading to matching and never backwards', async () => {
    const file = await writePkcs12({ ...pair, password: 'pw', iterations: 100_000 });
    const seen: [string, number][] = [];
    const onProgress = ({ phase, fraction }: { phase: string; fraction: number }): void => {
      seen.push([phase, fraction]);
    };
    expect(await readCertificateFile(file, 'pw', { onProgress })).toMatchObject({ outcome: 'ok' });
    expect(seen[0]?.[0]).toBe('reading');
    expect(seen.at(-1)?.[0]).toBe('matching');
    const fractions = seen.filter(([phase]) => phase === 'deriving-keys').map(([, part]) => part);
    expect(fractions.length).toBeGreaterThan(2);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });

  test('aborting stops a derivation that would take minutes', async () => {
    const bags = [[keyBag(pair.keyPkcs8), certBag(pair.certificate)]];
    const file = Buffer.from(
      await pfxOf(bags, { password: bmpPassphrase('pw'), iterations: 70_000 }),
    );
    const limits = {
      iterations: Number.MAX_SAFE_INTEGER,
      totalIterations: Number.MAX_SAFE_INTEGER,
    };
    file.set(Buffer.from('7fffff', 'hex'), file.lastIndexOf(Buffer.from('0203011170', 'hex')) + 2);
    const abort = new AbortController();
    const reason = new Error('the user pressed Cancel');
    const onProgress = ({ phase }: { phase: string }): void => {
      if (phase === 'deriving-keys') abort.abort(reason);
    };
    const reading = readCertificateFile(file, 'pw', { signal: abort.signal, onProgress, limits });
    await expect(reading).rejects.toBe(reason);
  });
});
