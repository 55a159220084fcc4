/**
 * ML-DSA and SLH-DSA keys matched to certificates by the hashes and seeds that both halves share, so
 * that no lattice arithmetic is needed (FIPS 204, 205; RFC 9881, RFC 9909).
 */
import { Fields, is, octets, readRoot, universal } from '../asn1/ber.ts';
import { equalBytes } from '../asn1/values.ts';
import { malformed } from '../failures.ts';
import { shake256 } from '../hashes/keccak.ts';
import type { Matcher } from './match.ts';
import { simpleKeyTypes } from './public-key.ts';

/** (k, l) of FIPS 204, table 1, and the length of an expanded private key. */
const mlDsaShapes: Readonly<Record<string, { k: number; l: number; expanded: number }>> = {
  'ml-dsa-44': { k: 4, l: 4, expanded: 2560 },
  'ml-dsa-65': { k: 6, l: 5, expanded: 4032 },
  'ml-dsa-87': { k: 8, l: 7, expanded: 4896 },
};

function seedAndExpanded(secret: Uint8Array, expandedLength: number, where: string) {
  if (secret.length === 32) return { seed: secret };
  if (secret.length === expandedLength) return { expanded: secret };
  if (secret.length === expandedLength + 32) return { seed: secret.subarray(0, 32) };
  const root = readRoot(secret, where, 'refuse');
  if (is(root, 0, 'context')) return { seed: octets(root, where, true) };
  if (is(root, universal.octetString)) {
    const bytes = octets(root, where);
    return bytes.length === 32 ? { seed: bytes } : { expanded: bytes };
  }
  const fields = Fields.of(root, where);
  return {
    seed: octets(fields.any('seed'), `${where}.seed`),
    expanded: octets(fields.any('expandedKey'), `${where}.expandedKey`),
  };
}

/**
 * By tr = SHAKE256(public key) in an expanded key (FIPS 204, algorithm 6), or by rho, the public
 * key's first 32 octets, which the seed determines.
 */
export function mlDsaMatcher(keyType: string, secret: Uint8Array, where: string): Matcher {
  const shape = mlDsaShapes[keyType];
  if (shape === undefined) throw malformed(where, 'key-type');
  const { seed, expanded } = seedAndExpanded(secret, shape.expanded, where);
  if (expanded !== undefined && expanded.length !== shape.expanded) {
    throw malformed(where, 'key-length');
  }
  if (seed !== undefined && seed.length !== 32) throw malformed(where, 'key-length');
  // Computed now: the key's octets are wiped after reading.
  const tr = expanded === undefined ? undefined : Uint8Array.from(expanded.subarray(64, 128));
  const numbers = Uint8Array.of(shape.k, shape.l);
  const rho =
    tr === undefined
      ? shake256(Buffer.concat([seed ?? new Uint8Array(), numbers]), 128)
      : undefined;
  return (publicKey) => {
    if (simpleKeyTypes[publicKey.oid] !== keyType) return false;
    if (tr !== undefined) return equalBytes(tr, shake256(publicKey.key, 64));
    return equalBytes(rho?.subarray(0, 32) ?? numbers, publicKey.key.subarray(0, 32));
  };
}

/** An SLH-DSA private key ends with its public key (FIPS 205, figure 15). */
export function slhDsaMatcher(secret: Uint8Array, where: string): Matcher {
  if (secret.length % 4 !== 0 || secret.length < 64) throw malformed(where, 'key-length');
  const own = Uint8Array.from(secret.subarray(secret.length / 2));
  return ({ key }) => equalBytes(own, key);
}
