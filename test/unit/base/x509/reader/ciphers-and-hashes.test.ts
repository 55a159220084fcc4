import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aria } from '../../../../../main/base/x509/reader/ciphers/aria.ts';
import {
  type BlockCipher,
  decryptMode,
} from '../../../../../main/base/x509/reader/ciphers/block.ts';
import { blowfish } from '../../../../../main/base/x509/reader/ciphers/blowfish.ts';
import { camellia } from '../../../../../main/base/x509/reader/ciphers/camellia.ts';
import { cast5 } from '../../../../../main/base/x509/reader/ciphers/cast5.ts';
import { idea } from '../../../../../main/base/x509/reader/ciphers/idea.ts';
import { rc2 } from '../../../../../main/base/x509/reader/ciphers/rc2.ts';
import { rc4 } from '../../../../../main/base/x509/reader/ciphers/rc4.ts';
import { seed } from '../../../../../main/base/x509/reader/ciphers/seed.ts';
import { sm4 } from '../../../../../main/base/x509/reader/ciphers/sm4.ts';
import { defaultLimits } from '../../../../../main/base/x509/reader/derivation/context.ts';
import { KeyDeriver } from '../../../../../main/base/x509/reader/derivation/derive.ts';
import {
  type HashSpec,
  hasher,
  hashes,
  hasNative,
  hmac,
} from '../../../../../main/base/x509/reader/hashes/registry.ts';
import { kernelFor } from '../../../../../main/base/x509/reader/hashes/wasm-kernel.ts';
import { hasOpenssl, opensslFilter } from './openssl.ts';

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const hexOf = (data: Uint8Array): string => Buffer.from(data).toString('hex');

