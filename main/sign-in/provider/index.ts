import * as oidc from 'openid-client';
import { AppError } from '../../../preload/contract/errors.ts';
import { parseJson } from '../../../preload/contract/json.ts';
import { type Json, json } from '../../../preload/contract/shapes.ts';
import { decodePart, type TokenSet } from '../tokens.ts';
import { checkTimes, largestSkew, skewByToken } from './clock.ts';
import { failureOf } from './failures.ts';
import { fetchOver, type ProviderConnection, type Seen } from './fetch.ts';
import { findMetadata, mayPresent } from './metadata.ts';

export type { ProviderConnection } from './fetch.ts';

export interface ProviderOptions extends ProviderConnection {
  /** `{auth_url}` and the realm's path. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly idTokenRequired: boolean;
  readonly now: () => number;
  /** Of an earlier provider of the same issuer; saves reading it again. */
  readonly metadata?: oidc.ServerMetadata | undefined;
}

/** One authorization request: its address, and what must be known when the user comes back. */
export interface Authorization {
  readonly url: string;
  readonly redirectUrl: string;
  readonly scope: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The identity provider, as one client sees it (spec/web-api.md, "Endpoints"). */
export interface Provider {
  readonly metadata: oidc.ServerMetadata;
  /** Authorization code with PKCE S256, state and nonce. */
  authorize(redirectUrl: string, extraScopes: readonly string[]): Promise<Authorization>;
  /**
   * Checks the callback (state, `iss`, error) and exchanges its code.
   * @throws AppError `sign-in-*`, and those of the network
   */
  exchange(authorization: Authorization, callback: URL): Promise<TokenSet>;
  /** @throws AppError `session-refresh-refused`, `sign-in-*`, and those of the network */
  refresh(tokens: TokenSet): Promise<TokenSet>;
  /** Revokes the refresh token, or the access token where there is none (RFC 7009); null: not offered. */
  revoke(tokens: TokenSet): Promise<true | null>;
  /** Ends the provider's own session (RP-Initiated Logout 1.0); null: not offered; false: it asks the user. */
  endSession(tokens: TokenSet): Promise<boolean | null>;
}

/** @throws AppError of the network, `sign-in-issuer-mismatch`, `sign-in-provider-error` */
export async function openProvider(options: ProviderOptions): Promise<Provider> {
  const { issuer, clientId, clientSecret, identity, now } = options;
  const { host, protocol } = new URL(issuer);
  const seen: Seen = { clockSkew: null, fields: null };
  let known: oidc.ServerMetadata | null = options.metadata ?? null;
  const fetch = fetchOver(options, (url) => mayPresent(url, issuer, known), seen, now);
  known ??= await findMetadata(issuer, clientId, fetch);
  const metadata = known;

  const configure = (): oidc.Configuration => {
    const config = new oidc.Configuration(
      metadata,
      clientId,
      {
        // Whose clock counts is known only when the answer is there: `collect` checks the times.
        [oidc.clockTolerance]: largestSkew / 1000,
        use_mtls_endpoint_aliases: identity !== null,
      },
      clientSecret === null ? oidc.None() : oidc.ClientSecretPost(clientSecret),
    );
    config[oidc.customFetch] = fetch;
    if (protocol === 'http:') oidc.allowInsecureRequests(config);
    // The signature of every id_token is checked, although TLS would do (OpenID Connect Core, 3.1.3.7).
    oidc.enableNonRepudiationChecks(config);
    return config;
  };

  const collect = (
    answer: Awaited<ReturnType<typeof oidc.refreshTokenGrant>>,
    given: Pick<TokenSet, 'askedScope' | 'nonce' | 'redirectUrl'>,
  ): TokenSet => {
    const { fields } = seen;
    if (fields === null) throw new AppError('internal');
    const claims = answer.claims();
    const receivedAt = now();
    const clockSkew = seen.clockSkew ?? skewByToken(fields, receivedAt);
    if (claims !== undefined) checkTimes(claims, { host, now: receivedAt, clockSkew });
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? null,
      rawIdToken: answer.id_token ?? null,
      idToken:
        answer.id_token === undefined || claims === undefined
          ? null
          : { header: json.parse(decodePart(answer.id_token, 0)), claims: asJson(claims) },
      receivedAt,
      clockSkew,
      tokenType: fields.token_type,
      expiresIn: fields.expires_in,
      refreshExpiresIn: fields.refresh_expires_in,
      notBefore: fields['not-before-policy'],
      sessionState: fields.session_state,
      scope: fields.scope,
      askedScope: given.askedScope,
      nonce: given.nonce,
      redirectUrl: given.redirectUrl,
    };
  };

