import { type Fields, is, octets, universal } from '../asn1/ber.ts';
import { count, oidOf } from '../asn1/values.ts';
import { type CipherSpec, cipherByOid } from '../ciphers/schemes.ts';
import { checkIterations, type ReadContext } from '../derivation/context.ts';
import type { Derivation } from '../derivation/derive.ts';
import { malformed, ReaderError, unsupported } from '../failures.ts';
import { type HashSpec, hashes, hmacByOid } from '../hashes/registry.ts';
import { algorithmName } from '../names.ts';
import type { EncryptionScheme } from './scheme.ts';

export interface KeyDerivation {
  readonly name: string;
  /** keyLength, if the parameters have it. */
  readonly keyLength: number | undefined;
  derivation(raw: Uint8Array, length: number): Derivation;
}

/** PBKDF2-params (RFC 8018, A.2). */
export function parsePbkdf2(params: Fields, context: ReadContext): KeyDerivation {
  const { where } = params;
  const saltField = params.any('salt');
  if (is(saltField, universal.sequence)) throw unsupported('PBKDF2 otherSource salt', where);
  const salt = octets(saltField, `${where}.salt`);
  const iterations = count(params.any('iterationCount'), `${where}.iterationCount`);
  checkIterations(iterations, context, `${where}.iterationCount`);
  const lengthField = params.optional('keyLength', universal.integer);
  const keyLength =
    lengthField === undefined ? undefined : count(lengthField, `${where}.keyLength`);
  if (keyLength === 0) throw malformed(`${where}.keyLength`, 'zero');
  let hash: HashSpec = hashes.sha1;
  if (!params.done) {
    const prf = params.sequence('prf');
    const oid = oidOf(prf.any('algorithm'), `${prf.where}.algorithm`);
    const known = hmacByOid[oid];
    if (known === undefined) throw unsupported(`PBKDF2 ${algorithmName(oid)}`, where);
    hash = known;
  }
  params.finish();
  return {
    name: `PBKDF2 HMAC-${hash.name} x ${iterations}`,
    keyLength,
    derivation: (raw, length) => ({
      kind: 'pbkdf2',
      hash,
      password: raw,
      salt,
      iterations,
      length,
    }),
  };
}

/** scrypt-params (RFC 7914, 7.1). */
function parseScrypt(params: Fields, context: ReadContext): KeyDerivation {
  const { where } = params;
  const salt = octets(params.any('salt'), `${where}.salt`);
  const cost = count(params.any('costParameter'), `${where}.costParameter`);
  const blockSize = count(params.any('blockSize'), `${where}.blockSize`);
  const parallelization = count(params.any('parallelization'), `${where}.parallelization`);
  const lengthField = params.optional('keyLength', universal.integer);
  const keyLength =
    lengthField === undefined ? undefined : count(lengthField, `${where}.keyLength`);
  params.finish();
  if (blockSize < 1 || parallelization < 1 || cost < 2) throw malformed(where, 'scrypt');
  const { scryptBytes } = context.limits;
  if (128 * cost * blockSize > scryptBytes || 128 * blockSize * parallelization > scryptBytes) {
    throw new ReaderError('too-slow', { where, limit: scryptBytes, algorithm: 'scrypt' });
  }
  if (cost * blockSize * parallelization > 2 ** 24) {
    throw new ReaderError('too-slow', { where, limit: 2 ** 24, algorithm: 'scrypt' });
  }
  if (!Number.isInteger(Math.log2(cost))) throw malformed(`${where}.costParameter`, 'scrypt');
  return {
    name: `scrypt N=${cost} r=${blockSize} p=${parallelization}`,
    keyLength,
    derivation: (raw, length) => ({
      kind: 'scrypt',
      password: raw,
      salt,
      cost,
      blockSize,
      parallelization,
      length,
    }),
  };
}

export function parseKeyDerivation(fields: Fields, context: ReadContext): KeyDerivation {
  const oid = oidOf(fields.any('algorithm'), `${fields.where}.algorithm`);
  if (oid === '1.2.840.113549.1.5.12') {
    return parsePbkdf2(fields.sequence('parameters'), context);
  }
  if (oid === '1.3.6.1.4.1.11591.4.11') {
    return parseScrypt(fields.sequence('parameters'), context);
  }
  throw unsupported(algorithmName(oid), fields.where);
}

