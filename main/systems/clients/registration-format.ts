import type { ClientChange, IssuedClient } from './provider.ts';

/** How a server wants a client described, and how it answers. */
export interface RegistrationFormat {
  request(wanted: ClientChange): Record<string, unknown>;
  /**
   * Every field but the Client ID has a fallback.
   * @param known The Client ID where it is known already; null requires the answer to tell it
   * @returns undefined where nobody tells the Client ID
   */
  read(
    value: unknown,
    wanted: ClientChange,
    url: string,
    known: string | null,
  ): IssuedClient | undefined;
  /** What a request of another secret says. */
  newSecret(): Readonly<Record<string, string | undefined>>;
}
