import * as z from 'zod';
import { AppError } from '../../preload/contract/errors.ts';
import { resolveRedirectUrl } from '../../preload/contract/systems/redirect-urls.ts';
import type { BufferedAnswer, Connection, Network, TlsIdentity } from '../network/index.ts';
import { texts } from './keycloak-client.ts';
import { keycloakEndpointOf, keycloakFormat } from './keycloak-registration.ts';
import type {
  ChangedClient,
  ClientChange,
  ClientProvider,
  IssuedClient,
  Management,
  WantedClient,
} from './provider.ts';
import { hostOf, readJson, refusal } from './refusal.ts';
import type { RegistrationFormat } from './registration-format.ts';

/** Where a system registers clients, and as whom the app goes there. */
export interface Registration {
  /** The client registration endpoint (RFC 7591, section 3). */
  readonly endpoint: string;
  /** Null where registration is open to anyone. */
  readonly initialAccessToken: string | null;
  readonly connection: Connection;
  readonly identity: TlsIdentity | null;
}

/** What a server says of one client has a few KB. */
const maxBytes = 256 * 1024;

/** Clients by OAuth 2.0 dynamic client registration (RFC 7591) and its management (RFC 7592). */
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
    // 403 too: a token that Keycloak does not know counts as none, which its rules then refuse.
    if ([401, 403].includes(answer.status)) throw refusal(answer, 'registration-token-refused');
    if (answer.status !== 201 && answer.status !== 200) throw refusal(answer);
    return issued(answer, format, wanted, url);
  };

  const formatOf = (management: Management | null): RegistrationFormat =>
    management?.url.startsWith(keycloakEndpointOf(endpoint) ?? '\n')
      ? keycloakFormat
      : standardFormat;
  /** @param more What the request has beside what it always has; undefined takes a member away. */
  const replace = async (
    management: Management | null,
    change: ClientChange,
    more: Readonly<Record<string, string | undefined>>,
  ): Promise<ChangedClient> => {
    if (management === null) throw new AppError('registration-unavailable');
    const format = formatOf(management);
    const before = await send('GET', management.url, management.token);
    if (before.status !== 200) throw refusal(before);
    const known = registered(before);
    const current = issued(before, format, change, management.url).management ?? management;
    // RFC 7592, section 2.2: everything the server knows of the client goes back to it.
    const answer = await send('PUT', management.url, current.token, {
      ...known,
      ...format.request(change),
      ...more,
    });
    if (answer.status !== 200) throw refusal(answer);
    const { redirectUrls, rootUrl, secret, ...after } = issued(
      answer,
      format,
      change,
      management.url,
    );
    return {
      redirectUrls,
      rootUrl,
      management: after.management ?? current,
      ...(secret === null ? {} : { secret }),
    };
  };

  return {
    source: 'dynamic-registration',

    async create(wanted) {
      try {
        return await register(endpoint, standardFormat, wanted);
      } catch (error) {
        // Keycloak takes no wish for a Client ID in the standard's format; in its own it does.
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
      // RFC 7592, section 2.3: 401 is the answer where the client does not exist any more.
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

function issued(
  answer: BufferedAnswer,
  format: RegistrationFormat,
  wanted: ClientChange,
  url: string,
): IssuedClient {
  const read = format.read(readJson(answer), wanted, url);
  if (read === undefined) {
    throw new AppError('answer-shape', { details: { host: hostOf(answer) } });
  }
  return read;
}

const anyObject = z.record(z.string(), z.unknown());
/** What a server adds to the metadata and does not want back (RFC 7592, section 2.2). */
const serversOwn = [
  'registration_client_uri',
  'registration_access_token',
  'registrationAccessToken',
  'client_secret_expires_at',
  'client_id_issued_at',
];

function registered(answer: BufferedAnswer): Record<string, unknown> {
  const read = anyObject.safeParse(readJson(answer));
  if (!read.success) throw new AppError('answer-shape', { details: { host: hostOf(answer) } });
  return Object.fromEntries(Object.entries(read.data).filter(([key]) => !serversOwn.includes(key)));
}

/** Client information response (RFC 7591, section 3.2.1), as far as it is used here. */
const clientInformation = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).nullish(),
  client_id_issued_at: z.number().nonnegative().nullish(),
  redirect_uris: texts.nullish(),
  registration_client_uri: z.string().nullish(),
  registration_access_token: z.string().nullish(),
});

const standardFormat: RegistrationFormat = {
  /**
   * RFC 7591 has no `client_id` in a request; servers that let the user choose it read it there, others
   * ignore it and answer with an id of their own. It knows no root URL either: paths are sent resolved.
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
   * RFC 7592, section 2.2: what is left out is asked to be deleted. A secret of the client's own choice is
   * not allowed; a server that still needs one issues it.
   */
  newSecret: () => ({ client_secret: undefined }),

  read(value, wanted, url) {
    const read = clientInformation.safeParse(value);
    if (!read.success) return undefined;
    const { data } = read;
    return {
      clientId: data.client_id,
      redirectUrls: data.redirect_uris ?? wanted.redirectUrls,
      rootUrl: wanted.rootUrl,
      secret: data.client_secret ?? null,
      createdAt: data.client_id_issued_at ? fromSeconds(data.client_id_issued_at) : null,
      management: managementOf(data.registration_client_uri, data.registration_access_token, url),
    };
  },
};

function fromSeconds(seconds: number): string | null {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.valueOf()) ? null : date.toISOString();
}

/** The token goes to the server that gave it and to no other: an address of another origin is not used. */
function managementOf(
  url: string | null | undefined,
  token: string | null | undefined,
  endpoint: string,
): Management | null {
  if (!url || !token || !URL.canParse(url, endpoint)) return null;
  const resolved = new URL(url, endpoint);
  return resolved.origin === new URL(endpoint).origin ? { url: resolved.href, token } : null;
}
