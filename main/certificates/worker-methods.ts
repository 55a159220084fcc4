import type { CertificateDescription, ReadWarning } from './reader/index.ts';

/** One certificate with what is said of it. */
export interface DescribedCertificate {
  readonly pem: string;
  readonly description: CertificateDescription;
}

/** A file as the worker read it. */
export interface FileContents {
  readonly leaf: DescribedCertificate;
  /** Ordered by issuer, the leaf's issuer first. */
  readonly chain: readonly DescribedCertificate[];
  readonly strays: readonly DescribedCertificate[];
  /** PKCS#8 DER. */
  readonly key: Uint8Array;
  readonly keyType: string;
  readonly proposedName: string;
  readonly warnings: readonly ReadWarning[];
}

/** What the certificates worker does, away from main's event loop. */
export type CertificateMethods = {
  read: {
    input: { bytes: Uint8Array; passphrase: string | null };
    output: FileContents;
  };
  /** PEM of the key; encrypted (PBES2, AES-256) when a passphrase is given. */
  keyPem: {
    input: { key: Uint8Array; passphrase: string | null };
    output: { pem: string };
  };
};
