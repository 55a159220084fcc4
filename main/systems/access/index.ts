import type { Connection, TlsIdentity } from '../../base/network/index.ts';
import { type Link, type Links, requireAddress } from '../links/index.ts';
import type { Authorization, ProviderToken, TokenSide } from '../sign-in/types.ts';

/** Everything that a call to the Web API needs. */
export interface Access {
  readonly address: string;
  readonly connection: Connection;
  /** The client certificate to present; null for none. */
  readonly identity: TlsIdentity | null;
  /** The access token's side; null if no token is sent. */
  readonly authorization: Authorization | null;
}

/** Access to the identity provider's own interfaces as the signed-in user. */
export interface UserAccess extends ProviderToken, Pick<Access, 'connection' | 'identity'> {}

/** Links together with the caller's certificate key and token. */
export interface Accesses {
  /**
   * Starts the demo if it is the demo's, takes the certificate's key out of the vault, and ensures a session if one
   * is needed.
   * @throws AppError `address-invalid` without an address, or why there is no access now, such as `vault-locked`
   */
  openWebApi(systemId: string): Promise<Access>;
  /** Returns null while nobody is signed in. */
  openAsUser(systemId: string): Promise<UserAccess | null>;
  /** Returns the TLS identity for the service; null for none. @throws AppError `vault-locked` */
  identity(systemId: string, service: Link['service']): Promise<TlsIdentity | null>;
}

export function createAccess(deps: {
  readonly links: Pick<Links, 'to' | 'prepare'>;
  readonly certificates: {
    /** @throws AppError `not-found`, `vault-locked` */
    identity(id: string): Promise<TlsIdentity>;
  };
  readonly sessions: TokenSide;
}): Accesses {
  const { links, certificates, sessions } = deps;

  async function identityAt(link: Link): Promise<TlsIdentity | null> {
    const { systemId, certificateId, onlyForBoundToken } = link;
    if (certificateId === null) return null;
    if (onlyForBoundToken && !sessions.isCertificateBound(systemId)) return null;
    return certificates.identity(certificateId);
  }

  return {
    async openWebApi(systemId) {
      await links.prepare(systemId);
      if (links.to(systemId, 'webApi').byToken) {
        const unavailable = await sessions.unavailable(systemId);
        if (unavailable !== null) throw unavailable;
      }
      // Read after waiting, as one consistent state: no certificate goes to another's address.
      const link = requireAddress(links.to(systemId, 'webApi'));
      return {
        address: link.address,
        connection: link.connection,
        authorization: link.byToken ? sessions.authorization(systemId) : null,
        identity: await identityAt(link),
      };
    },

    async openAsUser(systemId) {
      const session = await sessions.providerToken(systemId);
      if (session === null) return null;
      const link = links.to(systemId, 'identityProvider');
      const presents = sessions.isCertificateBound(systemId);
      return {
        ...session,
        connection: link.connection,
        identity: presents ? await identityAt(link) : null,
      };
    },

    identity: async (systemId, service) => identityAt(links.to(systemId, service)),
  };
}
