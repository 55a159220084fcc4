import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';

const format = 1;
const nonceLength = 12;
const tagLength = 16;

/**
 * Seals with AES-256-GCM under a fresh nonce; `name` is authenticated, so that a sealed secret cannot
 * be put in another's place. Layout: format byte, nonce, tag, ciphertext.
 */
export function seal(key: Uint8Array, name: string, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(name, 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), body]);
}

/** @throws AppError `vault-damaged` when the bytes, the name or the key are not those of `seal`. */
export function unseal(key: Uint8Array, name: string, sealed: Uint8Array): Uint8Array {
  try {
    if (sealed[0] !== format) throw new Error(`unknown sealing format ${sealed[0]}`);
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceLength));
    decipher.setAAD(Buffer.from(name, 'utf8'));
    decipher.setAuthTag(bytes.subarray(1 + nonceLength, 1 + nonceLength + tagLength));
    const body = bytes.subarray(1 + nonceLength + tagLength);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new AppError('vault-damaged', { details: { name }, cause });
  }
}

/** Parameters of scrypt (RFC 7914), kept beside what they protect so that they can grow. */
export interface KeyDerivation {
  readonly salt: string;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

export function newKeyDerivation(): KeyDerivation {
  return {
    salt: randomBytes(16).toString('base64'),
    cost: 2 ** 17,
    blockSize: 8,
    parallelization: 1,
  };
}

/** 32 bytes from a passphrase; the passphrase is taken in Unicode NFKC so that input methods agree. */
export function deriveKey(passphrase: string, derivation: KeyDerivation): Promise<Uint8Array> {
  const { cost, blockSize, parallelization } = derivation;
  const salt = Buffer.from(derivation.salt, 'base64');
  const options = { cost, blockSize, parallelization, maxmem: 160 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
