import type { Client } from '../../preload/contract/clients.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { Clipboard, Files, Log } from '../host.ts';
import type { Network } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { SecretScope, Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import { secretClipboard } from './clipboard.ts';
import { dynamicRegistration, type Registration } from './dynamic-registration.ts';
import { exportFile } from './export.ts';
import { keptHere } from './kept.ts';
import type { AdminAccess } from './keycloak-admin.ts';
import type { ClientProvider, IssuedClient, WantedClient } from './provider.ts';
import { createRealmClients, realmClientId } from './realm.ts';
import { clientRemoval } from './removal.ts';
import { openClientSettings } from './settings.ts';
import { openClientStore } from './store.ts';
import { clientsView } from './view.ts';

export type { Registration } from './dynamic-registration.ts';
export { type AdminAccess, adminUrlOf } from './keycloak-admin.ts';

export interface ClientsDeps {
  readonly systems: SystemsReader;
  /** How clients are registered with a system that says so itself; null: as the user has set it. */
  readonly registration: (systemId: string) => Promise<Registration | null>;
  /** Keycloak's admin API as the signed-in user; null (or absent) while nobody is signed in. */
  readonly admin?: (systemId: string) => Promise<AdminAccess | null>;
  /** The client that a system is signed in to with. */
  readonly signIn?: {
    clientId(systemId: string): Promise<string | null>;
    use(
      systemId: string,
      client: { readonly clientId: string; readonly secret: string | null },
    ): Promise<void>;
  };
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
  readonly files: Files;
  /** Null where only the page reaches the clipboard. */
  readonly clipboard: Clipboard | null;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
}

/** How long a typed passphrase is good for showing and copying secrets, ms. */
const passphraseGood = 5 * 60_000;

/** OAuth 2.0 credentials for API access, made and removed with the system that honours them. */
export interface Clients {
  readonly calls: Handlers<'clients'>;
  /** To be told when someone has signed in or out: who may see the realm's clients has changed. */
  signedInChanged(systemId: string): void;
  /** Drops what is kept here for a system. Its clients stay with the system itself. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createClients(deps: ClientsDeps): Clients {
  const { systems, network, vault, database, files, emit, log } = deps;
  const now = deps.now ?? (() => new Date());
  const realm = createRealmClients(network, deps.admin ?? (async () => null));
  const clipboard = secretClipboard(deps.clipboard, (cause) =>
    log.error('clipboard-not-cleared', cause),
  );

  const scopeOf = (systemId: string): SecretScope =>
    systems.get(systemId).kind === 'demo' ? 'demo' : 'user';
  const store = openClientStore(database, vault, scopeOf);
  const settings = openClientSettings(database, vault, scopeOf);

  const registration = async (systemId: string): Promise<Registration | null> => {
    const own = await deps.registration(systemId);
    if (own !== null) return own;
    const { registrationUrl } = await settings.of(systemId);
    if (registrationUrl === null) return null;
    return {
      endpoint: registrationUrl,
      initialAccessToken: await settings.initialAccessToken(systemId),
      authorities: systems.get(systemId).authorities.map(({ pem }) => pem),
      identity: null,
    };
  };
  const registrar = async (systemId: string): Promise<ClientProvider> => {
    const found = await registration(systemId);
    if (found === null) throw new AppError('registration-unavailable');
    return dynamicRegistration(network, found);
  };
  const providerOf = async ({ source, systemId }: Client): Promise<ClientProvider> =>
    source === 'kept' ? keptHere : registrar(systemId);

  const state = clientsView({
    systems,
    store,
    settings,
    realm,
    registration: deps.registration,
    log,
  });
  const changed = async (systemId: string): Promise<void> =>
    emit('clients.changed', await state(systemId));
  const reload = async (systemId: string): Promise<void> => {
    await realm.load(systemId);
    await changed(systemId);
  };
  const look = async (systemId: string): Promise<void> => {
    if (await realm.load(systemId)) await changed(systemId);
  };
  const lookUnasked = (systemId: string): void => {
    look(systemId).catch((cause: unknown) =>
      log.error('clients-realm-unknown', cause, { systemId }),
    );
  };
  /** What signs in with this client goes on with its new secret. */
  const passOn = async ({ systemId, clientId }: Client, secret: string): Promise<void> => {
    const { signIn } = deps;
    if (signIn === undefined || (await signIn.clientId(systemId)) !== clientId) return;
    await signIn.use(systemId, { clientId, secret });
  };

  /** A client whose secret cannot be kept is of no use: it is taken back, so that nothing stays behind unseen. */
  const keep = async (
    systemId: string,
    issued: IssuedClient,
    provider: ClientProvider,
  ): Promise<Client> => {
    try {
      const { source } = provider;
      return await store.add({ systemId, source, issued });
    } catch (error) {
      await provider.remove(issued.management).catch((cause: unknown) => {
        log.error('client-left-behind', cause, { systemId, clientId: issued.clientId });
      });
      throw error;
    }
  };
  const make = async (
    systemId: string,
    wanted: WantedClient,
    find: () => Promise<ClientProvider>,
  ): Promise<Client> => {
    requireVault(vault, scopeOf(systemId));
    if (await store.has(systemId, wanted.clientId)) throw new AppError('client-id-taken');
    const provider = await find();
    const issued = await provider.create(wanted);
    const createdAt = issued.createdAt ?? (provider === keptHere ? null : now().toISOString());
    const client = await keep(systemId, { ...issued, createdAt }, provider);
    await changed(systemId);
    return client;
  };
  const inRealm = async (systemId: string, wanted: WantedClient): Promise<Client> => {
    const made = await (await realm.directory(systemId)).create(wanted);
    await reload(systemId);
    return realmClient(realmClientId(systemId, made.key)).client;
  };
  const realmClient = (id: string) => {
    const found = realm.find(id);
    if (found === undefined) throw new AppError('not-found');
    return found;
  };
  const secretOf = async (id: string): Promise<string> => {
    const listed = realm.find(id);
    if (listed === undefined) {
      if (!(await store.get(id)).hasSecret) throw new AppError('not-found');
      return store.secret(id);
    }
    return (await realm.directory(listed.client.systemId)).secret(listed.key);
  };

  /** Handing secrets out is everyday work: the passphrase is asked for again only after a while. */
  const requirePassphrase = async (id: string, confirmation: string | undefined): Promise<void> => {
    const { systemId } = realm.find(id)?.client ?? (await store.get(id));
    if (scopeOf(systemId) === 'user') vault.requirePassphrase(confirmation, passphraseGood);
  };

  const removal = clientRemoval({ store, realm, providerOf, log });

  const calls: Handlers<'clients'> = {
    async snapshot({ systemId }) {
      const now = await state(systemId);
      if (realm.standing(systemId) !== 'manages' && deps.admin !== undefined) lookUnasked(systemId);
      return now;
    },

    async refresh({ systemId }) {
      await realm.load(systems.get(systemId).id);
      await changed(systemId);
      return state(systemId);
    },

    async create({ systemId, way, clientId, redirectUrls, rootUrl = null }) {
      const wanted = { clientId, redirectUrls, rootUrl, secret: null, createdAt: null };
      const best = way ?? (await state(systemId)).ways[0];
      return best === 'keycloak-admin'
        ? inRealm(systemId, wanted)
        : make(systemId, wanted, () => registrar(systemId));
    },

    keep: ({ systemId, rootUrl = null, ...wanted }) =>
      make(systemId, { ...wanted, rootUrl }, async () => keptHere),

    async update({ id, secret, createdAt, ...wanted }) {
      const listed = realm.find(id);
      const client = listed?.client ?? (await store.get(id));
      const { systemId, clientId } = client;
      const change = {
        clientId,
        redirectUrls: wanted.redirectUrls ?? client.redirectUrls,
        rootUrl: wanted.rootUrl === undefined ? client.rootUrl : wanted.rootUrl,
      };
      if (listed !== undefined) {
        await (await realm.directory(systemId)).update(listed.key, change);
        await reload(systemId);
        return realmClient(id).client;
      }
      const provider = await providerOf(client);
      const old = client.hasSecret ? await store.secret(id) : null;
      const done = await provider.update(await store.management(id), change);
      // Another secret than the system's own would open nothing.
      const own = client.source === 'kept' ? { secret, createdAt } : {};
      const after = await store.change(id, { ...done, ...present(own) });
      const known = own.secret ?? done.secret;
      if (known !== undefined && known !== old) await passOn(after, known);
      await changed(systemId);
      return after;
    },

    async rotateSecret({ id }) {
      const listed = realm.find(id);
      if (listed === undefined) {
        const client = await store.get(id);
        const old = client.hasSecret ? await store.secret(id) : null;
        const provider = await providerOf(client);
        const done = await provider.rotate(await store.management(id), client, old);
        const after = await store.change(id, done);
        await passOn(after, done.secret);
        await changed(client.systemId);
        return after;
      }
      const { systemId } = listed.client;
      const directory = await realm.directory(systemId);
      await directory.rotateSecret(listed.key);
      await passOn(listed.client, await directory.secret(listed.key));
      await reload(systemId);
      return realmClient(id).client;
    },

    async remove({ id }) {
      await changed(await removal.remove(id));
    },

    async removeMany({ ids }) {
      const { touched, ...outcome } = await removal.removeMany(ids);
      for (const systemId of touched) await changed(systemId);
      return outcome;
    },
    async restore({ ids }) {
      for (const systemId of await removal.restore(ids)) await changed(systemId);
    },

    async revealSecret({ id, confirmation }) {
      await requirePassphrase(id, confirmation);
      return { secret: await secretOf(id) };
    },
    async copySecret({ id, confirmation }) {
      if (deps.clipboard === null) return { copied: false };
      await requirePassphrase(id, confirmation);
      return { copied: await clipboard.copy(await secretOf(id)) };
    },

    async signInWith({ id }) {
      const { signIn } = deps;
      if (signIn === undefined) throw new AppError('sign-in-way-unavailable');
      const { systemId, clientId, hasSecret } = realm.find(id)?.client ?? (await store.get(id));
      const secret = hasSecret ? await secretOf(id) : null;
      await signIn.use(systemId, { clientId, secret });
    },

    async export({ systemId, ids }, sender) {
      const { name } = systems.get(systemId);
      const { clients } = await state(systemId);
      const chosen = clients.filter(({ id }) => ids.includes(id));
      return files.save(exportFile(name, chosen, now()), sender);
    },

    async updateSettings({ systemId, ...change }) {
      await settings.change(systems.get(systemId).id, change);
      await changed(systemId);
      return state(systemId);
    },
  };

  return {
    calls,
    signedInChanged: lookUnasked,
    async forget(systemId) {
      realm.forget(systemId);
      await settings.forget(systemId);
      for (const { id } of await store.of(systemId)) await store.remove(id);
    },
    async close() {
      removal.close();
      await clipboard.close();
    },
  };
}

/** Without the members that are undefined. */
function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Asked before anything is registered. @throws AppError `vault-locked`, `vault-not-set-up` */
function requireVault(vault: Vault, scope: SecretScope): void {
  if (vault.ready(scope)) return;
  throw new AppError(vault.state().state === 'locked' ? 'vault-locked' : 'vault-not-set-up');
}
