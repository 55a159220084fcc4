import * as z from 'zod';
import { AppError } from '../../preload/contract/errors.ts';
import type { BufferedAnswer, Connection, Network, TlsIdentity } from '../network/index.ts';
import {
  createdAtOf,
  datedAttributes,
  newRepresentation,
  type Representation,
  representation,
} from './keycloak-client.ts';
import { pathPart } from './path-part.ts';
import type { ClientChange, ClientDirectory, RealmClient } from './provider.ts';
import { hostOf, readJson, refusal } from './refusal.ts';

/** Keycloak's admin API, as the user who is signed in. */
export interface AdminAccess {
  /** The realm's, such as `https://id.example/auth/admin/realms/op`. */
  readonly url: string;
  /** A valid access token. @throws AppError where the session cannot give one */
  readonly token: () => Promise<string>;
  readonly connection: Connection;
  readonly identity: TlsIdentity | null;
}

/** The admin API of the realm that issues these tokens; null where the issuer is not named as Keycloak's are. */
export function adminUrlOf(issuer: string): string | null {
  const admin = issuer.replace(/\/realms\/([^/]+)\/?$/, '/admin/realms/$1');
  return admin === issuer ? null : admin;
}

/** What Keycloak itself puts into every realm; without these it does not work. */
const builtIn = [
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
];
const page = 50;
/** Clients that are listed; a realm has a few hundred as a rule. */
const most = 2000;
/** Keycloak describes a client in about 2 KB, one with many mappers in five times that. */
const maxBytes = page * 10 * 1024;
/** Looks at no client after the first that is none: each that is none would be described in the error. */
const representations = z.array(z.unknown()).transform((list, context) => {
  const read: Representation[] = [];
  for (const one of list.slice(0, most + 1)) {
    const client = representation.safeParse(one);
    if (!client.success) {
      context.addIssue('not a list of clients');
      return z.NEVER;
    }
    read.push(client.data);
  }
  return read;
});

/**
 * The realm's clients by Keycloak's admin API. Its own JavaScript client is not used: it calls the global
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
    if (answer.status < 200 || answer.status > 299) throw refusal(answer);
    return answer;
  };
  const get = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
    const answer = await send('GET', path);
    const read = shape.safeParse(readJson(answer));
    if (read.success) return read.data;
    throw new AppError('answer-shape', { details: { host: hostOf(answer) }, cause: read.error });
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
        const some = await get(path, representations);
        const before = byKey.size;
        for (const one of some) byKey.set(one.id ?? one.clientId, one);
        // A server that knows no pages gives the same again.
        if (some.length < page || byKey.size === before || byKey.size > most) break;
      }
      const found = [...byKey.values()].slice(0, most);
      return {
        clients: found.filter(isUsers).map(toRealmClient),
        // Keycloak's own clients are among them, so there is always one to tell by.
        canCreate: found.length === 0 || found.some(mayChange),
        hasMore: byKey.size > most,
      };
    },

    async create(wanted) {
      await send('POST', '/clients', {
        ...newRepresentation(wanted),
        directAccessGrantsEnabled: false,
      });
      const path = `/clients?clientId=${encodeURIComponent(wanted.clientId)}`;
      const [made] = await get(path, z.array(representation));
      if (made === undefined) throw new AppError('not-found');
      return toRealmClient(made);
    },

    async update(key, { redirectUrls, rootUrl }: ClientChange) {
      const now = await get(of(key), z.record(z.string(), z.unknown()));
      await send('PUT', of(key), { ...now, redirectUris: redirectUrls, rootUrl: rootUrl ?? '' });
      return toRealmClient(await get(of(key), representation));
    },

    async remove(key) {
      await send('DELETE', of(key)).catch(goneAlready);
    },

    async secret(key) {
      const { value } = await get(`${of(key)}/client-secret`, z.object({ value: z.string() }));
      return value;
    },

    async rotateSecret(key) {
      const now = await get(of(key), z.looseObject(representation.shape));
      const dated = datedAttributes(now);
      if (dated !== null) {
        await send('PUT', of(key), { ...now, attributes: { ...now.attributes, ...dated } });
      }
      await send('POST', `${of(key)}/client-secret`);
    },
  };
}

function goneAlready(error: unknown): null {
  if (error instanceof AppError && error.details.status === 404) return null;
  throw error;
}

function mayChange({ access }: Representation): boolean {
  return access?.manage !== false;
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
    rootUrl: rootUrl ? rootUrl : null,
    hasSecret: publicClient !== true,
    createdAt: createdAtOf(client),
    canChange: mayChange(client),
  };
}
