import * as oauth from 'oauth4webapi';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { TokenSet } from '../tokens.ts';
import { checkCallback } from './callback.ts';
import { largestSkew } from './clock.ts';
import { appErrorIn, type Step, toProviderError } from './failures.ts';
import { fetchOver, type ProviderConnection, type ProviderFetch } from './fetch.ts';
import { exchangeCode, type ProviderAndClient, refreshGrant, tryClient } from './grants.ts';
import { keyPlaceOf } from './keys.ts';
import { findMetadata, mayPresent, timeout } from './metadata.ts';
import { algorithmsOf } from './parse-metadata.ts';

export type { ProviderConnection } from './fetch.ts';

export interface ProviderOptions extends ProviderConnection {
  /** `{auth_url}` with the realm's path. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly idTokenRequired: boolean;
  /** The user's address of its keys; null uses discovery. */
  readonly keysUrl: string | null;
  readonly now: () => number;
  /** From an earlier provider of the same issuer; saves reading it again. */
  readonly metadata?: oauth.AuthorizationServer | undefined;
}

/** An authorization request: its address, and the values to check when the user comes back. */
export interface Authorization {
  readonly url: string;
  readonly redirectUrl: string;
  readonly scope: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The identity provider for one client (spec/web-api.md, "Endpoints"). */
export interface Provider {
  readonly metadata: oauth.AuthorizationServer;
  /** Authorization code with PKCE S256, state and nonce. */
  authorize(redirectUrl: string, extraScopes: readonly string[]): Promise<Authorization>;
  /**
   * Asks the token endpoint whether it accepts a client without a secret, so that nobody signs in for an exchange that
   * cannot work. Other errors are left to the exchange.
   * @throws AppError `sign-in-secret-missing`
   */
  checkClient(redirectUrl: string): Promise<void>;
  /**
   * Checks the callback (state, `iss`, error) and exchanges its code.
   * @throws AppError `sign-in-*`, and those of the network
   */
  exchange(authorization: Authorization, callback: URL): Promise<TokenSet>;
  /** @throws AppError `session-refresh-refused`, `sign-in-*`, and those of the network */
  refresh(tokens: TokenSet): Promise<TokenSet>;
  /** Revokes the refresh token, or without one the access token (RFC 7009); null: not offered. */
  revoke(tokens: TokenSet): Promise<true | null>;
  /** Ends the provider's own session (RP-Initiated Logout 1.0); null: not offered; false: it asks the user. */
  endSession(tokens: TokenSet): Promise<boolean | null>;
}

/** @throws AppError of the network, `sign-in-issuer-mismatch`, `sign-in-provider-error` */
export async function openProvider(options: ProviderOptions): Promise<Provider> {
  const { issuer, clientId, now } = options;
  const { host } = new URL(issuer);
  const fetch = fetchOver(options, (url) => mayPresent(url, issuer), now);
  const metadata = options.metadata ?? (await findMetadata(issuer, fetch));
  const party = (): ProviderAndClient => partyOf(options, metadata, fetch);
  const told = async <T>(step: Step, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      throw toProviderError(cause, { host, step });
    }
  };

  return {
    metadata,

    async authorize(redirectUrl, extraScopes) {
      const scope = [...new Set(['openid', ...extraScopes])].join(' ');
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const nonce = oauth.generateRandomNonce();
      const url = new URL(metadata.authorization_endpoint ?? '');
      const parameters = {
        redirect_uri: redirectUrl,
        scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        client_id: clientId,
        response_type: 'code',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
      return { url: url.href, redirectUrl, scope, state, nonce, verifier };
    },

    async checkClient(redirectUrl) {
      if (options.clientSecret !== null) return;
      const refusal = await told('exchange', tryClient(party(), redirectUrl)).catch(appErrorIn);
      if (refusal?.code !== 'sign-in-client-refused') return;
      throw new AppError('sign-in-secret-missing', { details: refusal.details, cause: refusal });
    },

    async exchange({ scope: askedScope, state, nonce, verifier, redirectUrl }, callback) {
      checkCallback(callback, { host, state, issuer: metadata.issuer });
      const us = party();
      const parameters = await told('callback', validated(us, callback, state));
      const asked = { askedScope, nonce, redirectUrl, verifier };
      const { idTokenRequired } = options;
      return told('exchange', exchangeCode(us, parameters, asked, { host, now, idTokenRequired }));
    },

    async refresh(tokens) {
      const { refreshToken } = tokens;
      if (refreshToken === null) throw new AppError('session-expired');
      return told('refresh', refreshGrant(party(), { ...tokens, refreshToken }, { host, now }));
    },

    async revoke(tokens) {
      if (metadata.revocation_endpoint === undefined) return null;
      await told('revocation', revokeToken(party(), tokens));
      return true;
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
        identity: options.identity,
        connection: options.connection,
        redirects: 'return',
        maxBytes: 1024 * 1024,
      });
      const asks = /<form\b/i.test(new TextDecoder().decode(answer.body));
      return answer.status >= 200 && answer.status < 400 && !asks;
    },
  };
}

/** Used for one request and its follow-ups: its timeout starts here. */
function partyOf(
  { issuer, clientId, clientSecret, identity, keysUrl }: ProviderOptions,
  metadata: oauth.AuthorizationServer,
  fetch: ProviderFetch,
): ProviderAndClient {
  return {
    server: {
      ...metadata,
      id_token_signing_alg_values_supported: algorithmsOf(metadata),
    },
    client: {
      client_id: clientId,
      // Which clock to use is known only with the answer: `grants` checks the times.
      [oauth.clockTolerance]: largestSkew / 1000,
      use_mtls_endpoint_aliases: identity !== null,
    },
    auth: clientSecret === null ? oauth.None() : oauth.ClientSecretPost(clientSecret),
    keys: keyPlaceOf(issuer, { chosen: keysUrl, discovered: metadata.jwks_uri }),
    options: {
      [oauth.customFetch]: fetch,
      [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
      signal: () => AbortSignal.timeout(timeout),
    },
  };
}

async function validated(
  { server, client }: ProviderAndClient,
  callback: URL,
  state: string,
): Promise<URLSearchParams> {
  return oauth.validateAuthResponse(server, client, callback, state);
}

async function revokeToken(
  { server, client, auth, options }: ProviderAndClient,
  { refreshToken, accessToken }: TokenSet,
): Promise<void> {
  const token = refreshToken ?? accessToken;
  const hint = refreshToken === null ? 'access_token' : 'refresh_token';
  const answer = await oauth.revocationRequest(server, client, auth, token, {
    ...options,
    additionalParameters: { token_type_hint: hint },
  });
  // 200 by RFC 7009, section 2.2; some answer 204.
  if (!answer.ok) await oauth.processRevocationResponse(answer);
}
