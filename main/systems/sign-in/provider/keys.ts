import { parseForeign } from '../../../../common/texts/json.ts';
import { AppError, type ErrorCode } from '../../../../preload/contract/errors.ts';
import type { ProviderFetch } from './fetch.ts';
import type { PublishedKey } from './signature.ts';

/** Where the provider publishes its keys (RFC 7517, section 5). */
export interface KeyPlace {
  readonly url: string;
  /** Neither the user nor the provider names it: Keycloak's usual place. */
  readonly isGuess: boolean;
}

/** The user's choice first, then discovery, then Keycloak's place. */
export function keyPlaceOf(
  issuer: string,
  named: { readonly chosen: string | null; readonly discovered: string | undefined },
): KeyPlace {
  const url = named.chosen ?? named.discovered;
  if (url !== undefined) return { url, isGuess: false };
  return { url: `${issuer}/protocol/openid-connect/certs`, isGuess: true };
}

/** Answers of a server without such a page. */
const absent = new Set([404, 405, 410, 501]);

/**
 * Reads the provider's published keys. A list of keys, or one key alone, counts as a set.
 * @param fresh asks caches on the way for the current set
 * @throws AppError `sign-in-keys-unknown` if there are none at a guessed place, `sign-in-keys-unreadable`
 */
export async function readKeys(
  place: KeyPlace,
  fetch: ProviderFetch,
  { signal, fresh = false }: { readonly signal: AbortSignal; readonly fresh?: boolean },
): Promise<PublishedKey[]> {
  const host = URL.canParse(place.url) ? new URL(place.url).host : place.url.slice(0, 200);
  const failure = (code: ErrorCode, more: AppError['details'], cause?: unknown): AppError =>
    new AppError(code, {
      details: { host, address: place.url.slice(0, 500), ...more },
      retryable: true,
      cause,
    });
  let status: number;
  let text: string;
  try {
    const answer = await fetch(place.url, {
      method: 'GET',
      headers: {
        accept: 'application/json, application/jwk-set+json',
        ...(fresh ? { 'cache-control': 'no-cache' } : {}),
      },
      body: undefined,
      redirect: 'manual',
      signal,
    });
    status = answer.status;
    text = await answer.text();
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === 'cancelled') throw cause;
    const { host: _, ...details } = cause.details;
    throw failure('sign-in-keys-unreadable', { ...details, reason: cause.code }, cause);
  }
  const keys = status >= 200 && status <= 299 ? keysIn(text) : null;
  if (keys !== null && keys.length > 0) return keys;
  const isAbsent = absent.has(status) || (status < 300 && keys === null);
  if (place.isGuess && isAbsent) throw failure('sign-in-keys-unknown', { status });
  const reason =
    status > 299 ? `status-${status}` : keys !== null || text.trim() === '' ? 'empty' : 'not-keys';
  throw failure('sign-in-keys-unreadable', { status, reason });
}

/** Returns null if it is not a set of keys. */
function keysIn(text: string): PublishedKey[] | null {
  let value: unknown;
  try {
    value = parseForeign(text);
  } catch {
    // The caller reports what came instead.
    return null;
  }
  if (isFields(value) && typeof value.kty === 'string') return [value];
  const list = isFields(value) ? value.keys : value;
  return Array.isArray(list) ? list.filter(isFields) : null;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
