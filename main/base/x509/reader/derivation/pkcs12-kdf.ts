/**
 * The key derivation of PKCS#12 (RFC 7292, appendix B.2), as resumable chains: a chain is one
 * A = H(H(...H(D || I))) of `iterations` hashes, and the next block's chain starts from its result.
 */
import { type HashSpec, hasher } from '../hashes/registry.ts';

/** Use of the bytes: the diversifier ID of appendix B.3. */
export const purpose = { key: 1, iv: 2, mac: 3 } as const;

export interface Pkcs12Derivation {
  readonly kind: 'pkcs12';
  readonly hash: HashSpec;
  readonly purpose: 1 | 2 | 3;
  /** In the KDF's form: UTF-16 big-endian with its terminator, or nothing at all. */
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly length: number;
}

/** One derivation in progress. */
export interface KdfState {
  readonly hash: HashSpec;
  /** The last digest; the code that advances the chain replaces it and lowers `remaining`. */
  digest: Uint8Array;
  remaining: number;
  /** Hash calls left after this block, for progress and scheduling. */
  blocksLeft: number;
  readonly iterations: number;
  /** Call when `remaining` is 0: starts the next block, or returns the derived octets. */
  finishBlock(): Uint8Array | undefined;
}

function repeatTo(source: Uint8Array, block: number): Uint8Array {
  const length = source.length === 0 ? 0 : block * Math.ceil(source.length / block);
  return Uint8Array.from({ length }, (_, i) => source[i % source.length] ?? 0);
}

/** I_j = (I_j + B + 1) mod 2^8v for each block of I. */
function addToBlocks(input: Uint8Array, digest: Uint8Array, block: number): void {
  for (let start = 0; start < input.length; start += block) {
    let carry = 1;
    for (let i = block - 1; i >= 0; i--) {
      carry += (input[start + i] ?? 0) + (digest[i % digest.length] ?? 0);
      input[start + i] = carry;
      carry >>= 8;
    }
  }
}

export function startDerivation(request: Pkcs12Derivation): KdfState {
  const { hash, iterations, length } = request;
  const digestOf = hasher(hash);
  const block = hash.blockBytes;
  const diversifier = new Uint8Array(block).fill(request.purpose);
  const salt = repeatTo(request.salt, block);
  const password = repeatTo(request.password, block);
  const input = Buffer.concat([salt, password]);
  password.fill(0);
  const output = new Uint8Array(length);
  let written = 0;
  return {
    hash,
    iterations,
    digest: digestOf(diversifier, input),
    remaining: iterations - 1,
    blocksLeft: Math.ceil(length / hash.digestBytes) - 1,
    finishBlock() {
      output.set(this.digest.subarray(0, length - written), written);
      written += this.digest.length;
      if (written >= length) {
        input.fill(0);
        return output;
      }
      addToBlocks(input, this.digest, block);
      this.digest = digestOf(diversifier, input);
      this.remaining = iterations - 1;
      this.blocksLeft--;
      return undefined;
    },
  };
}
