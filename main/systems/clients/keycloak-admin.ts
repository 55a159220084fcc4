import { encodePart } from '../../../common/texts/percent-encode.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { BufferedAnswer, Connection, Network, TlsIdentity } from '../../base/network/index.ts';
import { fieldsOf, secretOf } from './answer-fields.ts';
import {
  createdAtOf,
  datedAttributes,
  newRepresentation,
  type Representation,
  readRepresentation,
} from './keycloak-client.ts';
import { pathPart } from './path-part.ts';
import type { ClientChange, ClientDirectory, RealmClient } from './provider.ts';
import { hostOf, isGood, readJson, refusal } from './refusal.ts';

/** Keycloak's admin API as the signed-in user. */
export interface AdminAccess {
  /** The realm's admin address, such as `https://id.example/auth/admin/realms/op`. */
  readonly url: string;
  /** Returns a valid access token. @throws AppError if the session has none */
  readonly token: () => Promise<string>;
  readonly connection: Connection;
  readonly identity: TlsIdentity | null;
}

/**
 * Returns the admin API of the realm that issues these tokens; null if the issuer's address does not have Keycloak's
 * form.
 */
export function adminUrlOf(issuer: string): string | null {
  const admin = issuer.replace(/\/realms\/([^/]+)\/?$/, '/admin/realms/$1');
  return admin === issuer ? null : admin;
}

/** Clients that Keycloak itself puts into every realm; it does not work without them. */
const builtIn = [
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
];
const page = 50;
/** Maximum clients listed; a realm usually has a few hundred. */
const most = 2000;
/** Keycloak's description of a client has about 2 KB, with many mappers five times that. */
const maxBytes = page * 10 * 1024;
interface Page {
  /** Includes unreadable entries. */
  readonly length: number;
  readonly clients: readonly Representation[];
}

/** Leaves out entries without a client. Null if it is not a list, or a list of other things. */
function readPage(value: unknown): Page | null {
  if (!Array.isArray(value)) return null;
  const listed: readonly unknown[] = value.slice(0, most + 1);
  const clients = listed.map(readRepresentation).filter((client) => client !== null);
  if (clients.length === 0 && listed.length > 0) return null;
  return { length: listed.length, clients };
}

/**
 * Lists the realm's clients with Keycloak's admin API. Does not use its JavaScript client: that calls the global
 * `fetch`, which knows neither the system's authorities nor the user's certificate.
 */
export function keycloakDirectory(network: Network, access: AdminAccess): ClientDirectory {
  const { url, token, connection, identity } = access;

  const send = async (method: string, path: string, body?: unknown): Promise<BufferedAnswer> => {
    const answer = await network.request({
      url: `${url}${path}`,
      method,
      connection,
      identity,
      maxBytes,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${await token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!isGood(answer)) throw refusal(answer);
    return answer;
  };
  const get = async <T>(path: string, read: (value: unknown) => T | null): Promise<T> => {
    const answer = await send('GET', path);
    const value = read(readJson(answer));
    if (value === null) throw new AppError('answer-shape', { details: { host: hostOf(answer) } });
    return value;
  };
  const of = (key: string): string => {
    const part = pathPart(key);
    if (part === null) throw new AppError('not-found');
    return `/clients/${part}`;
  };

  return {
    async list() {
      const byKey = new Map<string, Representation>();
      for (let first = 0; ; first += page) {
        const path = `/clients?first=${first}&max=${page}`;
        const { length, clients } = await get(path, readPage);
        const before = byKey.size;
        for (const one of clients) byKey.set(one.id ?? one.clientId, one);
        // A server without paging returns the same page again.
        if (length < page || byKey.size === before || byKey.size > most) break;
      }
      const found = [...byKey.values()].slice(0, most);
      return {
        clients: found.filter(isUsers).map(toRealmClient),
        // Keycloak's own clients are included, so there is always one to check.
        canCreate: found.length === 0 || found.some(({ canManage }) => canManage),
        hasMore: byKey.size > most,
      };
    },

    async create(wanted) {
      await send('POST', '/clients', {
        ...newRepresentation(wanted),
        directAccessGrantsEnabled: false,
      });
      const path = `/clients?clientId=${encodePart(wanted.clientId)}`;
      const { clients } = await get(path, readPage);
      const made = clients.find(({ clientId }) => clientId === wanted.clientId);
      if (made === undefined) throw new AppError('not-found');
      return toRealmClient(made);
    },

    async update(key, { redirectUrls, rootUrl }: ClientChange) {
      const now = await get(of(key), fieldsOf);
      await send('PUT', of(key), { ...now, redirectUris: redirectUrls, rootUrl: rootUrl ?? '' });
      return toRealmClient(await get(of(key), readRepresentation));
    },

    async remove(key) {
      await send('DELETE', of(key)).catch(goneAlready);
    },

    async secret(key) {
      return get(`${of(key)}/client-secret`, (value) => secretOf(fieldsOf(value)?.value));
    },

    async rotateSecret(key) {
      const now = await get(of(key), fieldsOf);
      const client = readRepresentation(now);
      const dated = client === null ? null : datedAttributes(client);
      if (client !== null && dated !== null) {
        await send('PUT', of(key), { ...now, attributes: { ...client.attributes, ...dated } });
      }
      await send('POST', `${of(key)}/client-secret`);
    },
  };
}

function goneAlready(error: unknown): null {
  if (error instanceof AppError && error.details.status === 404) return null;
  throw error;
}

function isUsers({ clientId, protocol, bearerOnly }: Representation): boolean {
  return (
    !builtIn.includes(clientId) &&
    (protocol ?? 'openid-connect') === 'openid-connect' &&
    !bearerOnly
  );
}

function toRealmClient(client: Representation): RealmClient {
  const { id, clientId, redirectUris, rootUrl, publicClient } = client;
  return {
    key: id ?? clientId,
    clientId,
    redirectUrls: redirectUris ?? [],
    rootUrl: rootUrl === '' ? null : rootUrl,
    hasSecret: !publicClient,
    createdAt: createdAtOf(client),
    canChange: client.canManage,
  };
}
