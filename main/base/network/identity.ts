/** The app's client identity in TLS: PEM of the key and of leaf and chain. */
export interface TlsIdentity {
  /** Stable name of the identity (the certificate's fingerprint); connections are stored per identity. */
  readonly name: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** ISO 8601. */
  readonly notAfter: string;
}
