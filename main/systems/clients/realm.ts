import { AppError } from '../../../preload/contract/errors.ts';
import type { Client, RealmStanding } from '../../../preload/contract/systems/clients.ts';
import type { Network } from '../../base/network/index.ts';
import { type AdminAccess, keycloakDirectory } from './keycloak-admin.ts';
import type { ClientDirectory, RealmClient, RealmListing } from './provider.ts';

/** The clients that live with the system alone, as it listed them last. */
export interface RealmClients {
  /** Empty until `load` has been. */
  of(systemId: string): readonly Client[];
  /** What the signed-in user may do with them, as far as is known. */
  standing(systemId: string): RealmStanding;
  /** Whether the system has more of them than `of` tells. */
  hasMore(systemId: string): boolean;
  /** Asks the system. No way to it, or not allowed, is no error: the list is empty then. @returns Whether anything changed */
  load(systemId: string): Promise<boolean>;
  /** The system's directory and the client's key in it, for an id of `of`; undefined for another id. */
  find(id: string): Listed | undefined;
  /** @throws AppError `registration-unavailable` where there is no way to it */
  directory(systemId: string): Promise<ClientDirectory>;
  forget(systemId: string): void;
}

/** What a system said last. */
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
        // An ordinary user's token opens no administration; another provider than Keycloak has none.
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

/** Steady over listings, and never the id of a client that is kept here. */
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