describe('block ciphers', () => {
  // RFC 2268, RFC 2144, RFC 3713, RFC 4269, RFC 5794, GB/T 32907, Eric Young's and Lai's vectors.
  test.each<[string, BlockCipher, string, string]>([
    ['RC2, 63 bits', rc2(bytes('0000000000000000'), 63), '0000000000000000', 'ebb773f993278eff'],
    ['RC2, 64 bits', rc2(bytes('ffffffffffffffff'), 64), 'ffffffffffffffff', '278b27e42e2f0d49'],
    [
      'RC2, 129 bits',
      rc2(bytes('88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e'), 129),
      '0000000000000000',
      '5b78d3a43dfff1f1',
    ],
    ['Blowfish', blowfish(bytes('0123456789abcdef')), '1111111111111111', '61f9c3802281b096'],
    [
      'CAST5-128',
      cast5(bytes('0123456712345678234567893456789a')),
      '0123456789abcdef',
      '238b4fe5847e44b2',
    ],
    ['CAST5-80', cast5(bytes('01234567123456782345')), '0123456789abcdef', 'eb6a711a2c02271b'],
    ['CAST5-40', cast5(bytes('0123456712')), '0123456789abcdef', '7ac816d16e9b302e'],
    [
      'IDEA',
      idea(bytes('00010002000300040005000600070008')),
      '0000000100020003',
      '11fbed2b01986de5',
    ],
    [
      'Camellia-128',
      camellia(bytes('0123456789abcdeffedcba9876543210')),
      '0123456789abcdeffedcba9876543210',
      '67673138549669730857065648eabe43',
    ],
    [
      'Camellia-192',
      camellia(bytes('0123456789abcdeffedcba98765432100011223344556677')),
      '0123456789abcdeffedcba9876543210',
      'b4993401b3e996f84ee5cee7d79b09b9',
    ],
    [
      'Camellia-256',
      camellia(bytes('0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff')),
      '0123456789abcdeffedcba9876543210',
      '9acc237dff16d76c20ef7c919e3a7509',
    ],
    [
      'SEED',
      seed(bytes('00000000000000000000000000000000')),
      '000102030405060708090a0b0c0d0e0f',
      '5ebac6e0054e166819aff1cc6d346cdb',
    ],
    [
      'SM4',
      sm4(bytes('0123456789abcdeffedcba9876543210')),
      '0123456789abcdeffedcba9876543210',
      '681edf34d206965e86b3e94f536e4246',
    ],
    [
      'ARIA-128',
      aria(bytes('000102030405060708090a0b0c0d0e0f')),
      '00112233445566778899aabbccddeeff',
      'd718fbd6ab644c739da95f3be6451778',
    ],
    [
      'ARIA-192',
      aria(bytes('000102030405060708090a0b0c0d0e0f1011121314151617')),
      '00112233445566778899aabbccddeeff',
      '26449c1805dbe7aa25a468ce263a9e79',
    ],
    [
      'ARIA-256',
      aria(bytes('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')),
      '00112233445566778899aabbccddeeff',
      'f92bd7c79fb72e2f2b8f80c1972d24fc',
    ],
  ])('%s: published vector, both ways', (_name, cipher, plain, encrypted) => {
    expect(hexOf(cipher.encryptBlock(bytes(plain)))).toBe(encrypted);
    expect(hexOf(cipher.decryptBlock(bytes(encrypted)))).toBe(plain);
  });

  const made: readonly [string, number, number, (key: Uint8Array) => BlockCipher][] = [
    ['rc2-40-cbc', 5, 8, (key) => rc2(key, 40)],
    ['rc2-64-cbc', 8, 8, (key) => rc2(key, 64)],
    ['rc2-cbc', 16, 8, (key) => rc2(key, 128)],
    ['bf-cbc', 16, 8, blowfish],
    ['bf-ofb', 16, 8, blowfish],
    ['cast5-cbc', 16, 8, cast5],
    ['cast5-cfb', 16, 8, cast5],
    ['camellia-128-cbc', 16, 16, camellia],
    ['camellia-192-ecb', 24, 16, camellia],
    ['camellia-256-cfb', 32, 16, camellia],
    ['seed-cbc', 16, 16, seed],
    ['sm4-ofb', 16, 16, sm4],
    ['aria-128-cbc', 16, 16, aria],
    ['aria-192-cfb', 24, 16, aria],
    ['aria-256-ofb', 32, 16, aria],
  ];
  test.skipIf(!hasOpenssl).each(made)(
    '%s decrypts what openssl encrypts',
    (name, keyBytes, block, make) => {
      const mode = name.split('-').at(-1) as 'cbc' | 'cfb' | 'ofb' | 'ecb';
      for (let run = 0; run < 5; run++) {
        const [key, iv, plain] = [
          randomBytes(keyBytes),
          randomBytes(block),
          randomBytes(block * 6),
        ];
        const ivArgs = mode === 'ecb' ? [] : ['-iv', hexOf(iv)];
        const providers = ['-provider', 'legacy', '-provider', 'default'];
        const args = ['enc', '-e', `-${name}`, '-nopad', '-K', hexOf(key), ...ivArgs, ...providers];
        const encrypted = opensslFilter(args, plain);
        expect(hexOf(decryptMode(make(key), mode, iv, encrypted))).toBe(hexOf(plain));
      }
    },
  );

  test('RC4: RFC 6229 key stream', () => {
    const stream = rc4(bytes('0102030405'), new Uint8Array(16));
    expect(hexOf(stream)).toBe('b2396305f03dc027ccc3524a0a1118a8');
  });
});

