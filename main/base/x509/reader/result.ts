import type { FailureDetails, FailureOutcome } from './failures.ts';
import type { CertificateDescription } from './x509/describe.ts';

/**
 * Type of a private key: `rsa`, `rsa-pss`, `ec:P-256` (other curves by name or object identifier), `ed25519`, `ed448`,
 * `dsa`, `ml-dsa-44`, `slh-dsa-sha2-128s` and so on.
 */
export type KeyType = string;

/** A certificate as in the file. */
export interface CertificateEntry {
  readonly der: Uint8Array;
  readonly pem: string;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly sha256: string;
  readonly friendlyName: string | null;
  /** Lower-case hexadecimal. */
  readonly localKeyId: string | null;
}

/** A private key in the file with one of its certificates, to choose from; does not contain the key itself. */
export interface KeyChoice {
  readonly index: number;
  /** Null if the key could not be opened. */
  readonly keyType: KeyType | null;
  /** Strength in bits as usually given: RSA and DSA modulus, EC field; null if it has no meaning. */
  readonly bits: number | null;
  readonly friendlyName: string | null;
  readonly localKeyId: string | null;
  /** The certificate; null if the file has none for this key. */
  readonly leaf: CertificateDescription | null;
  /** Why the key could not be opened or used; null if it could. */
  readonly problem: FailureOutcome | null;
}

export type ReadWarning =
  /** Without a MAC changes to the file cannot be detected. */
  | 'no-mac'
  /** The key was unencrypted in the file. */
  | 'key-not-encrypted'
  /** Encrypted or authenticated with a broken algorithm (RC2-40, RC4, DES, MD2, MD5). */
  | 'weak-encryption'
  /** The file encoded the passphrase against the standard. */
  | 'nonstandard-passphrase-encoding'
  /** More than one pair of key and certificate: ask which one. */
  | 'several-keys'
  | 'stray-certificates';

export interface ReadSuccess {
  readonly outcome: 'ok';
  readonly format: 'pkcs12' | 'pem' | 'der';
  readonly keys: readonly KeyChoice[];
  /** Index in `keys` of the pair that the fields below describe. */
  readonly keyIndex: number;
  readonly keyType: KeyType;
  readonly keyBits: number | null;
  /** PrivateKeyInfo, DER. The caller wipes it. */
  readonly privateKeyPkcs8: Uint8Array;
  readonly leaf: CertificateEntry;
  /** From the leaf's issuer upwards. */
  readonly chain: readonly CertificateEntry[];
  /** Certificates that belong neither to the leaf nor to its chain. */
  readonly strays: readonly CertificateEntry[];
  /** Number of certificates in the file. */
  readonly certificates: number;
  /** Name on the leaf's bag, else on the key's. */
  readonly friendlyName: string | null;
  readonly localKeyId: string | null;
  /** A name to show: friendlyName if suitable, else from the subject. */
  readonly proposedName: string;
  readonly integrity: 'mac' | 'pbmac1' | 'none';
  /** Names of all algorithms that protected the file, e.g. `PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256 x 2048`. */
  readonly algorithms: readonly string[];
  readonly warnings: readonly ReadWarning[];
}

export interface ReadFailure {
  readonly outcome: FailureOutcome;
  /**
   * Suitable for display. `wrong-password`: `reason` is `needed`, `mismatch`, `trimmed-works` (offer the passphrase
   * without the blanks around it), `privacy-differs` (the contents have another passphrase than the integrity check) or
   * `integrity-differs` (the passphrase opens the contents, the integrity check fails: altered, or protected with two
   * passphrases). `unsupported`: `algorithm`, `where`. `malformed`: `where`, `reason`, perhaps `offset`.
   * `not-a-certificate`: `kind`. `no-certificate`: `reason` is `none` or `no-match`. `too-large`, `too-slow`: `limit`.
   */
  readonly details: FailureDetails;
  /** Number of certificates found nevertheless. */
  readonly certificates: number | null;
  readonly keyType: KeyType | null;
}

export type ReadResult = ReadSuccess | ReadFailure;
