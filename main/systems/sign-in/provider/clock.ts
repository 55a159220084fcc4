import { AppError } from '../../../../preload/contract/errors.ts';
import { decodePart } from '../tokens.ts';
import type { TokenFields } from './token-answer.ts';

/** A larger clock difference is implausible and not compensated, ms. */
export const largestSkew = 24 * 60 * 60 * 1000;
/** Tolerated difference between correct clocks, ms. */
const tolerance = 30_000;

/**
 * Returns the provider's clock minus ours, ms, by its access token: its expiry less the stated lifetime; else its issue
 * time. For answers without `Date`, which Keycloak sends without a proxy in front. Null for an opaque token.
 */
export function skewByToken(fields: TokenFields, now: number): number | null {
  const { exp, iat } = decodePart(fields.access_token, 1) ?? {};
  const left = fields.expires_in;
  const said = typeof exp === 'number' && left !== null && left > 0 ? exp - left : iat;
  if (typeof said !== 'number' || !Number.isFinite(said)) return null;
  const skew = said * 1000 - now;
  return Math.abs(skew) > largestSkew ? null : skew;
}

/**
 * Checks the times of an id_token by the provider's clock, as far as known.
 * @param at `now` by our clock and the provider's minus ours, ms
 * @throws AppError `sign-in-id-token-invalid`
 */
export function checkTimes(
  { exp, nbf }: { readonly exp: number; readonly nbf?: number | undefined },
  at: { readonly host: string; readonly now: number; readonly clockSkew: number | null },
): void {
  const skew = at.clockSkew ?? 0;
  const now = at.now + (Math.abs(skew) > largestSkew ? 0 : skew);
  const claim =
    exp * 1000 <= now - tolerance
      ? 'exp'
      : nbf !== undefined && nbf * 1000 > now + tolerance
        ? 'nbf'
        : null;
  if (claim === null) return;
  const details = { host: at.host, reason: 'times', claim };
  throw new AppError('sign-in-id-token-invalid', { details });
}
