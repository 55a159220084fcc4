import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Clipboard, Files, Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { Accesses } from '../access/index.ts';
import type { Links } from '../links/index.ts';
import type { SystemsReader } from '../list/types.ts';
import { clientCalls } from './calls.ts';
import { secretClipboard } from './clipboard.ts';
import { createClientCreation } from './creation.ts';
import { type ClientOperations, clientOperations, type OperationsDeps } from './operations.ts';
import { clientProviders } from './providers.ts';
import { createRealmClients } from './realm.ts';
import { clientRemoval } from './removal.ts';
import { openClientSettings } from './settings.ts';
import { openClientStore } from './store.ts';
import { clientsView } from './view.ts';

export { clientSettingsRows } from './settings.ts';
export { clientRows } from './store.ts';

export interface ClientsDeps {
  readonly systems: SystemsReader;
  readonly links: Links;
  readonly access: Pick<Accesses, 'openAsUser'>;
  /** Stores the client that a system signs in with. */
  readonly sessions: OperationsDeps['sessions'];
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
  readonly files: Files;
  /** Null if only the page reaches the clipboard. */
  readonly clipboard: Clipboard | null;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
}

/** OAuth 2.0 clients for API access, created and deleted at the system that accepts them. */
export interface Clients extends ClientOperations {
  readonly calls: Handlers<'clients'>;
  /** Drops everything stored here for a system. Its clients stay with the system itself. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createClients(deps: ClientsDeps): Clients {
  const { systems, links, access, network, vault, database, emit, log } = deps;
  const now = deps.now ?? (() => new Date());
  const background = inBackground(log);
  const store = openClientStore(database, vault, links.scope);
  const settings = openClientSettings(database, vault, links.scope);
  const ways = clientProviders({ links, access, settings, network });
  const realm = createRealmClients(network, ways.admin);
  const removal = clientRemoval({ store, realm, providerOf: ways.providerOf, log });
  const clipboard = secretClipboard(deps.clipboard, (cause) =>
    log.error('clipboard-not-cleared', cause),
  );

  const state = clientsView({ links, store, settings, realm, ways, log });
  const changed = async (systemId: string): Promise<void> =>
    emit('clients.changed', await state(systemId));
  const look = async (systemId: string): Promise<void> => {
    if (links.isAdministered(systemId) && (await realm.load(systemId))) await changed(systemId);
  };
  const lookUnasked = (systemId: string): void =>
    background('clients-realm-unknown', look(systemId), { systemId });
  // Who is signed in decides which realm clients are visible.
  const unfollow = links.onChange(({ systemId, service, access }) => {
    if (service === 'identityProvider' && access) lookUnasked(systemId);
  });

  const operations = clientOperations({
    systems,
    links,
    vault,
    sessions: deps.sessions,
    store,
    settings,
    realm,
    ways,
    removal,
    clipboard,
    maker: createClientCreation({ store, vault, links, changed, log, now }),
    state,
    changed,
    lookUnasked,
    now,
  });

  return {
    ...operations,
    calls: clientCalls(operations, deps.files),
    async forget(systemId) {
      realm.forget(systemId);
      await settings.forget(systemId);
      for (const { id } of await store.of(systemId)) await store.remove(id);
    },
    async close() {
      unfollow();
      removal.close();
      await clipboard.close();
    },
  };
}
