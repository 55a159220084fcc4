import { fieldsOf, flagOf, instantOf, secretOf, textOf, textsOf } from './answer-fields.ts';
import type { ClientChange } from './provider.ts';

/** A client as Keycloak describes it (ClientRepresentation), as far as it is used here. */
export interface Representation {
  readonly id: string | null;
  readonly clientId: string;
  readonly redirectUris: readonly string[] | null;
  readonly rootUrl: string | null;
  readonly secret: string | null;
  readonly protocol: string | null;
  readonly publicClient: boolean;
  readonly bearerOnly: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Whether the signed-in user may change it. */
  readonly canManage: boolean;
}

/** Null if it names no client; every other field has a default. */
export function readRepresentation(value: unknown): Representation | null {
  const said = fieldsOf(value);
  const clientId = textOf(said?.clientId);
  if (said === null || clientId === null) return null;
  return {
    id: textOf(said.id),
    clientId,
    redirectUris: textsOf(said.redirectUris),
    rootUrl: typeof said.rootUrl === 'string' ? said.rootUrl : null,
    secret: secretOf(said.secret),
    protocol: textOf(said.protocol),
    publicClient: flagOf(said.publicClient) ?? false,
    bearerOnly: flagOf(said.bearerOnly) ?? false,
    attributes: fieldsOf(said.attributes) ?? {},
    canManage: flagOf(fieldsOf(said.access)?.manage) ?? true,
  };
}

/** Returns the description of a new client for either of Keycloak's interfaces. */
export const newRepresentation = ({ clientId, redirectUrls, rootUrl }: ClientChange) => ({
  clientId,
  name: clientId,
  redirectUris: redirectUrls,
  ...(rootUrl === null ? {} : { rootUrl }),
  protocol: 'openid-connect',
  publicClient: false,
  standardFlowEnabled: true,
});

/** Unix seconds. Our own attribute, because Keycloak dates only the secret: a new secret has a new date. */
const created = 'compute-desk.created.time';
const secretCreated = 'client.secret.creation.time';

/**
 * Returns the attributes that preserve a client's date when its secret is renewed; null if there is nothing to
 * preserve.
 */
export function datedAttributes({ attributes }: Representation): Record<string, string> | null {
  const seconds = Number(textOf(attributes[secretCreated]) ?? Number.NaN);
  if (textOf(attributes[created]) !== null || Number.isNaN(seconds)) return null;
  return { [created]: String(Math.floor(seconds)) };
}

export function createdAtOf({ attributes }: Representation): string | null {
  return instantOf(attributes[created]) ?? instantOf(attributes[secretCreated]);
}
