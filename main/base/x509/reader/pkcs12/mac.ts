/** Integrity: the MAC of RFC 7292 (4, B) and PBMAC1 (RFC 9579). */
import { timingSafeEqual } from 'node:crypto';
import { Fields, octets, type Tlv, universal } from '../asn1/ber.ts';
import { count, oidOf } from '../asn1/values.ts';
import { checkIterations, type ReadContext } from '../derivation/context.ts';
import type { Derivation } from '../derivation/derive.ts';
import { purpose } from '../derivation/pkcs12-kdf.ts';
import { malformed, ReaderError, unsupported } from '../failures.ts';
import { type HashSpec, hashByOid, hmac, hmacByOid } from '../hashes/registry.ts';
import { algorithmName } from '../names.ts';
import { skipNullParameters } from './encryption.ts';
import type { PassphraseEncoding } from './passphrase.ts';
import { parsePbkdf2 } from './pbes2.ts';

export interface Mac {
  readonly kind: 'mac' | 'pbmac1';
  readonly name: string;
  readonly weak: boolean;
  derivation(passphrase: PassphraseEncoding): Derivation;
  verify(key: Uint8Array, content: Uint8Array): boolean;
}

/** RFC 9579, 5: shorter keys let other passphrases verify. */
const shortestKey = 20;

function verifier(hash: HashSpec, expected: Uint8Array) {
  return (key: Uint8Array, content: Uint8Array): boolean => {
    const digest = hmac(hash, key)(content);
    return digest.length === expected.length && timingSafeEqual(digest, expected);
  };
}

function pbmac1(parameters: Fields, expected: Uint8Array, context: ReadContext): Mac {
  const kdf = parameters.sequence('keyDerivationFunc');
  const kdfOid = oidOf(kdf.any('algorithm'), `${kdf.where}.algorithm`);
  if (kdfOid !== '1.2.840.113549.1.5.12') {
    throw unsupported(`PBMAC1 with ${algorithmName(kdfOid)}`, kdf.where);
  }
  const derivation = parsePbkdf2(kdf.sequence('parameters'), context);
  const scheme = parameters.sequence('messageAuthScheme');
  const oid = oidOf(scheme.any('algorithm'), `${scheme.where}.algorithm`);
  const hash = hmacByOid[oid];
  if (hash === undefined) throw unsupported(`PBMAC1 with ${algorithmName(oid)}`, scheme.where);
  skipNullParameters(scheme);
  const { keyLength } = derivation;
  const where = `${kdf.where}.parameters.keyLength`;
  if (keyLength === undefined) throw malformed(where, 'missing');
  if (keyLength < shortestKey) throw malformed(where, 'too-short');
  if (keyLength > 1024) throw malformed(where, 'too-long');
  return {
    kind: 'pbmac1',
    name: `PBMAC1 HMAC-${hash.name}, ${derivation.name}`,
    weak: false,
    derivation: ({ raw }) => derivation.derivation(raw, keyLength),
    verify: verifier(hash, expected),
  };
}

/** Reads MacData; throws `malformed`, `unsupported` or `too-slow`. */
export function parseMac(tlv: Tlv, context: ReadContext): Mac {
  const fields = Fields.of(tlv, 'pfx.macData');
  const info = fields.sequence('mac');
  const algorithm = info.sequence('digestAlgorithm');
  const oid = oidOf(algorithm.any('algorithm'), `${algorithm.where}.algorithm`);
  const expected = octets(info.any('digest'), `${info.where}.digest`);
  info.finish();
  const salt = octets(fields.any('macSalt'), `${fields.where}.macSalt`);
  const countField = fields.optional('iterations', universal.integer);
  fields.finish();
  if (oid === '1.2.840.113549.1.5.14') {
    return pbmac1(algorithm.sequence('parameters'), expected, context);
  }
  const iterations = countField === undefined ? 1 : count(countField, 'pfx.macData.iterations');
  checkIterations(iterations, context, 'pfx.macData.iterations');
  const hash = hashByOid[oid];
  if (hash === undefined) throw unsupported(`MAC with ${algorithmName(oid)}`, algorithm.where);
  skipNullParameters(algorithm);
  if (expected.length !== hash.digestBytes) {
    throw new ReaderError('malformed', { where: `${info.where}.digest`, reason: 'length' });
  }
  return {
    kind: 'mac',
    name: `MAC ${hash.name} x ${iterations}`,
    weak: hash.name.startsWith('MD'),
    derivation: ({ bmp }) => ({
      kind: 'pkcs12',
      hash,
      purpose: purpose.mac,
      password: bmp,
      salt,
      iterations,
      length: hash.digestBytes,
    }),
    verify: verifier(hash, expected),
  };
}
