/** Matches certificates' public keys with private keys: one function for each key type. */
import { Fields, is, octets, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { bitString, bytesToBig, count, equalBytes, oidOf, unsignedBig } from '../asn1/values.ts';
import { malformed } from '../failures.ts';
import { canCompute, curveByOid, parsePoint, power, publicPoint } from './curves.ts';
import { ed448PublicKey, ed25519PublicKey } from './edwards.ts';
import { bitLength, keyOids, type PublicKey, rsaNumbers } from './public-key.ts';

export type Matcher = (publicKey: PublicKey) => boolean;

/** Larger than any real key; arithmetic on it would take minutes. */
const maxBits = 16_384;

function bounded(tlv: Tlv, where: string): bigint {
  const value = unsignedBig(tlv, where);
  if (bitLength(value) > maxBits) throw malformed(where, 'too-large', tlv.start);
  return value;
}

/** RSAPrivateKey (RFC 8017, A.1.2). */
export function rsaMatcher(secret: Uint8Array, where: string): { matches: Matcher; n: bigint } {
  const fields = Fields.of(readRoot(secret, where, 'allow'), where);
  const version = count(fields.any('version'), `${where}.version`);
  if (version > 1) throw malformed(`${where}.version`, 'version');
  const read = (name: string): bigint => bounded(fields.any(name), `${where}.${name}`);
  const [n, e] = [read('modulus'), read('publicExponent')];
  read('privateExponent');
  const [p, q] = [read('prime1'), read('prime2')];
  for (const name of ['exponent1', 'exponent2', 'coefficient']) read(name);
  if (version === 0 && p * q !== n) throw malformed(`${where}.modulus`, 'not-its-primes-product');
  const matches: Matcher = (publicKey) => {
    const isRsa = publicKey.oid === keyOids.rsa || publicKey.oid === keyOids.rsaPss;
    if (!isRsa) return false;
    const theirs = rsaNumbers(publicKey);
    return theirs.n === n && theirs.e === e;
  };
  return { matches, n };
}

/** ECPrivateKey (RFC 5915). Checks the point in the file against the secret if possible. */
export function ecMatcher(
  outerParameters: Tlv | undefined,
  secret: Uint8Array,
  where: string,
): Matcher {
  const fields = Fields.of(readRoot(secret, where, 'allow'), where);
  if (count(fields.any('version'), `${where}.version`) !== 1) {
    throw malformed(`${where}.version`, 'version');
  }
  const scalar = octets(fields.any('privateKey'), `${where}.privateKey`);
  const innerField = fields.optional('parameters', 0, 'context');
  const inner =
    innerField === undefined ? undefined : new Fields(innerField, where).any('parameters');
  const publicField = fields.optional('publicKey', 1, 'context');
  let point: Uint8Array | undefined;
  if (publicField !== undefined) {
    const field = new Fields(publicField, where).any('publicKey');
    // Copies, because the key's octets are wiped after reading and a slice of a Buffer shares them.
    point = Uint8Array.from(bitString(field, `${where}.publicKey`));
  }
  const parameters = outerParameters ?? inner;
  const curveOid =
    parameters !== undefined && is(parameters, universal.oid)
      ? oidOf(parameters, `${where}.parameters`)
      : undefined;
  const curve = curveOid === undefined ? undefined : curveByOid[curveOid];
  if (curve !== undefined && canCompute(curve)) {
    const computed = publicPoint(curve, scalar);
    if (computed === undefined) throw malformed(`${where}.privateKey`, 'out-of-range');
    if (point !== undefined && !samePoint(point, computed)) {
      throw malformed(`${where}.publicKey`, 'not-the-keys');
    }
    point = computed;
  }
  return (publicKey) => {
    if (publicKey.oid !== keyOids.ec || point === undefined) return false;
    const { parameters: theirs } = publicKey;
    if (curveOid !== undefined && theirs !== undefined && is(theirs, universal.oid)) {
      if (oidOf(theirs, `${publicKey.where}.parameters`) !== curveOid) return false;
    }
    return samePoint(point, publicKey.key);
  };
}

function samePoint(a: Uint8Array, b: Uint8Array): boolean {
  const [left, right] = [parsePoint(a), parsePoint(b)];
  if (left === undefined || right === undefined) return false;
  return left.odd === right.odd && equalBytes(left.x, right.x);
}

/** DSA: the public key is g^x mod p. */
export function dsaMatcher(
  parameters: Tlv | undefined,
  secret: Uint8Array,
  where: string,
): { matches: Matcher; p: bigint } {
  if (parameters === undefined) throw malformed(`${where}.parameters`, 'missing');
  const fields = Fields.of(parameters, `${where}.parameters`);
  const p = bounded(fields.any('p'), `${where}.p`);
  const q = bounded(fields.any('q'), `${where}.q`);
  const g = bounded(fields.any('g'), `${where}.g`);
  const x = bounded(readRoot(secret, where, 'allow'), where);
  if (p < 3n || x === 0n || x >= q) throw malformed(where, 'out-of-range');
  // FIPS 186-4 ends at 3072 and 256 bits; far beyond, the power below would take too long.
  if (bitLength(p) > 8192 || bitLength(q) > 512) throw malformed(`${where}.p`, 'too-large');
  const y = power(g, x, p);
  const matches: Matcher = (publicKey) =>
    publicKey.oid === keyOids.dsa &&
    unsignedBig(readRoot(publicKey.key, publicKey.where, 'refuse'), publicKey.where) === y;
  return { matches, p };
}

/** CurvePrivateKey (RFC 8410, 7): an OCTET STRING in the OCTET STRING. */
export function edwardsMatcher(
  keyType: 'ed25519' | 'ed448',
  wrapped: Uint8Array,
  where: string,
): Matcher {
  const secret = octets(readRoot(wrapped, where, 'refuse'), where);
  const [oid, length, derive] =
    keyType === 'ed25519'
      ? ([keyOids.ed25519, 32, ed25519PublicKey] as const)
      : ([keyOids.ed448, 57, ed448PublicKey] as const);
  if (secret.length !== length) throw malformed(where, 'key-length');
  const mine = bytesToBig(derive(secret));
  return (publicKey) => publicKey.oid === oid && bytesToBig(publicKey.key) === mine;
}
