import type { ConnectionOptions, SecureContext } from 'node:tls';

/** How a TLS connection verifies its server. */
export interface Verification {
  /** Created once: parsing all authorities for each connection would cost more than the handshake. */
  readonly context: SecureContext;
  readonly checkServer: NonNullable<ConnectionOptions['checkServerIdentity']>;
}
