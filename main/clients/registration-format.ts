import type { ClientChange, IssuedClient } from './provider.ts';

/** How a server wants a client described, and how it answers. */
export interface RegistrationFormat {
  request(wanted: ClientChange): Record<string, unknown>;
  /** Undefined where the answer has not the shape. */
  read(value: unknown, wanted: ClientChange, url: string): IssuedClient | undefined;
  /** What a request of another secret says. */
  newSecret(): Readonly<Record<string, string | undefined>>;
}
