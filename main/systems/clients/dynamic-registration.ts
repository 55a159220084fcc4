import { resolveRedirectUrl } from '../../../common/addresses/redirect-urls.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { BufferedAnswer, Connection, Network, TlsIdentity } from '../../base/network/index.ts';
import { fieldsOf, headerTokenOf, instantOf, secretOf, textOf, textsOf } from './answer-fields.ts';
import { keycloakEndpointOf, keycloakFormat } from './keycloak-registration.ts';
import type {
  ChangedClient,
  ClientChange,
  ClientProvider,
  IssuedClient,
  Management,
  WantedClient,
} from './provider.ts';
import { hostOf, isGood, jsonIn, readJson, refusal } from './refusal.ts';
import type { RegistrationFormat } from './registration-format.ts';

/** A system's registration endpoint and its access token. */
export interface Registration {
  /** The client registration endpoint (RFC 7591, section 3). */
  readonly endpoint: string;
  /** Null if anyone may register. */
  readonly initialAccessToken: string | null;
  readonly connection: Connection;
  readonly identity: TlsIdentity | null;
}

/** A server's answer about one client has a few KB. */
const maxBytes = 256 * 1024;

/** Manages clients by OAuth 2.0 dynamic client registration (RFC 7591) and its management protocol (RFC 7592). */
export function dynamicRegistration(network: Network, registration: Registration): ClientProvider {
  const { endpoint, initialAccessToken, connection, identity } = registration;

  const send = (method: string, url: string, token: string | null, body?: unknown) =>
    network.request({
      connection,
      identity,
      maxBytes,
      url,
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const register = async (
    url: string,
    format: RegistrationFormat,
    wanted: WantedClient,
  ): Promise<IssuedClient> => {
    const answer = await send('POST', url, initialAccessToken, format.request(wanted));
    // 403 too: Keycloak treats an unknown token as none, which its rules then refuse.
    if ([401, 403].includes(answer.status)) throw refusal(answer, 'registration-token-refused');
    if (!isGood(answer)) throw refusal(answer);
    const read = format.read(readJson(answer), wanted, url, null);
    if (read === undefined) throw wrongShape(answer);
    return read;
  };

  const formatOf = (management: Management | null): RegistrationFormat =>
    management?.url.startsWith(keycloakEndpointOf(endpoint) ?? '\n')
      ? keycloakFormat
      : standardFormat;
  /** @param more additional members of the request; undefined removes a member. */
  const replace = async (
    management: Management | null,
    change: ClientChange,
    more: Readonly<Record<string, string | undefined>>,
  ): Promise<ChangedClient> => {
    if (management === null) throw new AppError('registration-unavailable');
    const format = formatOf(management);
    const before = await send('GET', management.url, management.token);
    if (!isGood(before)) throw refusal(before);
    const said = fieldsOf(readJson(before));
    if (said === null) throw wrongShape(before);
    const current =
      format.read(said, change, management.url, change.clientId)?.management ?? management;
    // RFC 7592, section 2.2: the request repeats everything that the server knows about the client.
    const answer = await send('PUT', management.url, current.token, {
      ...metadataIn(said),
      ...format.request(change),
      ...more,
    });
    if (!isGood(answer)) throw refusal(answer);
    // The change succeeded, whatever the answer looks like: unreadable parts count as requested.
    const after = format.read(jsonIn(answer), change, management.url, change.clientId);
    const secret = after?.secret ?? null;
    return {
      redirectUrls: after?.redirectUrls ?? change.redirectUrls,
      rootUrl: after?.rootUrl ?? change.rootUrl,
      management: after?.management ?? current,
      ...(secret === null ? {} : { secret }),
    };
  };

  return {
    source: 'dynamic-registration',

    async create(wanted) {
      try {
        return await register(endpoint, standardFormat, wanted);
      } catch (error) {
        // In the standard's format Keycloak ignores a requested Client ID; in its own it accepts one.
        const own = keycloakEndpointOf(endpoint);
        if (own === null || !refusesChosenId(error)) throw error;
        return register(own, keycloakFormat, wanted);
      }
    },

    update: (management, change) => replace(management, change, {}),

    async rotate(management, client, old) {
      const after = await replace(management, client, formatOf(management).newSecret());
      const { secret } = after;
      if (secret === undefined || secret === old) throw new AppError('secret-not-renewed');
      return { ...after, secret };
    },

    async remove(management) {
      if (management === null) return;
      const answer = await send('DELETE', management.url, management.token);
      const gone = [200, 202, 204, 401, 404, 410];
      // RFC 7592, section 2.3: 401 is the answer for a client that no longer exists.
      if (!gone.includes(answer.status)) throw refusal(answer);
    },
  };
}

function refusesChosenId(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'registration-refused' &&
    /client identifier included/i.test(String(error.details.server))
  );
}

function wrongShape(answer: BufferedAnswer): AppError {
  return new AppError('answer-shape', { details: { host: hostOf(answer) } });
}

/** Metadata that a server adds and must not get back (RFC 7592, section 2.2). */
const serversOwn = [
  'registration_client_uri',
  'registration_access_token',
  'registrationAccessToken',
  'client_secret_expires_at',
  'client_id_issued_at',
];

function metadataIn(said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(said).filter(([key]) => !serversOwn.includes(key)));
}

const standardFormat: RegistrationFormat = {
  /**
   * RFC 7591 has no `client_id` in a request; servers that let the user choose it read it there, others ignore it and
   * assign their own. It has no root URL either: paths are sent resolved.
   */
  request: ({ clientId, redirectUrls, rootUrl }) => ({
    client_id: clientId,
    client_name: clientId,
    redirect_uris: redirectUrls.map(
      (url) => resolveRedirectUrl(url, { rootUrl: rootUrl ?? '' }) ?? url,
    ),
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }),

  /**
   * RFC 7592, section 2.2: omitting a member asks to delete it. The client may not choose a secret; a server that still
   * needs one issues it.
   */
  newSecret: () => ({ client_secret: undefined }),

  /** Parses a client information response (RFC 7591, section 3.2.1), as far as it is used here. */
  read(value, wanted, url, known) {
    const said = fieldsOf(value);
    const clientId = known ?? textOf(said?.client_id);
    if (clientId === null) return undefined;
    return {
      clientId,
      redirectUrls: textsOf(said?.redirect_uris) ?? wanted.redirectUrls,
      rootUrl: wanted.rootUrl,
      secret: secretOf(said?.client_secret),
      createdAt: instantOf(said?.client_id_issued_at),
      management: managementOf(
        said?.registration_client_uri,
        headerTokenOf(said?.registration_access_token),
        url,
      ),
    };
  },
};

/** The token is sent only to the server that issued it: an address of another origin is not used. */
function managementOf(url: unknown, token: string | null, endpoint: string): Management | null {
  if (typeof url !== 'string' || url === '' || token === null) return null;
  if (!URL.canParse(url, endpoint)) return null;
  const resolved = new URL(url, endpoint);
  return resolved.origin === new URL(endpoint).origin ? { url: resolved.href, token } : null;
}
