import { AppError } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { Client, ClientsState } from '../../../preload/contract/systems/clients.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { Links } from '../links/index.ts';
import type { SystemsReader } from '../list/types.ts';
import type { SessionOperations } from '../sign-in/index.ts';
import type { SecretClipboard } from './clipboard.ts';
import { copiedClients } from './copied.ts';
import type { ClientCreation } from './creation.ts';
import { exportFile } from './export.ts';
import type { ClientChange, WantedClient } from './provider.ts';
import type { ClientProviders } from './providers.ts';
import { type RealmClients, realmClientId } from './realm.ts';
import type { ClientRemoval } from './removal.ts';
import type { ClientSettingsChange, ClientSettingsStore } from './settings.ts';
import type { ClientStore } from './store.ts';

/** How long a typed passphrase is valid for showing and copying secrets, ms. */
const passphraseGood = 5 * 60_000;

/** Changes to a client; absent fields stay. */
export interface WantedChange {
  readonly redirectUrls?: readonly string[] | undefined;
  readonly rootUrl?: string | null | undefined;
  /** For a client stored here, as `createdAt`. */
  readonly secret?: string | undefined;
  readonly createdAt?: string | null | undefined;
}

/** Operations on clients. */
export interface ClientOperations {
  snapshot(systemId: string): Promise<ClientsState>;
  /** Asks the system for the realm's clients again. */
  refresh(systemId: string): Promise<ClientsState>;
  /** Creates a client at the system, in the best way or in `way`. */
  create(
    systemId: string,
    wanted: ClientChange,
    way?: 'dynamic-registration' | 'keycloak-admin',
  ): Promise<Client>;
  /** Stores a client that was created in the operator's web interface. */
  keep(systemId: string, wanted: WantedClient): Promise<Client>;
  update(id: string, change: WantedChange): Promise<Client>;
  /** @throws AppError `secret-not-renewed` if the system keeps the old one */
  rotateSecret(id: string): Promise<Client>;
  removeMany(ids: readonly string[]): Promise<CallOutput<'clients.removeMany'>>;
  restore(ids: readonly string[]): Promise<void>;
  /**
   * Returns a secret to show; the vault's passphrase is asked for again after a while.
   * @throws AppError `not-found`, `vault-locked`, `vault-confirmation-needed`
   */
  revealSecret(id: string, confirmation: string | undefined): Promise<string>;
  /** Throws as `revealSecret`. False if only the page reaches the clipboard. */
  copySecret(id: string, confirmation: string | undefined): Promise<boolean>;
  /** Makes the system sign in with this client. */
  signInWith(id: string): Promise<void>;
  /** Returns a file with everything but secrets. */
  exported(systemId: string, ids: readonly string[]): Promise<ReturnType<typeof exportFile>>;
  changeSettings(systemId: string, change: ClientSettingsChange): Promise<ClientsState>;
}

export interface OperationsDeps {
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'scope'>;
  readonly vault: Pick<Vault, 'requirePassphrase'>;
  readonly sessions: Pick<SessionOperations, 'snapshot' | 'changeSettings'>;
  readonly store: ClientStore;
  readonly settings: ClientSettingsStore;
  readonly realm: RealmClients;
  readonly ways: ClientProviders;
  readonly maker: ClientCreation;
  readonly removal: ClientRemoval;
  readonly clipboard: SecretClipboard;
  readonly state: (systemId: string) => Promise<ClientsState>;
  readonly changed: (systemId: string) => Promise<void>;
  /** Loads the realm's clients in the background. */
  readonly lookUnasked: (systemId: string) => void;
  readonly now: () => Date;
}

