import type { AppError } from '../../../preload/contract/errors.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import type { Connection, TlsIdentity } from '../../base/network/index.ts';
import type { SecretScope } from '../../base/storage/vault/vault.ts';

/** One of a system's services. */
export type Service = AddressField;

/** A system's current settings for reaching one service; nothing in it needs waiting. */
export interface Link {
  readonly systemId: string;
  readonly service: Service;
  /** Base address, as `{base_url}`; null if the user has given none. */
  readonly address: string | null;
  /** Trust and proxy settings of its servers. */
  readonly connection: Connection;
  /** The imported certificate to present there; null for none. */
  readonly certificateId: string | null;
  /** Whether calls carry the session's access token. */
  readonly byToken: boolean;
}

/** An opened link: everything that a call needs. */
export interface Access {
  readonly address: string;
  readonly connection: Connection;
  /** The client certificate to present; null for none. */
  readonly identity: TlsIdentity | null;
  /** The access token's side; null if no token is sent. */
  readonly authorization: Authorization | null;
}

/** Access to the identity provider's own interfaces as the signed-in user. */
export interface UserAccess extends Pick<Access, 'connection' | 'identity'> {
  readonly issuer: string;
  /** Returns a valid access token. @throws AppError if the session has none */
  readonly token: () => Promise<string>;
}

/** An access token borrowed for one call. */
export interface Grant {
  readonly generation: number;
  readonly accessToken: string;
}

/** The authentication of one call by its access token. */
export interface Attached {
  /** Headers for the call; they contain the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly grant: Grant;
}

/** Authenticates a system's calls by token. Every method may wait for a running refresh. */
export interface Authorization {
  /** @throws AppError `session-signed-out`, `session-expired`, `vault-locked`, or why there is no token */
  attach(): Promise<Attached>;
  /** Call after 401 or 403: one refresh for all callers (spec/web-api.md, "States and transitions", rule 3). */
  renew(refused: Attached): Promise<Attached>;
  /**
   * Does the same for a call that may be refused for another reason: without a newer token the session continues with
   * its present one. Returns null then.
   */
  renewIfPossible(refused: Attached): Promise<Attached | null>;
  /** Call if the retry was refused too: the session has ended, and only signing in again helps. */
  refusedAgain(attached: Attached): void;
}

/** Settings that a system provides, so that the user need not enter them. */
export interface Brought {
  /** The client to sign in with until the user enters another. */
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** Where it registers clients (RFC 7591). */
  readonly registration: { readonly endpoint: string; readonly initialAccessToken: string | null };
}

/** The changes of a link. */
export interface LinkChange {
  readonly systemId: string;
  readonly service: Service;
  /** The address changed. */
  readonly address: boolean;
  /** The service changed with the address: nothing known about the old one is valid. */
  readonly moved: boolean;
  /** Authorities, pins or proxies changed. */
  readonly trust: boolean;
  /** The certificate, or the way of authentication, changed. */
  readonly identity: boolean;
  /** A key or session that it uses appeared or disappeared: calls that failed for that may work now. */
  readonly access: boolean;
  /** The system is gone. */
  readonly removed: boolean;
}

/** The parts of other domains that links need. */
export interface LinkParts {
  readonly certificates: {
    /** @throws AppError `not-found`, `vault-locked` */
    identity(id: string): Promise<TlsIdentity>;
  };
  readonly demo: {
    /** Starts it if necessary, and updates its system. @throws AppError `demo-not-running` */
    prepare(): Promise<unknown>;
    /** @throws AppError `demo-not-running` */
    brings(): Promise<Brought>;
  };
  readonly sessions: {
    authorization(systemId: string): Authorization;
    /** Returns why no call by token is possible now; null if one is, or waits for a sign-in. */
    unavailable(systemId: string): Promise<AppError | null>;
    /** Whether the access token works only with the certificate that it was issued to (RFC 8705). */
    isCertificateBound(systemId: string): boolean;
    /** Returns a token for the identity provider's own interfaces; null while nobody is signed in. */
    providerToken(systemId: string): Promise<Pick<UserAccess, 'issuer' | 'token'> | null>;
  };
}

/** Access to the systems' services: the only place that knows how to reach them. */
export interface Links {
  /** @throws AppError `no-system` */
  to(systemId: string, service: Service): Link;
  /**
   * Opens a link: starts the demo if it is the demo's, takes the certificate's key out of the vault, and ensures a
   * session if one is needed.
   * @throws AppError `address-invalid` without an address, or why there is no access now, such as `vault-locked`
   */
  open(systemId: string, service: Service): Promise<Access>;
  /** Returns null while nobody is signed in. */
  openAsUser(systemId: string): Promise<UserAccess | null>;
  /** Returns the TLS identity for the service; null for none. @throws AppError `vault-locked` */
  identity(systemId: string, service: Service): Promise<TlsIdentity | null>;
  /** Returns null for a system of the user. @throws AppError `demo-not-running` */
  brings(systemId: string): Promise<Brought | null>;
  /** Returns the scope that seals a system's secrets. */
  scope(systemId: string): SecretScope;
  /** Returns the scope for the key of a certificate with these in its chain (SHA-256 over the DER, lower-case hex). */
  scopeOfIssuedBy(fingerprints: readonly string[]): SecretScope;
  /** Returns whether the identity provider may have an administration. */
  isAdministered(systemId: string): boolean;
  /** Returns whether its addresses can be shared. */
  isShareable(systemId: string): boolean;
  /** Returns whether its API key may be shown. */
  showsKey(systemId: string): boolean;
  /** Called for each changed link; returns a function that stops listening. */
  onChange(listener: (change: LinkChange) => void): () => void;
  /** Call when an imported certificate gets another key. */
  certificateChanged(certificateId: string): void;
  /** Call when calls by token have become possible or impossible. */
  sessionChanged(systemId: string): void;
  close(): void;
}
