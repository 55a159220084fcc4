import { createHash, hash as oneShot } from 'node:crypto';
import { blake2b, blake2s } from './blake2.ts';
import { keccak } from './keccak.ts';
import { md2 } from './md2.ts';
import { md4 } from './md4.ts';
import { sha512Truncated } from './sha512.ts';
import { sm3 } from './sm3.ts';

/** A hash function as PKCS#12 needs it: v (block) and u (digest) in octets, RFC 7292 B.2. */
export interface HashSpec {
  readonly name: string;
  readonly blockBytes: number;
  readonly digestBytes: number;
  /** node:crypto's name; absent if no runtime has it. */
  readonly native?: string;
  /** For runtimes whose OpenSSL or BoringSSL lacks it. */
  readonly own?: (message: Uint8Array) => Uint8Array;
}

function spec(
  name: string,
  blockBytes: number,
  digestBytes: number,
  native?: string,
  own?: HashSpec['own'],
): HashSpec {
  return {
    name,
    blockBytes,
    digestBytes,
    ...(native === undefined ? {} : { native }),
    ...(own === undefined ? {} : { own }),
  };
}

export const hashes = {
  md2: spec('MD2', 16, 16, undefined, md2),
  md4: spec('MD4', 64, 16, undefined, md4),
  md5: spec('MD5', 64, 16, 'md5'),
  ripemd160: spec('RIPEMD-160', 64, 20, 'ripemd160'),
  sha1: spec('SHA-1', 64, 20, 'sha1'),
  sha224: spec('SHA-224', 64, 28, 'sha224'),
  sha256: spec('SHA-256', 64, 32, 'sha256'),
  sha384: spec('SHA-384', 128, 48, 'sha384'),
  sha512: spec('SHA-512', 128, 64, 'sha512'),
  sha512t224: spec('SHA-512/224', 128, 28, 'sha512-224', (m) => sha512Truncated(m, 224)),
  sha512t256: spec('SHA-512/256', 128, 32, 'sha512-256', (m) => sha512Truncated(m, 256)),
  sha3t224: spec('SHA3-224', 144, 28, 'sha3-224', (m) => keccak(m, 144, 0x06, 28)),
  sha3t256: spec('SHA3-256', 136, 32, 'sha3-256', (m) => keccak(m, 136, 0x06, 32)),
  sha3t384: spec('SHA3-384', 104, 48, 'sha3-384', (m) => keccak(m, 104, 0x06, 48)),
  sha3t512: spec('SHA3-512', 72, 64, 'sha3-512', (m) => keccak(m, 72, 0x06, 64)),
  blake2b512: spec('BLAKE2b-512', 128, 64, 'blake2b512', blake2b),
  blake2s256: spec('BLAKE2s-256', 64, 32, 'blake2s256', blake2s),
  sm3: spec('SM3', 64, 32, 'sm3', sm3),
} as const satisfies Record<string, HashSpec>;

/** Digest object identifiers (MacData, OAEP and PSS parameters). */
export const hashByOid: Readonly<Record<string, HashSpec>> = {
  '1.2.840.113549.2.2': hashes.md2,
  '1.2.840.113549.2.4': hashes.md4,
  '1.2.840.113549.2.5': hashes.md5,
  '1.3.36.3.2.1': hashes.ripemd160,
  '1.3.14.3.2.26': hashes.sha1,
  '2.16.840.1.101.3.4.2.4': hashes.sha224,
  '2.16.840.1.101.3.4.2.1': hashes.sha256,
  '2.16.840.1.101.3.4.2.2': hashes.sha384,
  '2.16.840.1.101.3.4.2.3': hashes.sha512,
  '2.16.840.1.101.3.4.2.5': hashes.sha512t224,
  '2.16.840.1.101.3.4.2.6': hashes.sha512t256,
  '2.16.840.1.101.3.4.2.7': hashes.sha3t224,
  '2.16.840.1.101.3.4.2.8': hashes.sha3t256,
  '2.16.840.1.101.3.4.2.9': hashes.sha3t384,
  '2.16.840.1.101.3.4.2.10': hashes.sha3t512,
  '1.3.6.1.4.1.1722.12.2.1.16': hashes.blake2b512,
  '1.3.6.1.4.1.1722.12.2.2.8': hashes.blake2s256,
  '1.2.156.10197.1.401': hashes.sm3,
  '1.2.156.10197.1.401.1': hashes.sm3,
};

/** HMAC object identifiers (PBKDF2's prf, PBMAC1's messageAuthScheme): RFC 8018, RFC 9688 and others. */
export const hmacByOid: Readonly<Record<string, HashSpec>> = {
  '1.2.840.113549.2.6': hashes.md5,
  '1.3.6.1.5.5.8.1.1': hashes.md5,
  '1.2.840.113549.2.7': hashes.sha1,
  '1.3.6.1.5.5.8.1.2': hashes.sha1,
  '1.3.6.1.5.5.8.1.4': hashes.ripemd160,
  '1.2.840.113549.2.8': hashes.sha224,
  '1.2.840.113549.2.9': hashes.sha256,
  '1.2.840.113549.2.10': hashes.sha384,
  '1.2.840.113549.2.11': hashes.sha512,
  '1.2.840.113549.2.12': hashes.sha512t224,
  '1.2.840.113549.2.13': hashes.sha512t256,
  '2.16.840.1.101.3.4.2.13': hashes.sha3t224,
  '2.16.840.1.101.3.4.2.14': hashes.sha3t256,
  '2.16.840.1.101.3.4.2.15': hashes.sha3t384,
  '2.16.840.1.101.3.4.2.16': hashes.sha3t512,
  '1.2.156.10197.1.401.2': hashes.sm3,
  '1.2.156.10197.1.401.3.1': hashes.sm3,
};

function nativeWorks(name: string): boolean {
  try {
    createHash(name);
    return true;
  } catch {
    // The runtime throws if it lacks the hash; then the caller uses the own implementation.
    return false;
  }
}

/** Returns whether this runtime's node:crypto has the hash. */
export function hasNative(hash: HashSpec): boolean {
  return hash.native !== undefined && nativeWorks(hash.native);
}

/** Returns a function for many digests of the same kind; checks the runtime's support once. */
export function hasher(hash: HashSpec): (...parts: Uint8Array[]) => Uint8Array {
  const { native, own } = hash;
  if (native !== undefined && (own === undefined || nativeWorks(native))) {
    return (...parts) => {
      const [only] = parts;
      // twice as fast, which counts in chains of a million
      if (only !== undefined && parts.length === 1) {
        return oneShot(native, only, 'buffer');
      }
      const state = createHash(native);
      for (const part of parts) state.update(part);
      return state.digest();
    };
  }
  if (own === undefined) throw new Error(`${hash.name} is nowhere to be had`);
  return (...parts) => own(Buffer.concat(parts));
}

/** HMAC (RFC 2104) over any of the hashes. */
export function hmac(hash: HashSpec, key: Uint8Array): (...parts: Uint8Array[]) => Uint8Array {
  const digest = hasher(hash);
  const block = new Uint8Array(hash.blockBytes);
  block.set(key.length > hash.blockBytes ? digest(key) : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  block.fill(0);
  return (...parts) => digest(outer, digest(inner, ...parts));
}
