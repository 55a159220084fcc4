import type { AppError } from '../../../preload/contract/errors.ts';

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

/** What calls by token ask of the sessions. */
export interface TokenSide {
  authorization(systemId: string): Authorization;
  /** Why no call by token can be made now; null while one can, or waits for a sign-in. */
  unavailable(systemId: string): Promise<AppError | null>;
  /** The access token works only with the certificate that it was issued to (RFC 8705). */
  isCertificateBound(systemId: string): boolean;
  /** A token for the identity provider's own interfaces; null while nobody is signed in. */
  providerToken(systemId: string): Promise<ProviderToken | null>;
}

export interface ProviderToken {
  readonly issuer: string;
  /** A valid access token. @throws AppError where the session cannot give one */
  readonly token: () => Promise<string>;
}
