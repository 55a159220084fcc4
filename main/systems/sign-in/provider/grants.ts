import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { AppError } from '../../../../preload/contract/errors.ts';
import { json } from '../../../../preload/contract/shapes.ts';
import { decodePart, type TokenSet } from '../tokens.ts';
import { checkTimes, skewByToken } from './clock.ts';
import { asTokenResponse, type ProviderFetch } from './fetch.ts';
import { type KeyPlace, readKeys } from './keys.ts';
import { fittingKeys, isSignedBy, type Signed } from './signature.ts';
import type { TokenResponse } from './token-response.ts';

/** The provider and the client in oauth4webapi's form. */
export interface ProviderAndClient {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly auth: oauth.ClientAuth;
  readonly keys: KeyPlace;
  /** Options of every request. */
  readonly options: {
    readonly [oauth.customFetch]: ProviderFetch;
    readonly [oauth.allowInsecureRequests]: boolean;
    readonly signal: () => AbortSignal;
  };
}

/** Parameters of a token request. */
export type TokenRequest = Pick<TokenSet, 'askedScope' | 'nonce' | 'redirectUrl'>;

type Part = NonNullable<ReturnType<typeof decodePart>>;

interface At {
  readonly host: string;
  /** ms */
  readonly now: number;
}

/** Exchanges the code of a validated callback. */
export async function exchangeCode(
  { server, client, auth, keys, options }: ProviderAndClient,
  callback: URLSearchParams,
  { verifier, ...asked }: TokenRequest & { readonly verifier: string },
  { host, now, idTokenRequired }: { host: string; now: () => number; idTokenRequired: boolean },
): Promise<TokenSet> {
  const { redirectUrl, nonce } = asked;
  const response = asTokenResponse(
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      callback,
      redirectUrl,
      verifier,
      options,
    ),
  );
  const expectedNonce = nonceIn(response, nonce, { host, idTokenRequired });
  const checked = await oauth.processAuthorizationCodeResponse(server, client, response, {
    ...(expectedNonce === null ? {} : { expectedNonce }),
  });
  await checkSignature(response, host, { keys, options });
  return toTokens(response, oauth.getValidatedIdTokenClaims(checked), asked, { host, now: now() });
}

/**
 * Requests tokens with an invalid code. It is refused in any case, and the error says whether the client was accepted
 * (RFC 6749, 5.2: `invalid_grant`) or not (`invalid_client`).
 */
export async function tryClient(
  { server, client, auth, options }: ProviderAndClient,
  redirectUrl: string,
): Promise<void> {
  const parameters = {
    code: oauth.generateRandomState(),
    redirect_uri: redirectUrl,
    code_verifier: oauth.generateRandomCodeVerifier(),
  };
  const response = asTokenResponse(
    await oauth.genericTokenEndpointRequest(
      server,
      client,
      auth,
      'authorization_code',
      parameters,
      options,
    ),
  );
  await oauth.processGenericTokenEndpointResponse(server, client, response);
}

/**
 * Renews tokens by their refresh token. An id_token whose keys are unavailable counts as omitted: it may be omitted
 * (OpenID Connect Core, 12.2), and the refresh token is used up.
 */
export async function refreshGrant(
  { server, client, auth, keys, options }: ProviderAndClient,
  tokens: TokenSet & { readonly refreshToken: string },
  { host, now }: { host: string; now: () => number },
): Promise<TokenSet> {
  const response = asTokenResponse(
    await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refreshToken, {
      ...options,
      additionalParameters: { redirect_uri: tokens.redirectUrl },
    }),
  );
  const checked = await oauth.processRefreshTokenResponse(server, client, response);
  const isVerified = await checkSignature(response, host, { keys, options }).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof AppError && unreadable.has(cause.code)) return false;
      throw cause;
    },
  );
  const claims = oauth.getValidatedIdTokenClaims(checked);
  const fresh = toTokens(response, claims, tokens, { host, now: now() });
  const after = goingOn(tokens, fresh, host);
  return isVerified ? after : { ...after, idToken: tokens.idToken, rawIdToken: tokens.rawIdToken };
}

const unreadable = new Set<string>(['sign-in-keys-unreadable', 'sign-in-keys-unknown']);

/** An id_token may be omitted (design, section 4), and then there is no nonce to check. */
function nonceIn(
  { answer }: TokenResponse,
  nonce: string,
  { host, idTokenRequired }: { host: string; idTokenRequired: boolean },
): string | null {
  if (answer.fields.id_token !== null) return nonce;
  if (!idTokenRequired) return null;
  throw new AppError('sign-in-id-token-missing', { details: { host } });
}

/**
 * Checks the signature of every id_token, although TLS would suffice (OpenID Connect Core, 3.1.3.7). Reads the keys
 * each time, and again if none fits: caches on the way may still have old ones.
 * @throws AppError `sign-in-keys-unreadable`, `sign-in-keys-unknown`, `sign-in-id-token-invalid`
 */
