import type { ConnectionOptions, SecureContext } from 'node:tls';

/** What the server of a TLS connection is judged by. */
export interface Verifying {
  /** Made once: parsing all authorities for each connection would cost more than the handshake. */
  readonly context: SecureContext;
  readonly checkServer: NonNullable<ConnectionOptions['checkServerIdentity']>;
}
