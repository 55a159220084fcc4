/** Who the app is towards a server over TLS: PEM of the key and of leaf and chain. */
export interface TlsIdentity {
  /** Stable name of the identity (the certificate's fingerprint): connections are kept per identity. */
  readonly name: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** ISO 8601. */
  readonly notAfter: string;
}
