import { createDecipheriv, getCipherInfo } from 'node:crypto';
import { aria } from './aria.ts';
import { type BlockCipher, type BlockMode, decryptMode, nativeBlock } from './block.ts';
import { blowfish } from './blowfish.ts';
import { camellia } from './camellia.ts';
import { cast5 } from './cast5.ts';
import { idea } from './idea.ts';
import { rc2 } from './rc2.ts';
import { rc4 } from './rc4.ts';
import { seed } from './seed.ts';
import { sm4 } from './sm4.ts';

/** A cipher with its mode, as an object identifier names it. */
export interface CipherSpec {
  readonly name: string;
  /** 1 for stream ciphers. */
  readonly blockBytes: number;
  /** Default key length. */
  readonly keyBytes: number;
  /** Other allowed key lengths; absent: only `keyBytes`. */
  readonly keyRange?: readonly [number, number];
  readonly mode: BlockMode | 'stream';
  readonly weak?: true;
  /** node:crypto's name for a key of that length. */
  readonly native?: (keyBytes: number) => string;
  /** For runtimes without it. `effectiveBits` is RC2's. */
  readonly own?: (key: Uint8Array, effectiveBits: number) => BlockCipher;
}

function block(
  name: string,
  blockBytes: number,
  keyBytes: number,
  mode: BlockMode,
  rest: Partial<CipherSpec>,
): CipherSpec {
  return { name: `${name}-${mode.toUpperCase()}`, blockBytes, keyBytes, mode, ...rest };
}

const modes: readonly BlockMode[] = ['ecb', 'cbc', 'ofb', 'cfb'];

function family(
  prefix: string,
  arcs: readonly (number | null)[],
  make: (mode: BlockMode) => CipherSpec,
) {
  return Object.fromEntries(
    modes.flatMap((mode, i) => {
      const arc = arcs[i];
      return arc === undefined || arc === null ? [] : [[`${prefix}.${arc}`, make(mode)]];
    }),
  );
}

const aes = (bits: number, first: number) =>
  family('2.16.840.1.101.3.4.1', [first, first + 1, first + 2, first + 3], (mode) =>
    block(`AES-${bits}`, 16, bits / 8, mode, {
      native: () => `aes-${bits}-${mode}`,
      // BoringSSL lacks some lengths in some modes, but has ECB for all.
      own: (key) => nativeBlock(`aes-${key.length * 8}-ecb`, key, 16),
    }),
  );

const camelliaModes = (bits: number, cbcArc: number, first: number) => ({
  [`1.2.392.200011.61.1.1.1.${cbcArc}`]: block(`Camellia-${bits}`, 16, bits / 8, 'cbc', {
    native: () => `camellia-${bits}-cbc`,
    own: camellia,
  }),
  ...family('0.3.4401.5.3.1.9', [first, null, first + 2, first + 3], (mode) =>
    block(`Camellia-${bits}`, 16, bits / 8, mode, { own: camellia }),
  ),
});

const ariaModes = (bits: number, first: number) =>
  family('1.2.410.200046.1.1', [first, first + 1, first + 3, first + 2], (mode) =>
    block(`ARIA-${bits}`, 16, bits / 8, mode, { own: aria }),
  );

const tripled = (key: Uint8Array): Uint8Array => Buffer.concat([key, key, key]);

// DES with key K is 3DES with K three times, which every runtime has.
const des = (mode: BlockMode): CipherSpec =>
  block('DES', 8, 8, mode, {
    native: () => `des-ede3-${mode}`,
    own: (key) => nativeBlock('des-ede3', tripled(key), 8),
    weak: true,
  });

const rc2Mode = (mode: BlockMode): CipherSpec =>
  block('RC2', 8, 16, mode, { keyRange: [1, 128], own: rc2, weak: true });

