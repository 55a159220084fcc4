import * as z from 'zod';
import { parseForeign } from '../../../common/texts/json.ts';
import { json } from '../../../preload/contract/shapes.ts';
import type { TokenFacts } from '../../../preload/contract/systems/session.ts';

const idTokenParts = z.object({ header: json, claims: z.record(z.string(), json) });
export type IdToken = z.infer<typeof idTokenParts>;

/** The tokens of one response with their metadata: sealed in the vault, stored nowhere else. */
export const tokenSet = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Stored for `id_token_hint` at sign-out. */
  rawIdToken: z.string().nullable(),
  idToken: idTokenParts.nullable(),
  /** Wall clock, ms. */
  receivedAt: z.number(),
  /** Provider's clock minus ours then, ms. */
  clockSkew: z.number().nullable(),
  tokenType: z.string(),
  /** Seconds, as the provider said. */
  expiresIn: z.number().nullable(),
  refreshExpiresIn: z.number().nullable(),
  /** Seconds since the epoch; tokens issued before are invalid. 0 or null: no such policy. */
  notBefore: z.number().nullable(),
  sessionState: z.string().nullable(),
  scope: z.string().nullable(),
  askedScope: z.string(),
  nonce: z.string(),
  redirectUrl: z.string(),
});
export type TokenSet = z.infer<typeof tokenSet>;

/** Longer lifetimes are mistakes, and dates would overflow. */
const longestLifetime = 10 * 365 * 24 * 60 * 60;

/** Returns the lifetime of the access token from `receivedAt`, ms; null if unknown (absent or 0). */
export function accessLifetime({ expiresIn }: TokenSet): number | null {
  return lifetime(expiresIn);
}

/** Returns the lifetime of the refresh token, ms; null if unknown: 0 means an offline token (design, section 4). */
export function refreshLifetime({ refreshExpiresIn }: TokenSet): number | null {
  return lifetime(refreshExpiresIn);
}

function lifetime(seconds: number | null): number | null {
  if (seconds === null || seconds <= 0) return null;
  return Math.min(seconds, longestLifetime) * 1000;
}

/** Returns whether the access token was issued before the not-before policy that came with it. */
export function isStale(tokens: TokenSet): boolean {
  const { notBefore } = tokens;
  if (notBefore === null || notBefore === 0) return false;
  return issuedAt(tokens) < notBefore;
}

/** Returns seconds since the epoch, by the provider's clock. */
function issuedAt({ accessToken, idToken, receivedAt, clockSkew }: TokenSet): number {
  const said = payloadOf(accessToken)?.iat ?? idToken?.claims.iat;
  // Rounded up: a token of this second is not older than a policy of the same second.
  return typeof said === 'number' ? said : Math.ceil((receivedAt + (clockSkew ?? 0)) / 1000);
}

/** RFC 8705, section 3.1: `cnf` with the thumbprint of a certificate. */
export function isCertificateBound(accessToken: string): boolean {
  const confirmation = payloadOf(accessToken)?.cnf;
  return typeof confirmation === 'object' && confirmation !== null && 'x5t#S256' in confirmation;
}

/** Returns the payload of a JWT without checking it, or null for an opaque token. For display and hints only. */
function payloadOf(token: string): Record<string, unknown> | null {
  return decodePart(token, 1);
}

/** Decodes one part of a JWT as JSON, or returns null. Checks nothing. */
export function decodePart(token: string, part: 0 | 1): Record<string, unknown> | null {
  const encoded = token.split('.')[part];
  if (encoded === undefined || token.split('.').length !== 3) return null;
  try {
    const value: unknown = parseForeign(Buffer.from(encoded, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Opaque tokens may look like anything.
    return null;
  }
}

const instantOf = (ms: number): string => new Date(ms).toISOString();

/** Returns the facts about the tokens that may be shown. */
export function factsOf(tokens: TokenSet, storedIn: TokenFacts['storedIn']): TokenFacts {
  const access = accessLifetime(tokens);
  const refresh = refreshLifetime(tokens);
  const granted = words(tokens.scope);
  const { refreshToken, refreshExpiresIn, notBefore } = tokens;
  return {
    receivedAt: instantOf(tokens.receivedAt),
    tokenType: tokens.tokenType,
    expiresIn: tokens.expiresIn,
    expiresAt: access === null ? null : instantOf(tokens.receivedAt + access),
    refresh:
      refreshToken === null
        ? 'none'
        : refresh !== null
          ? 'expires'
          : refreshExpiresIn === 0
            ? 'offline'
            : 'unknown',
    refreshExpiresIn,
    refreshExpiresAt:
      refreshToken === null || refresh === null ? null : instantOf(tokens.receivedAt + refresh),
    notBeforePolicy: notBefore,
    notBefore: isInstant(notBefore) ? instantOf(notBefore * 1000) : null,
    sessionState: tokens.sessionState,
    scope: granted,
    scopeMissing:
      tokens.scope === null
        ? []
        : words(tokens.askedScope).filter((one) => one !== 'openid' && !granted.includes(one)),
    idToken: tokens.idToken,
    certificateBound: isCertificateBound(tokens.accessToken),
    storedIn,
  };
}

function isInstant(seconds: number | null): seconds is number {
  return seconds !== null && seconds > 0 && seconds < 8.64e12;
}

/** Scopes come in any order, sometimes with more than one space. */
function words(scope: string | null): string[] {
  return [...new Set((scope ?? '').split(/\s+/).filter((word) => word !== ''))];
}

/** Returns who is signed in, by the claims of the profile scope, the user's own name first. */
export function userNameIn(idToken: IdToken | null): { subject: string; name: string } | null {
  if (idToken === null) return null;
  const { sub, preferred_username, name, email } = idToken.claims;
  if (typeof sub !== 'string') return null;
  const shown = [preferred_username, name, email].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  return { subject: sub, name: (shown ?? sub).slice(0, 200) };
}
