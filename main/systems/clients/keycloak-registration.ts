import { randomBytes } from 'node:crypto';
import { fieldsOf, headerTokenOf } from './answer-fields.ts';
import { createdAtOf, newRepresentation, readRepresentation } from './keycloak-client.ts';
import { pathPart } from './path-part.ts';
import type { RegistrationFormat } from './registration-format.ts';

/**
 * Returns the address of Keycloak's own format, in which the user may choose the Client ID; in the standard's format
 * Keycloak always makes it up.
 */
export function keycloakEndpointOf(endpoint: string): string | null {
  const standard = /\/clients-registrations\/openid-connect\/?$/;
  return standard.test(endpoint)
    ? endpoint.replace(standard, '/clients-registrations/default')
    : null;
}

/** Keycloak's own format of a client (its ClientRepresentation). */
export const keycloakFormat: RegistrationFormat = {
  request: newRepresentation,

  /** Keycloak accepts the given secret, and keeps the old one if there is none. */
  newSecret: () => ({ secret: randomBytes(32).toString('base64url') }),

  read(value, wanted, url, known) {
    const said = fieldsOf(value) ?? {};
    const read = readRepresentation(known === null ? said : { ...said, clientId: known });
    if (read === null) return undefined;
    const address = keycloakAddress(url, read.clientId);
    const token = headerTokenOf(said.registrationAccessToken);
    return {
      clientId: read.clientId,
      redirectUrls: read.redirectUris ?? wanted.redirectUrls,
      rootUrl: read.rootUrl ?? wanted.rootUrl,
      secret: read.secret,
      createdAt: createdAtOf(read),
      management: token === null || address === null ? null : { url: address, token },
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
