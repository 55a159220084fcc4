/** Elliptic curves by object identifier, and public points without the runtime's help. */
import { createECDH, getCurves } from 'node:crypto';
import { bigToBytes, bytesToBig } from '../asn1/values.ts';

export interface Curve {
  /** As in key types: `ec:P-256`. */
  readonly name: string;
  readonly bits: number;
  /** OpenSSL's name, if it has one. */
  readonly native: string;
}

const curve = (name: string, bits: number, native: string): Curve => ({ name, bits, native });

export const curveByOid: Readonly<Record<string, Curve>> = {
  '1.2.840.10045.3.1.1': curve('P-192', 192, 'prime192v1'),
  '1.3.132.0.33': curve('P-224', 224, 'secp224r1'),
  '1.2.840.10045.3.1.7': curve('P-256', 256, 'prime256v1'),
  '1.3.132.0.34': curve('P-384', 384, 'secp384r1'),
  '1.3.132.0.35': curve('P-521', 521, 'secp521r1'),
  '1.3.132.0.10': curve('secp256k1', 256, 'secp256k1'),
  '1.3.36.3.3.2.8.1.1.1': curve('brainpoolP160r1', 160, 'brainpoolP160r1'),
  '1.3.36.3.3.2.8.1.1.3': curve('brainpoolP192r1', 192, 'brainpoolP192r1'),
  '1.3.36.3.3.2.8.1.1.5': curve('brainpoolP224r1', 224, 'brainpoolP224r1'),
  '1.3.36.3.3.2.8.1.1.7': curve('brainpoolP256r1', 256, 'brainpoolP256r1'),
  '1.3.36.3.3.2.8.1.1.9': curve('brainpoolP320r1', 320, 'brainpoolP320r1'),
  '1.3.36.3.3.2.8.1.1.11': curve('brainpoolP384r1', 384, 'brainpoolP384r1'),
  '1.3.36.3.3.2.8.1.1.13': curve('brainpoolP512r1', 512, 'brainpoolP512r1'),
  '1.2.156.10197.1.301': curve('SM2', 256, 'SM2'),
};

/** A point as octets: its x coordinate and, if sent, the parity of y (SEC 1, 2.3.3). */
export interface EncodedPoint {
  readonly x: Uint8Array;
  readonly odd: boolean;
}

/** Parses a point; undefined for the point at infinity and for invalid encodings. */
export function parsePoint(bytes: Uint8Array): EncodedPoint | undefined {
  const form = bytes[0];
  if (form === 2 || form === 3) return { x: bytes.subarray(1), odd: form === 3 };
  if ((form !== 4 && form !== 6 && form !== 7) || bytes.length % 2 === 0) return undefined;
  const half = (bytes.length - 1) / 2;
  return { x: bytes.subarray(1, 1 + half), odd: ((bytes.at(-1) ?? 0) & 1) === 1 };
}

const mod = (value: bigint, p: bigint): bigint => ((value % p) + p) % p;

export function power(base: bigint, exponent: bigint, p: bigint): bigint {
  let result = 1n;
  let square = mod(base, p);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}

// secp256k1 (SEC 2, 2.4.1): y^2 = x^3 + 7. BoringSSL does not have it.
const k1 = {
  p: 2n ** 256n - 2n ** 32n - 977n,
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

function secp256k1Public(secret: bigint): Uint8Array {
  const { p } = k1;
  type Point = readonly [bigint, bigint] | undefined;
  const add = (a: Point, b: Point): Point => {
    if (a === undefined) return b;
    if (b === undefined) return a;
    const same = a[0] === b[0];
    if (same && mod(a[1] + b[1], p) === 0n) return undefined;
    const [rise, run] = same ? [3n * a[0] * a[0], 2n * a[1]] : [b[1] - a[1], b[0] - a[0]];
    const slope = mod(rise * power(run, p - 2n, p), p);
    const x = mod(slope * slope - a[0] - b[0], p);
    return [x, mod(slope * (a[0] - x) - a[1], p)];
  };
  let sum: Point;
  let double: Point = [k1.x, k1.y];
  for (let rest = secret; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = add(sum, double);
    double = add(double, double);
  }
  const [x, y] = sum ?? [0n, 0n];
  return Uint8Array.of(4, ...bigToBytes(x, 32), ...bigToBytes(y, 32));
}

/** Returns the uncompressed public point for a secret scalar; undefined if the curve is unknown. */
export function publicPoint({ native, bits, name }: Curve, secret: Uint8Array) {
  const scalar = bytesToBig(secret);
  const length = Math.ceil(bits / 8);
  if (scalar === 0n || scalar >= 1n << BigInt(length * 8)) return undefined;
  if (getCurves().includes(native)) {
    const ecdh = createECDH(native);
    try {
      ecdh.setPrivateKey(bigToBytes(scalar, length));
    } catch {
      // Out of the curve's range: the runtime refuses it, and the caller reports the key as malformed.
      return undefined;
    }
    return Uint8Array.from(ecdh.getPublicKey());
  }
  return name === 'secp256k1' ? secp256k1Public(scalar) : undefined;
}

/** Returns whether this program can compute public points on the curve in this runtime. */
export const canCompute = ({ native, name }: Curve): boolean =>
  name === 'secp256k1' || getCurves().includes(native);
