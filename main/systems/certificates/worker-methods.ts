import type { ForeignKind as NamedKind } from '../../../preload/contract/systems/certificates.ts';
import type {
  CertificateDescription,
  ForeignKind,
  KeyChoice,
  ReadWarning,
} from '../../base/x509/reader/index.ts';

type Nothing<T extends never> = T;
/** Does not compile if the reader knows a kind of file without a sentence. @public */
export type KindWithoutSentence = Nothing<Exclude<ForeignKind, NamedKind>>;

/** A certificate with its description. */
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
  readonly keys: readonly KeyChoice[];
  readonly keyIndex: number;
  readonly proposedName: string;
  readonly warnings: readonly ReadWarning[];
}

export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly passphrase: string | null;
  readonly secondFile?: Uint8Array | undefined;
  readonly keyIndex?: number | undefined;
}

/** Methods of the certificates worker, outside main's event loop. */
export type CertificateMethods = {
  read: {
    /** `now`: milliseconds since 1970. */
    input: FileToRead & { readonly now: number };
    output: FileContents;
  };
  /** PEM of the key, encrypted with the passphrase (PBES2, AES-256). */
  keyPem: {
    input: { key: Uint8Array; passphrase: string };
    output: { pem: string };
  };
  /** A modern PKCS#12 file; `certificates` are PEM, the leaf first. */
  pkcs12: {
    input: {
      key: Uint8Array;
      certificates: readonly string[];
      friendlyName: string;
      passphrase: string;
    };
    output: { bytes: Uint8Array };
  };
};
