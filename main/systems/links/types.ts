import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import type { Connection } from '../../base/network/index.ts';
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
  /** The certificate goes along only with a token that was issued to it (RFC 8705). */
  readonly onlyForBoundToken: boolean;
  /** Whether calls carry the session's access token. */
  readonly byToken: boolean;
}

export interface LinkWithAddress extends Link {
  readonly address: string;
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

/** The demo, as far as links ask it. */
export interface Demo {
  /** Starts it if it does not run, and brings its system up to date. @throws AppError `demo-not-running` */
  prepare(): Promise<unknown>;
  /** @throws AppError `demo-not-running` */
  brings(): Promise<Brought>;
}

/** Where the services of the systems are, whom to trust there, and what of it changes. */
export interface Links {
  /** @throws AppError `no-system` */
  to(systemId: string, service: Service): Link;
  /** Starts the demo where the system is the demo's. @throws AppError `demo-not-running`, `no-system` */
  prepare(systemId: string): Promise<void>;
  /** The link of a service that is about to be called, after `prepare`. @throws AppError `address-invalid` too */
  open(systemId: string, service: Service): Promise<LinkWithAddress>;
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