  return {
    metadata,

    async authorize(redirectUrl, extraScopes) {
      const scope = [...new Set(['openid', ...extraScopes])].join(' ');
      const verifier = oidc.randomPKCECodeVerifier();
      const state = oidc.randomState();
      const nonce = oidc.randomNonce();
      const url = oidc.buildAuthorizationUrl(configure(), {
        redirect_uri: redirectUrl,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, redirectUrl, scope, state, nonce, verifier };
    },

    async exchange({ scope, state, nonce, verifier, redirectUrl }, callback) {
      checkCallback(callback, { host, state, issuer: metadata.issuer });
      seen.fields = null;
      try {
        const answer = await oidc.authorizationCodeGrant(configure(), callback, {
          expectedState: state,
          pkceCodeVerifier: verifier,
          // Read after the answer came: an id_token may be left out (design, section 4), and then there
          // is nothing that a nonce could be in.
          get expectedNonce() {
            requireIdToken(seen, options.idTokenRequired, host);
            return seen.fields?.id_token === undefined ? undefined : nonce;
          },
        });
        return collect(answer, { askedScope: scope, nonce, redirectUrl });
      } catch (cause) {
        const answered = seen.fields !== null || isRefusal(cause);
        throw failureOf(cause, { host, step: answered ? 'exchange' : 'callback' });
      }
    },

    async refresh(tokens) {
      if (tokens.refreshToken === null) throw new AppError('session-expired');
      seen.fields = null;
      try {
        const answer = await oidc.refreshTokenGrant(configure(), tokens.refreshToken, {
          redirect_uri: tokens.redirectUrl,
        });
        const fresh = collect(answer, tokens);
        checkSameUser(tokens, fresh, host);
        return {
          ...fresh,
          // A provider without rotation may leave out what stays as it is.
          refreshToken: fresh.refreshToken ?? tokens.refreshToken,
          refreshExpiresIn:
            fresh.refreshToken === null
              ? remaining(tokens, fresh.receivedAt)
              : fresh.refreshExpiresIn,
          idToken: fresh.idToken ?? tokens.idToken,
          rawIdToken: fresh.rawIdToken ?? tokens.rawIdToken,
          scope: fresh.scope ?? tokens.scope,
          sessionState: fresh.sessionState ?? tokens.sessionState,
        };
      } catch (cause) {
        throw failureOf(cause, { host, step: 'refresh' });
      }
    },

    async revoke(tokens) {
      if (metadata.revocation_endpoint === undefined) return null;
      const token = tokens.refreshToken ?? tokens.accessToken;
      const hint = tokens.refreshToken === null ? 'access_token' : 'refresh_token';
      try {
        await oidc.tokenRevocation(configure(), token, { token_type_hint: hint });
        return true;
      } catch (cause) {
        throw failureOf(cause, { host, step: 'revocation' });
      }
    },

    async endSession(tokens) {
      const endpoint = metadata.end_session_endpoint;
      if (endpoint === undefined || tokens.rawIdToken === null) return null;
      const answer = await options.network.request({
        url: endpoint,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          id_token_hint: tokens.rawIdToken,
          client_id: clientId,
        }).toString(),
        identity,
        authorities: options.authorities,
        redirects: 'return',
        maxBytes: 1024 * 1024,
      });
      const asks = /<form\b/i.test(new TextDecoder().decode(answer.body));
      return answer.status >= 200 && answer.status < 400 && !asks;
    },
  };
}

/**
 * The checks of RFC 9700 (2.1, 4.4) and RFC 9207 before anything else, each with an error of its own;
 * openid-client makes them again.
 */
function checkCallback(
  callback: URL,
  expected: { host: string; state: string; issuer: string },
): void {
  const { host } = expected;
  const one = (name: string): string | null => {
    const all = callback.searchParams.getAll(name);
    if (all.length > 1) {
      throw new AppError('sign-in-provider-error', { details: { host, reason: `${name}-twice` } });
    }
    return all[0] ?? null;
  };
  if (one('state') !== expected.state) {
    throw new AppError('sign-in-state-mismatch', { details: { host } });
  }
  const issuer = one('iss');
  if (issuer !== null && issuer !== expected.issuer) {
    throw new AppError('sign-in-issuer-mismatch', {
      details: { host, issuer: issuer.slice(0, 300) },
    });
  }
  const code = one('code');
  if (one('error') === null && (code === null || code === '')) {
    throw new AppError('sign-in-provider-error', { details: { host, reason: 'no-code' } });
  }
}

function requireIdToken(seen: Seen, required: boolean, host: string): void {
  const { fields } = seen;
  if (required && fields?.access_token !== undefined && fields.id_token === undefined) {
    throw new AppError('sign-in-id-token-missing', { details: { host } });
  }
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

/** What is left of a refresh token that goes on, seconds. */
function remaining({ refreshExpiresIn, receivedAt }: TokenSet, now: number): number | null {
  if (refreshExpiresIn === null || refreshExpiresIn === 0) return refreshExpiresIn;
  return Math.max(1, Math.floor(refreshExpiresIn - (now - receivedAt) / 1000));
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof oidc.ResponseBodyError;
}

function asJson(claims: object): Record<string, Json> {
  return parseJson(JSON.stringify(claims)) as Record<string, Json>;
}
