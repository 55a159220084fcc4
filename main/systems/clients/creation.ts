import { AppError } from '../../../preload/contract/errors.ts';
import type { Client } from '../../../preload/contract/systems/clients.ts';
import type { Log } from '../../base/host.ts';
import { requireReady } from '../../base/storage/vault/index.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { Links } from '../links/index.ts';
import { copiedClients } from './copied.ts';
import type { ClientProvider, IssuedClient, WantedClient } from './provider.ts';
import type { ClientStore } from './store.ts';

/** Creates clients and stores them. */
export interface ClientCreation {
  /**
   * Creates the client at the provider and stores it with its secret.
   * @throws AppError `client-id-taken`, `vault-locked`, `vault-not-set-up`, and those of the provider
   */
  make(
    systemId: string,
    wanted: WantedClient,
    provider: (systemId: string) => Promise<ClientProvider>,
  ): Promise<Client>;
}

export function createClientCreation(deps: {
  readonly store: ClientStore;
  readonly vault: Vault;
  readonly links: Pick<Links, 'scope'>;
  readonly changed: (systemId: string) => Promise<void>;
  readonly log: Log;
  readonly now: () => Date;
}): ClientCreation {
  const { store, vault, links, changed, log, now } = deps;

  /** A client whose secret cannot be stored is useless: deletes it again, so that no unseen client remains. */
  const keep = async (
    systemId: string,
    issued: IssuedClient,
    provider: ClientProvider,
  ): Promise<Client> => {
    try {
      return await store.add({ systemId, source: provider.source, issued });
    } catch (error) {
      await provider.remove(issued.management).catch((cause: unknown) => {
        log.error('client-left-behind', cause, { systemId, clientId: issued.clientId });
      });
      // Another call was faster.
      if (await store.has(systemId, issued.clientId)) throw new AppError('client-id-taken');
      throw error;
    }
  };

  return {
    async make(systemId, wanted, find) {
      requireReady(vault, links.scope(systemId));
      if (await store.has(systemId, wanted.clientId)) throw new AppError('client-id-taken');
      const provider = await find(systemId);
      const issued = await provider.create(wanted);
      const createdAt =
        issued.createdAt ?? (provider === copiedClients ? null : now().toISOString());
      const client = await keep(systemId, { ...issued, createdAt }, provider);
      await changed(systemId);
      return client;
    },
  };
}
