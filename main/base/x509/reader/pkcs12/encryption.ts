/** Password-based encryption: PKCS#12's own schemes (RFC 7292, C), PBES1 and PBES2 (RFC 8018). */
import { Fields, is, octets, type Tlv, universal } from '../asn1/ber.ts';
import { count, oidOf } from '../asn1/values.ts';
import {
  type CipherSpec,
  canDecrypt,
  desCbc,
  rc2Cbc,
  rc4Stream,
  tripleDes,
} from '../ciphers/schemes.ts';
import { checkIterations, type ReadContext } from '../derivation/context.ts';
import type { Derivation } from '../derivation/derive.ts';
import { purpose } from '../derivation/pkcs12-kdf.ts';
import { malformed, unsupported } from '../failures.ts';
import { type HashSpec, hashes } from '../hashes/registry.ts';
import { algorithmName } from '../names.ts';
import { parsePbes2 } from './pbes2.ts';
import type { EncryptionScheme } from './scheme.ts';

interface LegacyScheme {
  readonly name: string;
  readonly cipher: CipherSpec;
  readonly keyBytes: number;
}

const pkcs12Schemes: Readonly<Record<string, LegacyScheme>> = {
  '1.2.840.113549.1.12.1.1': { name: 'PBE RC4-128', cipher: rc4Stream, keyBytes: 16 },
  '1.2.840.113549.1.12.1.2': { name: 'PBE RC4-40', cipher: rc4Stream, keyBytes: 5 },
  '1.2.840.113549.1.12.1.3': { name: 'PBE 3DES', cipher: tripleDes, keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { name: 'PBE 2-key 3DES', cipher: tripleDes, keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { name: 'PBE RC2-128', cipher: rc2Cbc, keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { name: 'PBE RC2-40', cipher: rc2Cbc, keyBytes: 5 },
};

const pbes1Schemes: Readonly<Record<string, { hash: HashSpec; cipher: CipherSpec }>> = {
  '1.2.840.113549.1.5.1': { hash: hashes.md2, cipher: desCbc },
  '1.2.840.113549.1.5.4': { hash: hashes.md2, cipher: rc2Cbc },
  '1.2.840.113549.1.5.3': { hash: hashes.md5, cipher: desCbc },
  '1.2.840.113549.1.5.6': { hash: hashes.md5, cipher: rc2Cbc },
  '1.2.840.113549.1.5.10': { hash: hashes.sha1, cipher: desCbc },
  '1.2.840.113549.1.5.11': { hash: hashes.sha1, cipher: rc2Cbc },
};

interface SaltAndCount {
  readonly salt: Uint8Array;
  readonly iterations: number;
}

function saltAndCount(fields: Fields, context: ReadContext): SaltAndCount {
  const params = fields.sequence('parameters');
  const salt = octets(params.any('salt'), `${params.where}.salt`);
  const iterations = count(params.any('iterations'), `${params.where}.iterations`);
  params.finish();
  checkIterations(iterations, context, `${params.where}.iterations`);
  return { salt, iterations };
}

function pkcs12Scheme(legacy: LegacyScheme, { salt, iterations }: SaltAndCount): EncryptionScheme {
  const { cipher, keyBytes } = legacy;
  const derivation = (bmp: Uint8Array, id: 1 | 2, length: number): Derivation => ({
    kind: 'pkcs12',
    hash: hashes.sha1,
    purpose: id,
    password: bmp,
    salt,
    iterations,
    length,
  });
  return {
    name: `${legacy.name} x ${iterations}`,
    cipher,
    weak: cipher.weak === true,
    usesRawPassphrase: false,
    derivations: ({ bmp }) => [
      derivation(bmp, purpose.key, keyBytes),
      ...(cipher.mode === 'stream' ? [] : [derivation(bmp, purpose.iv, cipher.blockBytes)]),
    ],
    keyAndIv: ([key = new Uint8Array(), iv = new Uint8Array()]) => ({
      // Two-key 3DES: K1, K2, K1.
      key: cipher === tripleDes && keyBytes === 16 ? Buffer.concat([key, key.subarray(0, 8)]) : key,
      iv,
    }),
  };
}

function pbes1Scheme(
  { hash, cipher }: { hash: HashSpec; cipher: CipherSpec },
  { salt, iterations }: SaltAndCount,
): EncryptionScheme {
  return {
    name: `PBES1 ${hash.name} ${cipher.name} x ${iterations}`,
    cipher,
    weak: true,
    effectiveBits: 64,
    usesRawPassphrase: true,
    derivations: ({ raw }) => [
      { kind: 'pbkdf1', hash, password: raw, salt, iterations, length: 16 },
    ],
    keyAndIv: ([both = new Uint8Array()]) => ({ key: both.subarray(0, 8), iv: both.subarray(8) }),
  };
}

/**
 * Reads an AlgorithmIdentifier for encryption with a passphrase. Throws `unsupported` with the
 * algorithm's name, `malformed`, or `too-slow`.
 */
export function parseEncryption(tlv: Tlv, where: string, context: ReadContext): EncryptionScheme {
  const fields = Fields.of(tlv, where);
  const oid = oidOf(fields.any('algorithm'), `${where}.algorithm`);
  const legacy = pkcs12Schemes[oid];
  if (legacy !== undefined) return pkcs12Scheme(legacy, saltAndCount(fields, context));
  const pbes1 = pbes1Schemes[oid];
  if (pbes1 !== undefined) return pbes1Scheme(pbes1, saltAndCount(fields, context));
  if (oid !== '1.2.840.113549.1.5.13') throw unsupported(algorithmName(oid), where);
  const scheme = parsePbes2(fields.sequence('parameters'), context);
  if (!canDecrypt(scheme.cipher)) throw unsupported(scheme.cipher.name, where);
  return scheme;
}

/** Skips parameters that may be NULL or absent, as in AlgorithmIdentifiers of hashes. */
export function skipNullParameters(fields: Fields): void {
  const parameters = fields.peek('parameters');
  if (is(parameters, universal.null)) fields.any('parameters');
  if (!fields.done) throw malformed(`${fields.where}.parameters`, 'unexpected-tag');
}
