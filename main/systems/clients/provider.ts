import type { ClientSource } from '../../../preload/contract/systems/clients.ts';

/** The user's wishes for a new client. */
export interface WantedClient {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  /** Base of redirect URLs that are paths. */
  readonly rootUrl: string | null;
  /** For a client created elsewhere; not asked for if the system issues one. */
  readonly secret: string | null;
  /** ISO 8601 in UTC, as `secret`. */
  readonly createdAt: string | null;
}

/** Changeable fields of a client. */
export interface ClientChange {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
}

/** The client as the system created it. Its values take precedence over the requested ones. */
export interface IssuedClient {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
  /** Null for a public client. */
  readonly secret: string | null;
  /** ISO 8601 in UTC; null if the system does not say. */
  readonly createdAt: string | null;
  /** How to manage the client from now on; null if the system offers no way. */
  readonly management: Management | null;
}

/** Address for managing one client, and the token for it (RFC 7592, section 3). */
export interface Management {
  readonly url: string;
  readonly token: string;
}

export interface ChangedClient {
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
  /** Servers may return another token with every answer (RFC 7592, section 3). */
  readonly management: Management | null;
  /** The valid secret from now on, if the answer contained it. */
  readonly secret?: string;
}

/**
 * Creates, changes and deletes a system's clients in one way. All reject with AppError `client-id-taken`,
 * `registration-refused`, `registration-unavailable`, `registration-token-refused`, and those of the network.
 */
export interface ClientProvider {
  readonly source: ClientSource;
  create(wanted: WantedClient): Promise<IssuedClient>;
  update(management: Management | null, change: ClientChange): Promise<ChangedClient>;
  /**
   * Requests a secret that replaces `old`.
   * @throws AppError `secret-not-renewed` if the system continues with the old one
   */
  rotate(
    management: Management | null,
    client: ClientChange,
    old: string | null,
  ): Promise<ChangedClient & { readonly secret: string }>;
  /** A client that is already gone counts as removed. */
  remove(management: Management | null): Promise<void>;
}

/** A client that exists only at the system: nothing of it is stored here. */
export interface RealmClient {
  /** The system's own key for it. */
  readonly key: string;
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
  readonly hasSecret: boolean;
  readonly createdAt: string | null;
  /** False if the user may only view it. */
  readonly canChange: boolean;
}

export interface RealmListing {
  readonly clients: RealmClient[];
  /** False if the user may only view clients. */
  readonly canCreate: boolean;
  /** The system has more, which are not loaded. */
  readonly hasMore: boolean;
}

/** Lists a system's clients and returns their secrets. Rejects like a provider. */
export interface ClientDirectory {
  list(): Promise<RealmListing>;
  create(wanted: WantedClient): Promise<RealmClient>;
  update(key: string, change: ClientChange): Promise<RealmClient>;
  remove(key: string): Promise<void>;
  secret(key: string): Promise<string>;
  rotateSecret(key: string): Promise<void>;
}
