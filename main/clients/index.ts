import type { Client, ClientsState } from '../../preload/contract/clients.ts';
import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { Log } from '../host.ts';
import type { Network } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { SecretScope, Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import { dynamicRegistration, type Registration } from './dynamic-registration.ts';
import type { ClientProvider, IssuedClient } from './provider.ts';
import { openClientStore } from './store.ts';

export type { Registration } from './dynamic-registration.ts';

export interface ClientsDeps {
  readonly systems: SystemsReader;
  /** How clients are made with a system; null where that is not possible from here. */
  readonly registration: (systemId: string) => Promise<Registration | null>;
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
}

/** OAuth 2.0 credentials for API access, made and removed with the system that honours them. */
export interface Clients {
  readonly calls: Handlers<'clients'>;
  /** Drops what is kept here for a system. Its clients stay with the system itself. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createClients(deps: ClientsDeps): Clients {
  const { systems, registration, network, vault, database, emit, log } = deps;
  const now = deps.now ?? (() => new Date());
  const store = openClientStore(database, vault);

  const providerOf = async (systemId: string): Promise<ClientProvider> => {
    const found = await registration(systemId);
    if (found === null) throw new AppError('registration-unavailable');
    return dynamicRegistration(network, found);
  };
  const scopeOf = (systemId: string): SecretScope =>
    systems.get(systemId).kind === 'demo' ? 'demo' : 'user';

  const state = async (systemId: string): Promise<ClientsState> => ({
    systemId: systems.get(systemId).id,
    ...(await availability(systemId)),
    clients: await store.of(systemId),
  });
  const availability = async (
    systemId: string,
  ): Promise<Pick<ClientsState, 'provider' | 'problem'>> => {
    try {
      const found = await registration(systemId);
      return { provider: found === null ? 'none' : 'dynamic-registration', problem: null };
    } catch (cause) {
      log.error('clients-registration-unknown', cause, { systemId });
      return { provider: 'none', problem: problemOf(cause) };
    }
  };
  const changed = async (systemId: string): Promise<void> =>
    emit('clients.changed', await state(systemId));

  /** A client whose secret cannot be kept is of no use: it is taken back, so that nothing stays behind unseen. */
  const keep = async (
    systemId: string,
    issued: IssuedClient,
    provider: ClientProvider,
  ): Promise<Client> => {
    try {
      return await store.add(systemId, issued, scopeOf(systemId), now());
    } catch (error) {
      if (issued.management !== null) {
        await provider.remove(issued.management).catch((cause: unknown) => {
          log.error('client-left-behind', cause, { systemId, clientId: issued.clientId });
        });
      }
      throw error;
    }
  };

  const calls: Handlers<'clients'> = {
    snapshot: ({ systemId }) => state(systemId),

    async create({ systemId, clientId, redirectUrls }) {
      requireVault(vault, scopeOf(systemId));
      if (await store.has(systemId, clientId)) throw new AppError('client-id-taken');
      const provider = await providerOf(systemId);
      const issued = await provider.create({ clientId, redirectUrls });
      const client = await keep(systemId, issued, provider);
      await changed(systemId);
      return client;
    },

    async remove({ id }) {
      const { systemId } = await store.get(id);
      const management = await store.management(id);
      if (management !== null) await (await providerOf(systemId)).remove(management);
      await store.remove(id);
      await changed(systemId);
    },

    async revealSecret({ id }) {
      const { hasSecret } = await store.get(id);
      if (!hasSecret) throw new AppError('not-found');
      return { secret: await store.secret(id) };
    },
  };

  return {
    calls,
    async forget(systemId) {
      for (const { id } of await store.of(systemId)) await store.remove(id);
    },
    close: async () => undefined,
  };
}

/** Asked before anything is registered. @throws AppError `vault-locked`, `vault-not-set-up` */
function requireVault(vault: Vault, scope: SecretScope): void {
  if (vault.ready(scope)) return;
  throw new AppError(vault.state().state === 'locked' ? 'vault-locked' : 'vault-not-set-up');
}

function problemOf(cause: unknown): AppErrorData {
  return (cause instanceof AppError ? cause : new AppError('internal')).toData();
}
