import * as oauth from 'oauth4webapi';
import { AppError } from '../../../../preload/contract/errors.ts';
import { toProviderError } from './failures.ts';
import type { ProviderFetch } from './fetch.ts';
import { readMetadata } from './parse-metadata.ts';

/** For one request with everything that it waits for, ms. */
export const timeout = 30_000;

/** Returns the spec's endpoints, for a provider without discovery. */
function fixedMetadata(issuer: string) {
  const base = `${issuer}/protocol/openid-connect`;
  return { issuer, authorization_endpoint: `${base}/auth`, token_endpoint: `${base}/token` };
}

/**
 * Reads the provider's metadata (OpenID Connect Discovery 1.0, section 4), or returns the spec's fixed paths if it
 * offers none. Endpoints that receive a secret or the user must have the issuer's origin.
 * @throws AppError `sign-in-issuer-mismatch`, `sign-in-provider-error`, and those of the network
 */
export async function findMetadata(
  issuer: string,
  fetch: ProviderFetch,
): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  let found: oauth.AuthorizationServer;
  try {
    found = readMetadata(
      await oauth.processDiscoveryResponse(
        url,
        await oauth.discoveryRequest(url, {
          [oauth.customFetch]: fetch,
          [oauth.allowInsecureRequests]: url.protocol === 'http:',
          signal: AbortSignal.timeout(timeout),
        }),
      ),
    );
  } catch (cause) {
    if (isAbsent(cause)) return fixedMetadata(issuer);
    throw toProviderError(cause, { host: url.host, step: 'discovery' });
  }
  const fixed = fixedMetadata(issuer);
  const complete: oauth.AuthorizationServer = {
    ...found,
    authorization_endpoint: found.authorization_endpoint ?? fixed.authorization_endpoint,
    token_endpoint: found.token_endpoint ?? fixed.token_endpoint,
  };
  for (const name of ['authorization_endpoint', 'token_endpoint'] as const) {
    requireOrigin(complete[name] ?? '', url, name);
  }
  return {
    ...complete,
    revocation_endpoint: sameOrigin(found.revocation_endpoint, url),
    end_session_endpoint: sameOrigin(found.end_session_endpoint, url),
    mtls_endpoint_aliases: aliasesOf(found, url),
  };
}

/**
 * RFC 8705, section 5: endpoints for mutual TLS, which may have another port or host. Accepted here only at the
 * issuer's own origin: secrets and the certificate go there, and another port of a host may be another user's.
 */
function aliasesOf(
  { mtls_endpoint_aliases: found }: oauth.AuthorizationServer,
  issuer: URL,
): oauth.AuthorizationServer['mtls_endpoint_aliases'] {
  if (typeof found !== 'object' || found === null) return undefined;
  const { token_endpoint, revocation_endpoint } = found;
  const usable = Object.entries({ token_endpoint, revocation_endpoint }).flatMap(
    ([name, endpoint]) => {
      const own = typeof endpoint === 'string' ? sameOrigin(endpoint, issuer) : undefined;
      return own === undefined ? [] : [[name, own]];
    },
  );
  return usable.length === 0 ? undefined : Object.fromEntries(usable);
}

/** Returns whether the app may present its certificate there: only at the issuer's origin. */
export function mayPresent(url: string, issuer: string): boolean {
  return new URL(url).origin === new URL(issuer).origin;
}

/** Discovery is not offered: a status other than 200, or no JSON object. */
function isAbsent(cause: unknown): boolean {
  const code = cause instanceof oauth.OperationProcessingError ? cause.code : undefined;
  return (
    code === oauth.RESPONSE_IS_NOT_CONFORM ||
    code === oauth.RESPONSE_IS_NOT_JSON ||
    code === oauth.PARSE_ERROR
  );
}

function requireOrigin(endpoint: string, issuer: URL, name: string): void {
  if (sameOrigin(endpoint, issuer) !== undefined) return;
  const to = URL.canParse(endpoint) ? new URL(endpoint).origin : endpoint.slice(0, 200);
  throw new AppError('sign-in-provider-error', {
    details: { host: issuer.host, reason: 'other-origin', endpoint: name, to },
  });
}

function sameOrigin(endpoint: string | undefined, issuer: URL): string | undefined {
  if (endpoint === undefined || !URL.canParse(endpoint)) return undefined;
  return new URL(endpoint).origin === issuer.origin ? endpoint : undefined;
}
