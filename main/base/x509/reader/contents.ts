import { ReaderError } from './failures.ts';
import type { PrivateKey } from './keys/private-key.ts';
import type { ReadWarning } from './result.ts';
import type { ParsedCertificate } from './x509/certificate.ts';

export interface BagAttributes {
  readonly friendlyName: string | null;
  /** Lower-case hexadecimal. */
  readonly localKeyId: string | null;
}

export const noAttributes: BagAttributes = { friendlyName: null, localKeyId: null };

export interface FoundCertificate extends BagAttributes {
  readonly certificate: ParsedCertificate;
}

export interface FoundKey extends BagAttributes {
  /** The key, or why it cannot be used. */
  readonly key: PrivateKey | ReaderError;
}

/** Everything in one file, in any format. */
export interface Contents {
  readonly format: 'pkcs12' | 'pem' | 'der';
  readonly keys: readonly FoundKey[];
  readonly certificates: readonly FoundCertificate[];
  /** Reasons why parts other than keys could not be opened. */
  readonly failures: readonly ReaderError[];
  readonly integrity: 'mac' | 'pbmac1' | 'none';
  readonly algorithms: readonly string[];
  readonly warnings: readonly ReadWarning[];
}

/** Returns a key, or the reason why `read` fails. */
export function foundKey(attributes: BagAttributes, read: () => PrivateKey): FoundKey {
  try {
    return { ...attributes, key: read() };
  } catch (error) {
    if (error instanceof ReaderError) return { ...attributes, key: error };
    throw error;
  }
}