export const tripleDes: CipherSpec = block('3DES', 8, 24, 'cbc', { native: () => 'des-ede3-cbc' });
export const desCbc: CipherSpec = des('cbc');
export const rc2Cbc: CipherSpec = rc2Mode('cbc');
export const rc4Stream: CipherSpec = {
  name: 'RC4',
  blockBytes: 1,
  keyBytes: 16,
  keyRange: [5, 32],
  mode: 'stream',
  weak: true,
};

/** Encryption schemes of PBES2. */
export const cipherByOid: Readonly<Record<string, CipherSpec>> = {
  ...aes(128, 1),
  ...aes(192, 21),
  ...aes(256, 41),
  ...camelliaModes(128, 2, 1),
  ...camelliaModes(192, 3, 21),
  ...camelliaModes(256, 4, 41),
  ...family('1.3.14.3.2', [6, 7, 8, 9], des),
  '1.2.840.113549.3.7': tripleDes,
  '1.2.840.113549.3.2': rc2Cbc,
  '1.2.840.113549.3.4': rc4Stream,
  ...family('1.3.6.1.4.1.3029.1', [1, 2, 4, 3], (mode) =>
    block('Blowfish', 8, 16, mode, { keyRange: [4, 56], own: blowfish }),
  ),
  ...family('1.3.6.1.4.1.188.7.1.1', [1, 2, 4, 3], (mode) =>
    block('IDEA', 8, 16, mode, { own: idea }),
  ),
  '1.2.840.113533.7.66.10': block('CAST5', 8, 16, 'cbc', { keyRange: [5, 16], own: cast5 }),
  ...family('1.2.410.200004.1', [3, 4, 6, 5], (mode) => block('SEED', 16, 16, mode, { own: seed })),
  ...family('1.2.156.10197.1.104', [1, 2, 3, 4], (mode) =>
    block('SM4', 16, 16, mode, { own: sm4 }),
  ),
  ...ariaModes(128, 1),
  ...ariaModes(192, 6),
  ...ariaModes(256, 11),
};

function nativeName(spec: CipherSpec, keyBytes: number): string | undefined {
  const name = spec.native?.(keyBytes);
  return name !== undefined && getCipherInfo(name) !== undefined ? name : undefined;
}

/** Returns whether this runtime or this program can decrypt it. */
export function canDecrypt(spec: CipherSpec): boolean {
  return (
    spec.mode === 'stream' ||
    spec.own !== undefined ||
    nativeName(spec, spec.keyBytes) !== undefined
  );
}

/** Returns the plaintext without its padding; undefined if length or padding are wrong. */
export function decrypt(
  spec: CipherSpec,
  key: Uint8Array,
  iv: Uint8Array,
  data: Uint8Array,
  effectiveBits = key.length * 8,
): Uint8Array | undefined {
  if (spec.mode === 'stream') return rc4(key, data);
  const padded = spec.mode === 'cbc' || spec.mode === 'ecb';
  if (padded && (data.length === 0 || data.length % spec.blockBytes !== 0)) return undefined;
  const native = nativeName(spec, key.length);
  let plain: Uint8Array;
  if (native !== undefined) {
    const longKey = spec.name.startsWith('DES-') ? tripled(key) : key;
    const decipher = createDecipheriv(native, longKey, spec.mode === 'ecb' ? null : iv);
    decipher.setAutoPadding(false);
    plain = Buffer.concat([decipher.update(data), decipher.final()]);
  } else {
    if (spec.own === undefined) return undefined;
    plain = decryptMode(spec.own(key, effectiveBits), spec.mode, iv, data);
  }
  return padded ? withoutPadding(plain, spec.blockBytes) : plain;
}

/** RFC 8018, 6.1.1: 1 to blockBytes octets, each with their count. */
function withoutPadding(plain: Uint8Array, blockBytes: number): Uint8Array | undefined {
  const length = plain.at(-1) ?? 0;
  if (length < 1 || length > blockBytes || length > plain.length) return undefined;
  const padding = plain.subarray(plain.length - length);
  return padding.every((byte) => byte === length)
    ? plain.subarray(0, plain.length - length)
    : undefined;
}
