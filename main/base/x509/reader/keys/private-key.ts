/**
 * Parses private keys (RFC 5958) by hand: which certificate a key belongs to must be the same in every runtime, even
 * for key types that it does not know.
 */
import { Fields, octets, rawBytes, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { oid as derOid, integer, octetString, sequence, toDer } from '../asn1/der.ts';
import { count, oidOf } from '../asn1/values.ts';
import { malformed, unsupported } from '../failures.ts';
import { algorithmName } from '../names.ts';
import { dsaMatcher, ecMatcher, edwardsMatcher, type Matcher, rsaMatcher } from './match.ts';
import { mlDsaMatcher, slhDsaMatcher } from './post-quantum.ts';
import { bitLength, ecKind, type KeyKind, keyOids, simpleKeyTypes } from './public-key.ts';

export interface PrivateKey extends KeyKind {
  /** PrivateKeyInfo version 1, DER, without attributes: every TLS stack reads it. */
  readonly pkcs8: Uint8Array;
  /** Returns whether a certificate's public key belongs to this key. */
  readonly matches: Matcher;
}

interface KeyParts {
  readonly parameters: Tlv | undefined;
  readonly secret: Uint8Array;
  readonly oid: string;
  readonly where: string;
}

/** No signature algorithm uses these keys, so no TLS client can. */
const cannotSign = /^(ml-kem|x25519|x448)/;

function understand({ oid, parameters, secret, where }: KeyParts): KeyKind & { matches: Matcher } {
  const keyType = simpleKeyTypes[oid];
  if (oid === keyOids.ec) {
    const kind = ecKind(parameters, where);
    return { ...kind, matches: ecMatcher(parameters, secret, where) };
  }
  if (keyType === undefined) throw unsupported(algorithmName(oid), where);
  if (cannotSign.test(keyType)) throw unsupported(keyType.toUpperCase(), where);
  if (keyType.startsWith('rsa')) {
    const { matches, n } = rsaMatcher(secret, where);
    return { keyType, bits: bitLength(n), matches };
  }
  if (keyType === 'dsa') {
    const { matches, p } = dsaMatcher(parameters, secret, where);
    return { keyType, bits: bitLength(p), matches };
  }
  if (keyType === 'ed25519' || keyType === 'ed448') {
    return {
      keyType,
      bits: keyType === 'ed25519' ? 256 : 456,
      matches: edwardsMatcher(keyType, secret, where),
    };
  }
  if (keyType.startsWith('ml-dsa')) {
    return { keyType, bits: null, matches: mlDsaMatcher(keyType, secret, where) };
  }
  return { keyType, bits: null, matches: slhDsaMatcher(secret, where) };
}

/** Parses a PrivateKeyInfo or OneAsymmetricKey; throws `malformed` or `unsupported`. */
export function parsePrivateKey(bytes: Uint8Array, where: string): PrivateKey {
  const fields = Fields.of(readRoot(bytes, where, 'allow'), where);
  const version = count(fields.take('version', universal.integer), `${where}.version`);
  if (version > 1) throw malformed(`${where}.version`, 'version');
  const algorithmField = fields.any('privateKeyAlgorithm');
  const algorithm = Fields.of(algorithmField, `${where}.privateKeyAlgorithm`);
  const oid = oidOf(algorithm.any('algorithm'), `${algorithm.where}.algorithm`);
  const parameters = algorithm.done ? undefined : algorithm.any('parameters');
  const secret = octets(fields.any('privateKey'), `${where}.privateKey`);
  for (const extra of fields.rest('attributes')) {
    if (extra.tagClass !== 'context' || extra.tag > 1) {
      throw malformed(`${where}.attributes`, 'unexpected-tag', extra.start);
    }
  }
  const understood = understand({ oid, parameters, secret, where: `${where}.privateKey` });
  const inner = innerDer(oid, secret, where);
  return {
    ...understood,
    pkcs8: sequence(integer(0), toDer(algorithmField, algorithm.where), octetString(inner)),
  };
}

/** RSA, EC and DSA secrets are ASN.1 themselves and may be BER too. */
function innerDer(oid: string, secret: Uint8Array, where: string): Uint8Array {
  const structured = [keyOids.rsa, keyOids.rsaPss, keyOids.ec, keyOids.dsa] as readonly string[];
  if (!structured.includes(oid)) return secret;
  const root = readRoot(secret, `${where}.privateKey`, 'allow');
  return root.indefinite ? toDer(root, where) : rawBytes(root);
}

/** Wraps a bare RSAPrivateKey, ECPrivateKey or DSA key into PKCS#8. */
export function wrapTraditional(
  oid: string,
  parameters: Uint8Array,
  secret: Uint8Array,
): Uint8Array {
  return sequence(integer(0), sequence(derOid(oid), parameters), octetString(secret));
}