export function clientOperations(deps: OperationsDeps): ClientOperations {
  const { systems, store, settings, realm, ways, maker, removal, state, changed } = deps;

  const reload = async (systemId: string): Promise<void> => {
    await realm.load(systemId);
    await changed(systemId);
  };
  /** Showing secrets is frequent: the passphrase is asked for again only after a while. */
  const requirePassphrase = async (id: string, confirmation: string | undefined): Promise<void> => {
    const { systemId } = realm.find(id)?.client ?? (await store.get(id));
    if (deps.links.scope(systemId) === 'user') {
      deps.vault.requirePassphrase(confirmation, passphraseGood);
    }
  };
  const secret = async (id: string): Promise<string> => {
    const listed = realm.find(id);
    if (listed === undefined) {
      if (!(await store.get(id)).hasSecret) throw new AppError('not-found');
      return store.secret(id);
    }
    return (await realm.directory(listed.client.systemId)).secret(listed.key);
  };

  return {
    async snapshot(systemId) {
      const now = await state(systemId);
      if (realm.standing(systemId) !== 'manages') deps.lookUnasked(systemId);
      return now;
    },
    async refresh(systemId) {
      await reload(systems.get(systemId).id);
      return state(systemId);
    },

    async create(systemId, change, way) {
      const wanted = { ...change, secret: null, createdAt: null };
      const best = way ?? (await state(systemId)).ways[0];
      if (best !== 'keycloak-admin') return maker.make(systemId, wanted, ways.registrar);
      const made = await (await realm.directory(systemId)).create(wanted);
      await reload(systemId);
      return requireListed(realm, realmClientId(systemId, made.key));
    },
    keep: (systemId, wanted) => maker.make(systemId, wanted, async () => copiedClients),

    ...changing({ ...deps, reload }),

    async removeMany(ids) {
      const { touched, ...outcome } = await removal.removeMany(ids);
      for (const systemId of touched) await changed(systemId);
      return outcome;
    },
    async restore(ids) {
      for (const systemId of await removal.restore(ids)) await changed(systemId);
    },

    async revealSecret(id, confirmation) {
      await requirePassphrase(id, confirmation);
      return secret(id);
    },
    async copySecret(id, confirmation) {
      if (!deps.clipboard.available) return false;
      await requirePassphrase(id, confirmation);
      return deps.clipboard.copy(await secret(id));
    },
    async signInWith(id) {
      const { systemId, clientId, hasSecret } = realm.find(id)?.client ?? (await store.get(id));
      const clientSecret = hasSecret ? await secret(id) : null;
      await deps.sessions.changeSettings(systemId, { clientId, clientSecret });
    },
    async exported(systemId, ids) {
      const { name } = systems.get(systemId);
      const { clients } = await state(systemId);
      const chosen = clients.filter(({ id }) => ids.includes(id));
      return exportFile(name, chosen, deps.now());
    },
    async changeSettings(systemId, change) {
      await settings.change(systems.get(systemId).id, change);
      await changed(systemId);
      return state(systemId);
    },
  };
}

/** Changes a client where it exists: only in the realm, or here and at the system. */
function changing(
  deps: OperationsDeps & { readonly reload: (systemId: string) => Promise<void> },
): Pick<ClientOperations, 'update' | 'rotateSecret'> {
  const { sessions, store, realm, ways, changed, reload } = deps;

  /** Passes a new secret on to the sign-in that uses this client. */
  const passOn = async ({ systemId, clientId }: Client, clientSecret: string): Promise<void> => {
    const { settings } = await sessions.snapshot(systemId);
    if (settings.clientId !== clientId) return;
    await sessions.changeSettings(systemId, { clientId, clientSecret });
  };

  return {
    async update(id, { secret, createdAt, ...wanted }) {
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
        return requireListed(realm, id);
      }
      const provider = await ways.providerOf(client);
      const old = client.hasSecret ? await store.secret(id) : null;
      const done = await provider.update(await store.management(id), change);
      // A secret other than the system's own would not work.
      const own = client.source === 'kept' ? { secret, createdAt } : {};
      const after = await store.change(id, { ...done, ...present(own) });
      const known = own.secret ?? done.secret;
      if (known !== undefined && known !== old) await passOn(after, known);
      await changed(systemId);
      return after;
    },

    async rotateSecret(id) {
      const listed = realm.find(id);
      if (listed === undefined) {
        const client = await store.get(id);
        const old = client.hasSecret ? await store.secret(id) : null;
        const provider = await ways.providerOf(client);
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
      return requireListed(realm, id);
    },
  };
}

function requireListed(realm: RealmClients, id: string): Client {
  const found = realm.find(id);
  if (found === undefined) throw new AppError('not-found');
  return found.client;
}

/** Returns the members that are not undefined. */
function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
