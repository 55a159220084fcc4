import type { AppError } from '../../../preload/contract/errors.ts';

/** An access token borrowed for one call. */
export interface Grant {
  readonly generation: number;
  readonly accessToken: string;
}

/** The authentication of one call by its access token. */
export interface CallAuthentication {
  /** Headers for the call; they contain the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly grant: Grant;
}

/** Authenticates a system's calls by token. Every method may wait for a running refresh. */
export interface Authorization {
  /** @throws AppError `session-signed-out`, `session-expired`, `vault-locked`, or why there is no token */
  attach(): Promise<CallAuthentication>;
  /** Call after 401 or 403: one refresh for all callers (spec/web-api.md, "States and transitions", rule 3). */
  renew(refused: CallAuthentication): Promise<CallAuthentication>;
  /**
   * Does the same for a call that may be refused for another reason: without a newer token the session continues with
   * its present one. Returns null then.
   */
  renewIfPossible(refused: CallAuthentication): Promise<CallAuthentication | null>;
  /** Call if the retry was refused too: the session has ended, and only signing in again helps. */
  refusedAgain(attached: CallAuthentication): void;
}

/** The tokens of the sessions, for calls to the systems' services. */
export interface TokenSide {
  authorization(systemId: string): Authorization;
  /** Returns why no call by token is possible now; null if one is, or waits for a sign-in. */
  unavailable(systemId: string): Promise<AppError | null>;
  /** Whether the access token works only with the certificate that it was issued to (RFC 8705). */
  isCertificateBound(systemId: string): boolean;
  /** Returns a token for the identity provider's own interfaces; null while nobody is signed in. */
  providerToken(systemId: string): Promise<ProviderToken | null>;
}

export interface ProviderToken {
  readonly issuer: string;
  /** Returns a valid access token. @throws AppError if the session has none */
  readonly token: () => Promise<string>;
}
