import type { FailureDetails, FailureOutcome } from './failures.ts';
import type { CertificateDescription } from './x509/describe.ts';

/**
 * What a private key is: `rsa`, `rsa-pss`, `ec:P-256` (other curves by name or object identifier),
 * `ed25519`, `ed448`, `dsa`, `ml-dsa-44`, `slh-dsa-sha2-128s` and so on.
 */
export type KeyType = string;

/** One certificate as it stood in the file. */
export interface CertificateEntry {
  readonly der: Uint8Array;
  readonly pem: string;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly sha256: string;
  readonly friendlyName: string | null;
  /** Lower-case hexadecimal. */
  readonly localKeyId: string | null;
}

/** One private key in the file with one of its certificates, to choose from; the key itself is not in it. */
export interface KeyChoice {
  readonly index: number;
  /** Null where the key could not be opened. */
  readonly keyType: KeyType | null;
  /** Strength in bits as usually told: RSA and DSA modulus, EC field; null where it says nothing. */
  readonly bits: number | null;
  readonly friendlyName: string | null;
  readonly localKeyId: string | null;
  /** The certificate; null if the file has none for this key. */
  readonly leaf: CertificateDescription | null;
  /** Why the key could not be opened or used; null where it could. */
  readonly problem: FailureOutcome | null;
}

export type ReadWarning =
  /** No MAC: nobody can tell whether the file was changed. */
  | 'no-mac'
  /** The key lay in the file unencrypted. */
  | 'key-not-encrypted'
  /** Encrypted or authenticated with something long broken (RC2-40, RC4, DES, MD2, MD5). */
  | 'weak-encryption'
  /** The file turned the passphrase into octets against the standard. */
  | 'nonstandard-passphrase-encoding'
  /** More than one pair of key and certificate: ask which one. */
  | 'several-keys'
  | 'stray-certificates';

export interface ReadSuccess {
  readonly outcome: 'ok';
  readonly format: 'pkcs12' | 'pem' | 'der';
  readonly keys: readonly KeyChoice[];
  /** Index in `keys` of the one that the fields below are about. */
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
  /** How many certificates the file has in all. */
  readonly certificates: number;
  /** The name on the leaf's bag, else on the key's. */
  readonly friendlyName: string | null;
  readonly localKeyId: string | null;
  /** friendlyName if it is fit to be shown, else from the subject: something to call it by. */
  readonly proposedName: string;
  readonly integrity: 'mac' | 'pbmac1' | 'none';
  /** Names of everything the file was protected with, e.g. `PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256 x 2048`. */
  readonly algorithms: readonly string[];
  readonly warnings: readonly ReadWarning[];
}

export interface ReadFailure {
  readonly outcome: FailureOutcome;
  /**
   * Fit to be shown. `wrong-password`: `reason` is `needed`, `mismatch`, `trimmed-works` (offer the
   * passphrase without the blanks around it), `privacy-differs` (the contents have another
   * passphrase than the integrity check) or `integrity-differs` (the passphrase opens the contents,
   * the integrity check fails: altered, or protected with two passphrases). `unsupported`:
   * `algorithm`, `where`. `malformed`: `where`, `reason`, perhaps `offset`. `not-a-certificate`:
   * `kind`. `no-certificate`: `reason` is `none` or `no-match`. `too-large`, `too-slow`: `limit`.
   */
  readonly details: FailureDetails;
  /** What could be seen nevertheless. */
  readonly certificates: number | null;
  readonly keyType: KeyType | null;
}

export type ReadResult = ReadSuccess | ReadFailure;