async function checkSignature(
  { answer: { fields } }: TokenResponse,
  host: string,
  { keys: place, options }: Pick<ProviderAndClient, 'keys' | 'options'>,
): Promise<void> {
  const { id_token: idToken } = fields;
  if (idToken === null) return;
  const { alg, kid } = decodePart(idToken, 0) ?? {};
  const signed: Signed = { alg: String(alg), kid };
  const read = async (fresh: boolean) => {
    const keys = await readKeys(place, options[oauth.customFetch], {
      signal: options.signal(),
      fresh,
    });
    return fittingKeys(keys, signed);
  };
  let fitting = await read(false);
  if (fitting.length === 0) fitting = await read(true);
  if (isSignedBy(fitting, idToken, signed)) return;
  const reason = fitting.length === 0 ? 'no-key' : 'signature';
  throw new AppError('sign-in-id-token-invalid', {
    details: { host, reason, algorithm: signed.alg.slice(0, 40) },
  });
}

function toTokens(
  { answer: { fields, clockSkew: byDate } }: TokenResponse,
  claims: oauth.IDToken | undefined,
  { askedScope, nonce, redirectUrl }: TokenRequest,
  { host, now }: At,
): TokenSet {
  const clockSkew = byDate ?? skewByToken(fields, now);
  if (claims !== undefined) checkTimes(claims, { host, now, clockSkew });
  const { id_token: idToken } = fields;
  return {
    accessToken: fields.access_token,
    refreshToken: fields.refresh_token,
    rawIdToken: idToken,
    idToken: idToken === null || claims === undefined ? null : partsOf(idToken, host),
    receivedAt: now,
    clockSkew,
    tokenType: fields.token_type,
    expiresIn: fields.expires_in,
    refreshExpiresIn: fields.refresh_expires_in,
    notBefore: fields['not-before-policy'],
    sessionState: fields.session_state,
    scope: fields.scope,
    askedScope,
    nonce,
    redirectUrl,
  };
}

/** Keeps old values that a provider without rotation may omit. */
function goingOn(tokens: TokenSet, fresh: TokenSet, host: string): TokenSet {
  checkSameUser(tokens, fresh, host);
  return {
    ...fresh,
    refreshToken: fresh.refreshToken ?? tokens.refreshToken,
    refreshExpiresIn:
      fresh.refreshToken === null ? remaining(tokens, fresh.receivedAt) : fresh.refreshExpiresIn,
    idToken: fresh.idToken ?? tokens.idToken,
    rawIdToken: fresh.rawIdToken ?? tokens.rawIdToken,
    scope: fresh.scope ?? tokens.scope,
    sessionState: fresh.sessionState ?? tokens.sessionState,
  };
}

/** OpenID Connect Core, 12.2: a refreshed id_token is about the same user, and keeps a nonce if it has one. */
function checkSameUser(before: TokenSet, after: TokenSet, host: string): void {
  if (before.idToken === null || after.idToken === null) return;
  const { sub, iss } = before.idToken.claims;
  const { claims } = after.idToken;
  const wrong =
    claims.sub !== sub
      ? 'sub'
      : claims.iss !== iss
        ? 'iss'
        : claims.nonce !== undefined && claims.nonce !== before.nonce
          ? 'nonce'
          : null;
  if (wrong !== null) {
    throw new AppError('sign-in-id-token-invalid', { details: { host, claim: wrong } });
  }
}

/** Returns the remaining seconds of a refresh token that stays in use. */
function remaining({ refreshExpiresIn, receivedAt }: TokenSet, now: number): number | null {
  if (refreshExpiresIn === null || refreshExpiresIn === 0) return refreshExpiresIn;
  return Math.max(1, Math.floor(refreshExpiresIn - (now - receivedAt) / 1000));
}

/**
 * Checks that a token is not of another kind, by its header in the form of RFC 8725 (3.11) (`at+jwt`, `logout+jwt`), or
 * by Keycloak's claim `typ`. An ID token's header has `JWT` or nothing, its claim `ID` if there is one.
 */
function checkKind(header: Part, claims: Part, host: string): void {
  const says = (value: unknown, pattern: RegExp): boolean =>
    typeof value === 'string' && pattern.test(value);
  if (
    says(header.typ, /\+jwt$/i) ||
    says(claims.typ, /^(?:bearer|dpop|refresh|offline|logout)$/i)
  ) {
    throw new AppError('sign-in-id-token-invalid', { details: { host, claim: 'typ' } });
  }
}

/** Returns the stored and shown parts of a checked ID token. @throws AppError if it nests too deep to be shown */
function partsOf(idToken: string, host: string): NonNullable<TokenSet['idToken']> {
  const [header, claims] = [decodePart(idToken, 0), decodePart(idToken, 1)];
  if (header === null || claims === null) {
    throw new AppError('sign-in-answer-unusable', { details: { host, reason: 'id_token' } });
  }
  checkKind(header, claims, host);
  return { header: json.parse(header), claims: z.record(z.string(), json).parse(claims) };
}
