import { createCipheriv, pbkdf2 as pbkdf2Callback, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { integer, nullValue, octetString, oid, sequence } from '../reader/asn1/der.ts';

const pbkdf2 = promisify(pbkdf2Callback);

/** PBES2 with PBKDF2 (RFC 8018, 6.2), which every current reader supports. */
export interface WriterEncryption {
  readonly cipher?: 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc';
  readonly prf?: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /** Default 600,000 (OWASP's figure for PBKDF2 with SHA-256). */
  readonly iterations?: number;
}

const ciphers = {
  'aes-128-cbc': { oid: '2.16.840.1.101.3.4.1.2', keyBytes: 16 },
  'aes-192-cbc': { oid: '2.16.840.1.101.3.4.1.22', keyBytes: 24 },
  'aes-256-cbc': { oid: '2.16.840.1.101.3.4.1.42', keyBytes: 32 },
} as const;

const prfOids = {
  sha1: '1.2.840.113549.2.7',
  sha256: '1.2.840.113549.2.9',
  sha384: '1.2.840.113549.2.10',
  sha512: '1.2.840.113549.2.11',
} as const;

export const defaultIterations = 600_000;

export interface Encrypted {
  /** AlgorithmIdentifier, DER. */
  readonly algorithm: Uint8Array;
  readonly ciphertext: Uint8Array;
}

export async function encrypt(
  plaintext: Uint8Array,
  passphrase: string,
  encryption: WriterEncryption = {},
): Promise<Encrypted> {
  const { cipher = 'aes-256-cbc', prf = 'sha256', iterations = defaultIterations } = encryption;
  const salt = randomBytes(16);
  const iv = randomBytes(16);
  const { keyBytes } = ciphers[cipher];
  const key = await pbkdf2(Buffer.from(passphrase, 'utf8'), salt, iterations, keyBytes, prf);
  const encryptor = createCipheriv(cipher, key, iv);
  const ciphertext = Buffer.concat([encryptor.update(plaintext), encryptor.final()]);
  key.fill(0);
  const derivation = sequence(
    oid('1.2.840.113549.1.5.12'),
    sequence(
      octetString(salt),
      integer(iterations),
      // DER omits a default.
      ...(prf === 'sha1' ? [] : [sequence(oid(prfOids[prf]), nullValue())]),
    ),
  );
  const scheme = sequence(oid(ciphers[cipher].oid), octetString(iv));
  return {
    algorithm: sequence(oid('1.2.840.113549.1.5.13'), sequence(derivation, scheme)),
    ciphertext,
  };
}

/** EncryptedPrivateKeyInfo (RFC 5958, 3), DER. */
export async function encryptPrivateKey(
  pkcs8: Uint8Array,
  passphrase: string,
  encryption?: WriterEncryption,
): Promise<Uint8Array> {
  const { algorithm, ciphertext } = await encrypt(pkcs8, passphrase, encryption);
  return sequence(algorithm, octetString(ciphertext));
}
