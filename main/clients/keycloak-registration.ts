import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { createdAtOf, newRepresentation, representation } from './keycloak-client.ts';
import { pathPart } from './path-part.ts';
import type { RegistrationFormat } from './registration-format.ts';

/**
 * Keycloak registers clients in two formats: the standard's, in which it always makes up the Client ID,
 * and its own at this address, in which the user may choose it.
 */
export function keycloakEndpointOf(endpoint: string): string | null {
  const standard = /\/clients-registrations\/openid-connect\/?$/;
  return standard.test(endpoint)
    ? endpoint.replace(standard, '/clients-registrations/default')
    : null;
}

const answered = representation.extend({ registrationAccessToken: z.string().nullish() });

/** Keycloak's own format of a client (its ClientRepresentation). */
export const keycloakFormat: RegistrationFormat = {
  request: newRepresentation,

  /** Keycloak takes the secret that it is given, and keeps the old one where none is. */
  newSecret: () => ({ secret: randomBytes(32).toString('base64url') }),

  read(value, wanted, url) {
    const read = answered.safeParse(value);
    if (!read.success) return undefined;
    const { clientId, redirectUris, rootUrl, secret, registrationAccessToken: token } = read.data;
    const address = keycloakAddress(url, clientId);
    if (address === null) return undefined;
    return {
      clientId,
      redirectUrls: redirectUris ?? wanted.redirectUrls,
      rootUrl: rootUrl ?? wanted.rootUrl,
      secret: secret ?? null,
      createdAt: createdAtOf(read.data),
      management: token ? { url: address, token } : null,
    };
  },
};

function keycloakAddress(url: string, clientId: string): string | null {
  const part = pathPart(clientId);
  if (part === null) return null;
  const own = '/clients-registrations/default';
  const at = `${url}/`.indexOf(`${own}/`);
  const base = at < 0 ? url : url.slice(0, at + own.length);
  return `${base}/${part}`;
}
