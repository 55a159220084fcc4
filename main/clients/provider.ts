/** What a user wants of a new client. */
export interface WantedClient {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
}

/** What the system made of it. Its words count where they differ from what was wanted. */
export interface IssuedClient {
  readonly clientId: string;
  readonly redirectUrls: readonly string[];
  /** Null for a public client. */
  readonly secret: string | null;
  /** ISO 8601 in UTC; null where the system does not say. */
  readonly createdAt: string | null;
  /** How the client is managed from now on; null where the system offers no way. */
  readonly management: Management | null;
}

/** RFC 7592, section 3: where one client is managed, and the token that allows it. */
export interface Management {
  readonly url: string;
  readonly token: string;
}

/** One way in which a system's clients are made and removed. */
export interface ClientProvider {
  /** @throws AppError `client-id-taken`, `registration-refused`, `registration-unavailable`, and those of the network */
  create(wanted: WantedClient): Promise<IssuedClient>;
  /** A client that is gone already counts as removed. @throws AppError as `create` */
  remove(management: Management): Promise<void>;
}
