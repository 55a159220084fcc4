import type { Grant } from './session-driver.ts';

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
  /** The retry was refused too: the session has ended, and only signing in again helps. */
  refusedAgain(attached: Attached): void;
}
