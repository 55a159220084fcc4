import { AppError } from '../../../preload/contract/errors.ts';
import type { Client, RealmStanding } from '../../../preload/contract/systems/clients.ts';
import type { Network } from '../../base/network/index.ts';
import { type AdminAccess, keycloakDirectory } from './keycloak-admin.ts';
import type { ClientDirectory, RealmClient, RealmListing } from './provider.ts';

/** Clients that exist only at the system, as it last listed them. */
export interface RealmClients {
  /** Empty before the first `load`. */
  of(systemId: string): readonly Client[];
  /** Returns what the signed-in user may do with them, as far as known. */
  standing(systemId: string): RealmStanding;
  /** Returns whether the system has more of them than `of` returns. */
  hasMore(systemId: string): boolean;
  /**
   * Loads them from the system. Without access the list is empty, which is no error. @returns whether anything changed
   */
  load(systemId: string): Promise<boolean>;
  /** Returns the system's directory and the client's key in it for an id of `of`; undefined for another id. */
  find(id: string): Listed | undefined;
  /** @throws AppError `registration-unavailable` if there is no access */
  directory(systemId: string): Promise<ClientDirectory>;
  forget(systemId: string): void;
}

/** A system's last answer. */
interface Known {
  readonly standing: RealmStanding;
  readonly list: readonly Listed[];
  readonly hasMore: boolean;
}

interface Listed {
  readonly client: Client;
  readonly key: string;
}

export function createRealmClients(
  network: Network,
  admin: (systemId: string) => Promise<AdminAccess | null>,
): RealmClients {
  const known = new Map<string, Known>();
  const seen = (systemId: string): string => JSON.stringify(known.get(systemId));

  const open = async (systemId: string): Promise<ClientDirectory | null> => {
    const access = await admin(systemId);
    return access === null ? null : keycloakDirectory(network, access);
  };
  return {
    of: (systemId) => (known.get(systemId)?.list ?? []).map(({ client }) => client),
    standing: (systemId) => known.get(systemId)?.standing ?? 'unknown',
    hasMore: (systemId) => known.get(systemId)?.hasMore ?? false,
    async load(systemId) {
      const before = seen(systemId);
      const put = (standing: RealmStanding, listing?: RealmListing): void => {
        const { clients = [], hasMore = false } = listing ?? {};
        const list = clients.map((one) => ({ client: toClient(systemId, one), key: one.key }));
        known.set(systemId, { standing, list, hasMore });
      };
      try {
        const directory = await open(systemId);
        if (directory === null) put('signed-out');
        else {
          const listing = await directory.list();
          put(listing.canCreate ? 'manages' : 'views', listing);
        }
      } catch (error) {
        const refused = error instanceof AppError && error.code === 'registration-unavailable';
        if (!refused) {
          put('unknown');
          throw error;
        }
        // An ordinary user's token has no access to the administration; providers other than Keycloak have none.
        put([401, 403].includes(Number(error.details.status)) ? 'refused' : 'none');
      }
      return seen(systemId) !== before;
    },
    find(id) {
      for (const { list } of known.values()) {
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
    forget(systemId) {
      known.delete(systemId);
    },
  };
}

/** Stable across listings, and never the id of a client stored here. */
export function realmClientId(systemId: string, key: string): string {
  return `realm/${systemId}/${key}`;
}

function toClient(systemId: string, one: RealmClient): Client {
  const { key, clientId, redirectUrls, rootUrl, hasSecret, createdAt, canChange } = one;
  return {
    id: realmClientId(systemId, key),
    systemId,
    source: 'keycloak-admin',
    clientId,
    redirectUrls: [...redirectUrls],
    rootUrl,
    hasSecret,
    canRotate: hasSecret && canChange,
    canChange,
    createdAt,
  };
}
