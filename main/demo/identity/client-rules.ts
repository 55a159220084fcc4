import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { allowsRedirect, redirectUrlProblem } from './redirect-urls.ts';

/** The spec's characters of a Client ID: alphanumerics, underscore and hyphen. */
const clientIdPattern = /^[A-Za-z0-9_-]+$/;

/** The parts of oidc-provider's client class that its typings omit. */
interface SchemaInstance {
  redirect_uris?: readonly unknown[];
  client_uri?: string;
  invalidate(message: string): never;
}

interface ClientInstance {
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly clientUri?: string;
}

interface ClientClass {
  readonly Schema: {
    readonly prototype: {
      redirectUris: (this: SchemaInstance, urls?: readonly unknown[], label?: string) => void;
    };
  };
  readonly prototype: {
    redirectUriAllowed: (this: ClientInstance, url: string) => boolean;
    postLogoutRedirectUriAllowed: (this: ClientInstance, url: string) => boolean;
  };
}

/** Replaces oidc-provider's exact comparison by Keycloak's redirect URL rules. */
export function applyKeycloakRedirectRules(provider: Provider): void {
  const { origin } = new URL(provider.issuer);
  const client = provider.Client as unknown as ClientClass;
  client.Schema.prototype.redirectUris = function check(
    this: SchemaInstance,
    urls = this.redirect_uris ?? [],
    label = 'redirect_uris',
  ) {
    for (const url of urls) {
      const problem = redirectUrlProblem(url, this.client_uri ?? origin);
      if (problem !== undefined) this.invalidate(`${label}: ${String(url)} ${problem}`);
    }
  };
  client.prototype.redirectUriAllowed = function allowed(url) {
    return allowsRedirect(url, {
      redirectUrls: this.redirectUris ?? [],
      rootUrl: this.clientUri ?? origin,
    });
  };
  client.prototype.postLogoutRedirectUriAllowed = function allowed(url) {
    const own = this.postLogoutRedirectUris ?? [];
    // Like Keycloak's `+`: without URLs of its own, those of the sign-in count.
    return allowsRedirect(url, {
      redirectUrls: own.length > 0 ? own : (this.redirectUris ?? []),
      rootUrl: this.clientUri ?? origin,
    });
  };
}

/**
 * Returns the id of a client to register: the requested one if its characters are allowed and it is unused, else a
 * generated one. Throws `invalid_client_metadata` with Keycloak's text.
 */
export function chooseClientId(
  requested: unknown,
  isTaken: (id: string) => boolean,
  generate: () => string,
): string {
  if (requested === undefined) return generate();
  if (typeof requested !== 'string' || !clientIdPattern.test(requested)) {
    throw new errors.InvalidClientMetadata(
      'client_id may have letters, digits, underscores and hyphens only',
    );
  }
  if (isTaken(requested)) throw new errors.InvalidClientMetadata('Client Identifier in use');
  return requested;
}
