import type { ClientChange } from './provider.ts';
import { fieldsOf, flagOf, instantOf, secretOf, textOf, textsOf } from './reading.ts';

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
  /** Whether the caller may change it. */
  readonly canManage: boolean;
}

/** Null where it names no client; any other field has a fallback. */
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

/** What Keycloak is told of a client that is to be made, by either of its two ways. */
export const newRepresentation = ({ clientId, redirectUrls, rootUrl }: ClientChange) => ({
  clientId,
  name: clientId,
  redirectUris: redirectUrls,
  ...(rootUrl === null ? {} : { rootUrl }),
  protocol: 'openid-connect',
  publicClient: false,
  standardFlowEnabled: true,
});

/** Unix seconds. Ours, because Keycloak dates a client's secret and nothing else: a new secret has a new date. */
const created = 'compute-desk.created.time';
const secretCreated = 'client.secret.creation.time';

/** The attributes that keep a client's date when it gets another secret; null where nothing is to be kept. */
export function datedAttributes({ attributes }: Representation): Record<string, string> | null {
  const seconds = Number(textOf(attributes[secretCreated]) ?? Number.NaN);
  if (textOf(attributes[created]) !== null || Number.isNaN(seconds)) return null;
  return { [created]: String(Math.floor(seconds)) };
}

export function createdAtOf({ attributes }: Representation): string | null {
  return instantOf(attributes[created]) ?? instantOf(attributes[secretCreated]);
}