interface CipherParameters {
  readonly iv: Uint8Array;
  readonly effectiveBits?: number;
  readonly keyBytes?: number;
}

/** rc2ParameterVersion codes of RFC 2268, section 6; 256 and more stand for themselves. */
const rc2Versions: Readonly<Record<number, number>> = { 160: 40, 120: 64, 58: 128 };

function cipherParameters(cipher: CipherSpec, scheme: Fields): CipherParameters {
  const where = `${scheme.where}.parameters`;
  const field = scheme.peek('parameters');
  if (cipher.mode === 'stream' || cipher.mode === 'ecb') return { iv: new Uint8Array() };
  if (!is(field, universal.sequence)) {
    const iv = octets(scheme.any('parameters'), where);
    if (iv.length !== cipher.blockBytes) throw malformed(where, 'iv-length');
    return { iv, ...(cipher.name.startsWith('RC2') ? { effectiveBits: 32 } : {}) };
  }
  const params = scheme.sequence('parameters');
  const isRc2 = cipher.name.startsWith('RC2');
  if (!isRc2 && !cipher.name.startsWith('CAST5')) throw malformed(where, 'unexpected-tag');
  const versionField = isRc2 ? params.optional('version', universal.integer) : undefined;
  const iv = octets(params.any('iv'), `${where}.iv`);
  if (iv.length !== cipher.blockBytes) throw malformed(`${where}.iv`, 'iv-length');
  if (!isRc2) {
    const bits = params.done ? 128 : count(params.any('keyLength'), `${where}.keyLength`);
    return { iv, keyBytes: bits / 8 };
  }
  if (versionField === undefined) return { iv, effectiveBits: 32 };
  const version = count(versionField, `${where}.version`);
  const effectiveBits = rc2Versions[version] ?? version;
  if (effectiveBits > 1024 || (version < 256 && rc2Versions[version] === undefined)) {
    throw unsupported(`RC2 version ${version}`, where);
  }
  return { iv, effectiveBits };
}

function keyLengthOf(
  cipher: CipherSpec,
  asked: number | undefined,
  { keyBytes, effectiveBits }: CipherParameters,
  where: string,
): number {
  const usual = keyBytes ?? (effectiveBits === undefined ? cipher.keyBytes : effectiveBits / 8);
  const length = asked ?? usual;
  const [low, high] = cipher.keyRange ?? [cipher.keyBytes, cipher.keyBytes];
  if (!Number.isInteger(length) || length < low || length > high) {
    throw malformed(`${where}.keyLength`, 'key-length');
  }
  return length;
}

/** PBES2-params (RFC 8018, A.4). */
export function parsePbes2(params: Fields, context: ReadContext): EncryptionScheme {
  const derivation = parseKeyDerivation(params.sequence('keyDerivationFunc'), context);
  const scheme = params.sequence('encryptionScheme');
  const oid = oidOf(scheme.any('algorithm'), `${scheme.where}.algorithm`);
  const found = cipherByOid[oid];
  if (found === undefined) throw unsupported(algorithmName(oid), scheme.where);
  const parameters = cipherParameters(found, scheme);
  // Old NSS named AES-128 and encrypted with a key of keyLength.
  const cipher = aesOfLength(found, derivation.keyLength);
  const length = keyLengthOf(cipher, derivation.keyLength, parameters, params.where);
  return {
    name: `PBES2 ${cipher.name}, ${derivation.name}`,
    cipher,
    weak: cipher.weak === true,
    ...(parameters.effectiveBits === undefined ? {} : { effectiveBits: parameters.effectiveBits }),
    usesRawPassphrase: true,
    derivations: ({ raw }) => [derivation.derivation(raw, length)],
    keyAndIv: ([key = new Uint8Array()]) => ({ key, iv: parameters.iv }),
  };
}

function aesOfLength(cipher: CipherSpec, keyLength: number | undefined): CipherSpec {
  if (cipher.name !== 'AES-128-CBC' || keyLength !== 32) return cipher;
  return cipherByOid['2.16.840.1.101.3.4.1.42'] ?? cipher;
}
