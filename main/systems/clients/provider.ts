import type { ClientSource } from '../../../preload/contract/systems/clients.ts';

/** What a user wants of a new client. */
export interface WantedClient {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  /** What redirect URLs that are paths are appended to. */
  readonly rootUrl: string | null;
  /** For a client that was made elsewhere; where the system issues one it is not asked for. */
  readonly secret: string | null;
  /** ISO 8601 in UTC, as `secret`. */
  readonly createdAt: string | null;
}

/** What may be changed of a client that exists. */
export interface ClientChange {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
}

/** What the system made of it. Its words count where they differ from what was wanted. */
export interface IssuedClient {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
  /** Null for a public client. */
  readonly secret: string | null;
  /** ISO 8601 in UTC; null where the system does not say. */
  readonly createdAt: string | null;
  /** How the client is managed from now on; null where the system offers no way. */
  readonly management: Management | null;
}

/** Where one client is managed, and the token that allows it (RFC 7592, section 3). */
export interface Management {
  readonly url: string;
  readonly token: string;
}

export interface ChangedClient {
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
  /** Servers may hand out another token with every answer (RFC 7592, section 3). */
  readonly management: Management | null;
  /** The one that counts from now on, where the answer told it. */
  readonly secret?: string;
}

/**
 * One way in which a system's clients are made, changed and removed. All reject with AppError
 * `client-id-taken`, `registration-refused`, `registration-unavailable`, `registration-token-refused`, and
 * those of the network.
 */
export interface ClientProvider {
  readonly source: ClientSource;
  create(wanted: WantedClient): Promise<IssuedClient>;
  update(management: Management | null, change: ClientChange): Promise<ChangedClient>;
  /**
   * Asks for another secret in the place of `old`.
   * @throws AppError `secret-not-renewed` where the system goes on with the old one
   */
  rotate(
    management: Management | null,
    client: ClientChange,
    old: string | null,
  ): Promise<ChangedClient & { readonly secret: string }>;
  /** A client that is gone already counts as removed. */
  remove(management: Management | null): Promise<void>;
}

/** A client that lives with the system alone: nothing of it is kept here. */
export interface RealmClient {
  /** The system's own key of it. */
  readonly key: string;
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  readonly rootUrl: string | null;
  readonly hasSecret: boolean;
  readonly createdAt: string | null;
  /** False where the caller may look at it only. */
  readonly canChange: boolean;
}

export interface RealmListing {
  readonly clients: RealmClient[];
  /** False where the caller may look at the clients and nothing more. */
  readonly canCreate: boolean;
  /** The system has further ones, which are not asked for. */
  readonly hasMore: boolean;
}

/** Where the system itself lists its clients and hands out their secrets. Rejects as a provider does. */
export interface ClientDirectory {
  list(): Promise<RealmListing>;
  create(wanted: WantedClient): Promise<RealmClient>;
  update(key: string, change: ClientChange): Promise<RealmClient>;
  remove(key: string): Promise<void>;
  secret(key: string): Promise<string>;
  rotateSecret(key: string): Promise<void>;
}
