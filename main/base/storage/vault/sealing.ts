import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { SecretScope } from './vault.ts';

export const format = 2;
/** Bytes of every key here. */
export const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** The place of a sealed secret: its key, and the name of its row (its kind and id). */
export interface Place {
  readonly scope: SecretScope | 'vault';
  readonly name: string;
}

/** Returns the additional authenticated data. JSON, so that no two places give the same bytes. */
function bound({ scope, name }: Place): string {
  return JSON.stringify(['compute-desk', format, scope, name]);
}

/**
 * Seals with AES-256-GCM under a fresh nonce. Place and format are authenticated, so that a sealed secret is invalid in
 * another place or under another key. Layout: format byte, nonce, tag, ciphertext.
 */
export function seal(key: Uint8Array, place: Place, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(bound(place), 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), body]);
}

/** @throws AppError `vault-damaged` if bytes, place or key do not match those of `seal`. */
export function unseal(key: Uint8Array, place: Place, sealed: Uint8Array): Uint8Array {
  return open(key, format, bound(place), place.name, sealed);
}

/** Unseals the first format, which authenticated only a name. Only for resealing. @throws AppError `vault-damaged` */
export function unsealFirstFormat(key: Uint8Array, name: string, sealed: Uint8Array): Uint8Array {
  return open(key, 1, name, name, sealed);
}

function open(
  key: Uint8Array,
  expected: number,
  associated: string,
  name: string,
  sealed: Uint8Array,
): Uint8Array {
  try {
    if (sealed[0] !== expected) throw new Error(`sealing format ${sealed[0]}, not ${expected}`);
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const nonce = bytes.subarray(1, 1 + nonceLength);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(associated, 'utf8'));
    decipher.setAuthTag(bytes.subarray(1 + nonceLength, 1 + nonceLength + tagLength));
    const body = bytes.subarray(1 + nonceLength + tagLength);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new AppError('vault-damaged', { details: { name }, cause });
  }
}

/** Parameters of scrypt (RFC 7914), stored with what they protect so that they can grow. */
export interface KeyDerivation {
  readonly salt: string;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** scrypt's N for new derivations. */
export const passphraseCost = 2 ** 17;

export function newKeyDerivation(cost: number): KeyDerivation {
  return {
    salt: randomBytes(16).toString('base64'),
    cost,
    blockSize: 8,
    parallelization: 1,
  };
}

/** Derives 32 bytes from a passphrase in Unicode NFKC, so that input methods agree. */
export function deriveKey(passphrase: string, derivation: KeyDerivation): Promise<Uint8Array> {
  const { cost, blockSize, parallelization } = derivation;
  const salt = Buffer.from(derivation.salt, 'base64');
  const options = { cost, blockSize, parallelization, maxmem: 160 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