describe('hashes', () => {
  const own = Object.values(hashes).filter((hash: HashSpec) => hash.own !== undefined);

  test('MD2 and MD4: RFC 1319 and RFC 1320', () => {
    const of = (hash: HashSpec, text: string): string => hexOf(hasher(hash)(Buffer.from(text)));
    expect(of(hashes.md2, '')).toBe('8350e5a3e24c153df2275c9f80692773');
    expect(of(hashes.md2, 'abc')).toBe('da853b0d3f88d99b30283a69e6ded6bb');
    expect(
      of(
        hashes.md2,
        '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      ),
    ).toBe('d5976f79d83d3a0dc9806c3c66f3efd8');
    expect(of(hashes.md4, '')).toBe('31d6cfe0d16ae931b73c59d7e0c089c0');
    expect(of(hashes.md4, 'message digest')).toBe('d9130a8164549fe818874806e1c7014b');
  });

  test.each(own.filter(hasNative).map((hash): [string, HashSpec] => [hash.name, hash]))(
    '%s: the own implementation agrees with the runtime',
    (_name, hash) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 400 }), (message) => {
          const expected = createHash(hash.native ?? '')
            .update(message)
            .digest('hex');
          expect(hexOf(hash.own?.(message) ?? new Uint8Array())).toBe(expected);
        }),
        { numRuns: 40 },
      );
    },
  );

  test('HMAC over hashes of every block size', () => {
    for (const hash of Object.values(hashes) as HashSpec[]) {
      if (!hasNative(hash)) continue;
      for (const length of [0, 10, hash.blockBytes, hash.blockBytes + 1]) {
        const key = randomBytes(length);
        const expected = createHmac(hash.native ?? '', key)
          .update('message')
          .digest('hex');
        expect(hexOf(hmac(hash, key)(Buffer.from('message'))), hash.name).toBe(expected);
      }
    }
  });

  test('kernels of every width iterate like the plain hash', () => {
    const names = [
      'sha1',
      'sha224',
      'sha256',
      'sha384',
      'sha512',
      'sha512t224',
      'sha512t256',
    ] as const;
    for (const name of names) {
      const hash = hashes[name];
      const digestOf = hasher(hash);
      for (const chains of [1, 2, 3, 4]) {
        const start = Array.from({ length: chains }, () => digestOf(randomBytes(9)));
        const kernel = kernelFor(hash.name, chains);
        const steps = 1 + chains * 3;
        const expected = start.map((digest) => {
          let last = digest;
          for (let i = 0; i < steps; i++) last = digestOf(last);
          return hexOf(last);
        });
        expect(kernel?.(start, steps).map(hexOf), `${name} x ${chains}`).toEqual(expected);
      }
    }
  });
});

describe('key derivation', () => {
  const newDeriver = () =>
    new KeyDeriver({ limits: defaultLimits, signal: undefined, onProgress: undefined });
  const utf16 = (text: string): Uint8Array => Buffer.from(`${text}\0`, 'utf16le').swap16();

  // The vectors that circulate with Java and Bouncy Castle's tests of RFC 7292, B.
  test.each([
    ['smeg', '0a58cf64530d823f', 1, 1, 24, '8aaae6297b6cb04642ab5b077851284eb7128f1a2a7fbca3'],
    ['smeg', '0a58cf64530d823f', 2, 1, 8, '79993dfe048d3b76'],
    ['smeg', '642b99ab44fb4b1f', 1, 1, 24, 'f3a95fec48d7711e985cfe67908c5ab79fa3d7c5caa5d966'],
    ['smeg', '3d83c0e4546ac140', 3, 1, 20, '8d967d88f6caa9d714800ab3d48051d63f73a312'],
    ['queeg', '05dec959acff72f7', 1, 1000, 24, 'ed2034e36328830ff09df1e1a07dd357185dac0d4f9eb3d4'],
    ['queeg', '05dec959acff72f7', 2, 1000, 8, '11dedad7758d4860'],
    ['queeg', '263216fcc2fab31c', 3, 1000, 20, '5ec4c7a80df652294c3925b6489a7ab857c83476'],
  ] as const)(
    'PKCS#12 KDF, %s %s id %i',
    async (password, salt, id, iterations, length, expected) => {
      const derived = await newDeriver().derive({
        kind: 'pkcs12',
        hash: hashes.sha1,
        purpose: id,
        password: utf16(password),
        salt: bytes(salt),
        iterations,
        length,
      });
      expect(hexOf(derived)).toBe(expected);
    },
  );

  test('PBKDF2 with a hash that only this program has agrees with the runtime', async () => {
    const withoutNative = { ...hashes.sha512t224, native: 'no-such-hash' };
    const request = {
      password: Buffer.from('pw'),
      salt: Buffer.from('salt'),
      iterations: 300,
      length: 60,
    };
    const derived = await newDeriver().derive({ kind: 'pbkdf2', hash: withoutNative, ...request });
    const expected = pbkdf2Sync('pw', 'salt', 300, 60, 'sha512-224');
    expect(hexOf(derived)).toBe(hexOf(expected));
  });
});
