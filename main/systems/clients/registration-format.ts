import type { ClientChange, IssuedClient } from './provider.ts';

/** A server's format for describing a client, and for its answers. */
export interface RegistrationFormat {
  request(wanted: ClientChange): Record<string, unknown>;
  /**
   * Every field but the Client ID has a default.
   * @param known the Client ID if it is known already; null requires it in the answer
   * @returns undefined without a Client ID
   */
  read(
    value: unknown,
    wanted: ClientChange,
    url: string,
    known: string | null,
  ): IssuedClient | undefined;
  /** Returns the members of a request for a new secret. */
  newSecret(): Readonly<Record<string, string | undefined>>;
}
