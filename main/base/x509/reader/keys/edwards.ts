/** Public keys of Ed25519 and Ed448 from their secrets (RFC 8032, 5.1.5 and 5.2.5). */
import { createHash } from 'node:crypto';
import { shake256 } from '../hashes/keccak.ts';
import { power } from './curves.ts';

interface EdwardsCurve {
  readonly p: bigint;
  readonly a: bigint;
  readonly d: bigint;
  readonly base: readonly [bigint, bigint];
  readonly bytes: number;
  /** Returns the secret scalar from the hash of the secret octets, clamped. */
  scalar(secret: Uint8Array): bigint;
}

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

const p25519 = 2n ** 255n - 19n;
const p448 = 2n ** 448n - 2n ** 224n - 1n;

const ed25519: EdwardsCurve = {
  p: p25519,
  a: p25519 - 1n,
  d: (p25519 - ((121665n * power(121666n, p25519 - 2n, p25519)) % p25519)) % p25519,
  base: [
    15112221349535400772501151409588531511454012693041857206046113283949847762202n,
    46316835694926478169428394003475163141307993866256225615783033603165251855960n,
  ],
  bytes: 32,
  scalar(secret) {
    const half = createHash('sha512').update(secret).digest().subarray(0, 32);
    half[0] = (half[0] ?? 0) & 0xf8;
    half[31] = ((half[31] ?? 0) & 0x7f) | 0x40;
    return littleEndian(half);
  },
};

const ed448: EdwardsCurve = {
  p: p448,
  a: 1n,
  d: p448 - 39081n,
  base: [
    224580040295924300187604334099896036246789641632564134246125461686950415467406032909029192869357953282578032075146446173674602635247710n,
    298819210078481492676017930443930673437544040154080242095928241372331506189835876003536878655418784733982303233503462500531545062832660n,
  ],
  bytes: 57,
  scalar(secret) {
    const half = shake256(secret, 114).slice(0, 57);
    half[0] = (half[0] ?? 0) & 0xfc;
    half[55] = (half[55] ?? 0) | 0x80;
    half[56] = 0;
    return littleEndian(half);
  },
};

type Projective = readonly [bigint, bigint, bigint];

function publicKey(curve: EdwardsCurve, secret: Uint8Array): Uint8Array {
  const { p, a, d, bytes } = curve;
  // Complete projective addition (Bernstein and others, 2008): doubling needs no case of its own.
  const add = ([x1, y1, z1]: Projective, [x2, y2, z2]: Projective): Projective => {
    const A = (z1 * z2) % p;
    const B = (A * A) % p;
    const C = (x1 * x2) % p;
    const D = (y1 * y2) % p;
    const E = (((d * C) % p) * D) % p;
    const F = (B + p - E) % p;
    const G = (B + E) % p;
    const cross = ((x1 + y1) * (x2 + y2) - C - D) % p;
    const x = (((A * F) % p) * cross) % p;
    const y = (((A * G) % p) * ((D + (p - a) * C) % p)) % p;
    return [(x + p) % p, (y + p) % p, (F * G) % p];
  };
  let sum: Projective = [0n, 1n, 1n];
  let double: Projective = [...curve.base, 1n];
  for (let rest = curve.scalar(secret); rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = add(sum, double);
    double = add(double, double);
  }
  const inverse = power(sum[2], p - 2n, p);
  const x = (sum[0] * inverse) % p;
  const y = (sum[1] * inverse) % p;
  const encoded = Buffer.from(y.toString(16).padStart(bytes * 2, '0'), 'hex').reverse();
  encoded[bytes - 1] = (encoded[bytes - 1] ?? 0) | (x & 1n ? 0x80 : 0);
  return encoded;
}

export const ed25519PublicKey = (secret: Uint8Array): Uint8Array => publicKey(ed25519, secret);
export const ed448PublicKey = (secret: Uint8Array): Uint8Array => publicKey(ed448, secret);
