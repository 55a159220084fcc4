import type { CipherSpec } from '../ciphers/schemes.ts';
import type { Derivation } from '../derivation/derive.ts';
import type { PassphraseEncoding } from './passphrase.ts';

/** A parsed AlgorithmIdentifier: what to derive, and how to decrypt with it. */
export interface EncryptionScheme {
  /** For display: `PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256 x 2048`. */
  readonly name: string;
  readonly cipher: CipherSpec;
  readonly weak: boolean;
  /** RC2 only. */
  readonly effectiveBits?: number;
  /** Whether PBKDF2 or scrypt use the passphrase as octets. */
  readonly usesRawPassphrase: boolean;
  derivations(passphrase: PassphraseEncoding): Derivation[];
  /** Key and IV from the results of `derivations`, in their order. */
  keyAndIv(derived: readonly Uint8Array[]): { key: Uint8Array; iv: Uint8Array };
}
