import type { AppError } from '../../../preload/contract/errors.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import type { Connection, TlsIdentity } from '../../base/network/index.ts';
import type { SecretScope } from '../../base/storage/vault/vault.ts';

/** One of a system's services. */
export type Service = AddressField;

/** How a service of a system is reached by what the system says now; nothing of it has to be waited for. */
export interface Link {
  readonly systemId: string;
  readonly service: Service;
  /** Base address, as `{base_url}`; null where the user has given none. */
  readonly address: string | null;
  /** How its servers are trusted and reached. */
  readonly connection: Connection;
  /** The imported certificate that is presented there; null: none. */
  readonly certificateId: string | null;
  /** Whether calls carry the session's access token. */
  readonly byToken: boolean;
}

/** The same, opened: what a call needs. */
export interface Access {
  readonly address: string;
  readonly connection: Connection;
  /** The client certificate to present; null: none. */
  readonly identity: TlsIdentity | null;
  /** The access token's side; null where no token is sent. */
  readonly authorization: Authorization | null;
}

/** The identity provider's own interfaces, as the user who is signed in. */
export interface UserAccess extends Pick<Access, 'connection' | 'identity'> {
  readonly issuer: string;
  /** A valid access token. @throws AppError where the session cannot give one */
  readonly token: () => Promise<string>;
}

/** An access token on loan for one call. */
export interface Grant {
  readonly generation: number;
  readonly accessToken: string;
}

/** How one call proves who is calling by its access token. */
export interface Attached {
  /** To be sent with the call; they hold the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly grant: Grant;
}

/** The token side of a system's calls. Every method may wait for a running refresh. */
export interface Authorization {
  /** @throws AppError `session-signed-out`, `session-expired`, `vault-locked`, or why no token could be had */
  attach(): Promise<Attached>;
  /** After 401 or 403: one refresh for all who ask (spec/web-api.md, "States and transitions", rule 3). */
  renew(refused: Attached): Promise<Attached>;
  /**
   * The same for a call that may be refused for its own sake: where there is no newer token to be had, the session
   * goes on with the one that it has. Null then.
   */
  renewIfPossible(refused: Attached): Promise<Attached | null>;
  /** The retry was refused too: the session has ended, and only signing in again helps. */
  refusedAgain(attached: Attached): void;
}

/** What a system brings along, so that the user need not enter it. */
export interface Brought {
  /** The client to sign in with until the user enters another. */
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** Where it registers clients (RFC 7591). */
  readonly registration: { readonly endpoint: string; readonly initialAccessToken: string | null };
}

/** What became different about a link. */
export interface LinkChange {
  readonly systemId: string;
  readonly service: Service;
  /** Another address. */
  readonly address: boolean;
  /** With it another service: nothing that is known of the old one holds. */
  readonly moved: boolean;
  /** Other authorities, pins or proxies. */
  readonly trust: boolean;
  /** Another certificate, or another way of saying who is calling. */
  readonly identity: boolean;
  /** A key or a session that it takes has come or gone: what failed for that may work now. */
  readonly access: boolean;
  /** The system is gone. */
  readonly removed: boolean;
}

/** The domains that hold a part of a link, as far as it is asked of them. */
export interface LinkParts {
  readonly certificates: {
    /** @throws AppError `not-found`, `vault-locked` */
    identity(id: string): Promise<TlsIdentity>;
  };
  readonly demo: {
    /** Starts it if it does not run, and brings its system up to date. @throws AppError `demo-not-running` */
    prepare(): Promise<unknown>;
    /** @throws AppError `demo-not-running` */
    brings(): Promise<Brought>;
  };
  readonly sessions: {
    authorization(systemId: string): Authorization;
    /** Why no call by token can be made now; null while one can, or waits for a sign-in. */
    unavailable(systemId: string): Promise<AppError | null>;
    /** The access token works only with the certificate that it was issued to (RFC 8705). */
    isCertificateBound(systemId: string): boolean;
    /** A token for the identity provider's own interfaces; null while nobody is signed in. */
    providerToken(systemId: string): Promise<Pick<UserAccess, 'issuer' | 'token'> | null>;
  };
}

/** How the services of the systems are reached: the one place that knows. */
export interface Links {
  /** @throws AppError `no-system` */
  to(systemId: string, service: Service): Link;
  /**
   * Opens a link: starts the demo where it is the demo's, takes the certificate's key out of the vault, and
   * makes sure that a session is there where one is needed.
   * @throws AppError `address-invalid` where none is given, or why there is no way now, such as `vault-locked`
   */
  open(systemId: string, service: Service): Promise<Access>;
  /** Null while nobody is signed in. */
  openAsUser(systemId: string): Promise<UserAccess | null>;
  /** Who the app is there by a certificate; null: nobody. @throws AppError `vault-locked` */
  identity(systemId: string, service: Service): Promise<TlsIdentity | null>;
  /** Null for a system of the user's own. @throws AppError `demo-not-running` */
  brings(systemId: string): Promise<Brought | null>;
  /** What seals the secrets of a system. */
  scope(systemId: string): SecretScope;
  /** What seals the key of a certificate whose chain has these (SHA-256 over the DER, lower-case hex). */
  scopeOfIssuedBy(fingerprints: readonly string[]): SecretScope;
  /** Whether the identity provider may have an administration to ask. */
  isAdministered(systemId: string): boolean;
  /** Whether its addresses can be handed to others. */
  isShareable(systemId: string): boolean;
  /** Whether its API key may be shown. */
  showsKey(systemId: string): boolean;
  /** Called for each link that has become different; gives the way to stop listening. */
  onChange(listener: (change: LinkChange) => void): () => void;
  /** To be told when another key stands behind an imported certificate. */
  certificateChanged(certificateId: string): void;
  /** To be told when calls by token have become possible or impossible. */
  sessionChanged(systemId: string): void;
  close(): void;
}
