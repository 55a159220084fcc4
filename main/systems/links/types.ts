import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import type { Connection } from '../../base/network/index.ts';
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
  /** Whether the certificate is presented only with a token that was issued to it (RFC 8705). */
  readonly onlyForBoundToken: boolean;
  /** Whether calls carry the session's access token. */
  readonly byToken: boolean;
}

export interface LinkWithAddress extends Link {
  readonly address: string;
}

/** Settings that a system provides, so that the user need not enter them. */
export interface ProvidedSettings {
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

/** The part of the demo that links need. */
export interface Demo {
  /** Starts it if necessary, and updates its system. @throws AppError `demo-not-running` */
  prepare(): Promise<unknown>;
  /** @throws AppError `demo-not-running` */
  brings(): Promise<ProvidedSettings>;
}

/** Addresses and trust of the systems' services, and their changes. */
export interface Links {
  /** @throws AppError `no-system` */
  to(systemId: string, service: Service): Link;
  /** Starts the demo if the system is the demo's. @throws AppError `demo-not-running`, `no-system` */
  prepare(systemId: string): Promise<void>;
  /** Prepares, and returns the link of a service. @throws AppError `address-invalid`, and as `prepare` */
  open(systemId: string, service: Service): Promise<LinkWithAddress>;
  /** Returns null for a system of the user. @throws AppError `demo-not-running` */
  brings(systemId: string): Promise<ProvidedSettings | null>;
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
