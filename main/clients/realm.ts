import type { Client } from '../../preload/contract/clients.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Network } from '../network/index.ts';
import { type AdminAccess, keycloakDirectory } from './keycloak-admin.ts';
import type { ClientDirectory, RealmClient } from './provider.ts';

/** The clients that live with the system alone, as it listed them last. */
export interface RealmClients {
  /** Empty until `load` has been. */
  of(systemId: string): readonly Client[];
  /** Whether the signed-in user may manage them, as far as is known. */
  mayManage(systemId: string): boolean;
  /** Asks the system. No way to it, or not allowed, is no error: the list is empty then. @returns Whether anything changed */
  load(systemId: string): Promise<boolean>;
  /** The system's directory and the client's key in it, for an id of `of`; undefined for another id. */
  find(id: string): { readonly client: Client; readonly key: string } | undefined;
  /** @throws AppError `registration-unavailable` where there is no way to it */
  directory(systemId: string): Promise<ClientDirectory>;
  forget(systemId: string): void;
}

export function createRealmClients(
  network: Network,
  admin: (systemId: string) => Promise<AdminAccess | null>,
): RealmClients {
  const lists = new Map<string, { readonly client: Client; readonly key: string }[]>();

  const open = async (systemId: string): Promise<ClientDirectory | null> => {
    const access = await admin(systemId);
    return access === null ? null : keycloakDirectory(network, access);
  };
  return {
    of: (systemId) => (lists.get(systemId) ?? []).map(({ client }) => client),
    mayManage: (systemId) => lists.has(systemId),
    async load(systemId) {
      const before = lists.get(systemId);
      try {
        const directory = await open(systemId);
        if (directory === null) {
          lists.delete(systemId);
          return before !== undefined;
        }
        const found = await directory.list();
        const list = found.map((one) => ({ client: toClient(systemId, one), key: one.key }));
        lists.set(systemId, list);
        return JSON.stringify(list) !== JSON.stringify(before);
      } catch (error) {
        lists.delete(systemId);
        // An ordinary user's token opens no administration.
        const refused = error instanceof AppError && error.code === 'registration-unavailable';
        if (!refused) throw error;
        return before !== undefined;
      }
    },
    find(id) {
      for (const list of lists.values()) {
        const found = list.find(({ client }) => client.id === id);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    async directory(systemId) {
      const directory = await open(systemId);
      if (directory === null) throw new AppError('registration-unavailable');
      return directory;
    },
    forget: (systemId) => void lists.delete(systemId),
  };
}

/** Steady over listings, and never the id of a client that is kept here. */
export function realmClientId(systemId: string, key: string): string {
  return `realm/${systemId}/${key}`;
}

function toClient(systemId: string, one: RealmClient): Client {
  const { key, clientId, redirectUrls, rootUrl, hasSecret, createdAt } = one;
  return {
    id: realmClientId(systemId, key),
    systemId,
    source: 'keycloak-admin',
    clientId,
    redirectUrls: [...redirectUrls],
    rootUrl,
    hasSecret,
    canRotate: hasSecret,
    createdAt,
  };
}
