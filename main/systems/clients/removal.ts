import { AppError } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { Client } from '../../../preload/contract/systems/clients.ts';
import type { Log } from '../../base/host.ts';
import type { ClientProvider } from './provider.ts';
import type { RealmClients } from './realm.ts';
import type { ClientStore } from './store.ts';
import { problemOf } from './view.ts';

type Outcome = CallOutput<'clients.removeMany'>;

/** How long a client that was stored only here can be restored, ms. */
const undoFor = 60_000;

/** Removes clients, and restores those that were stored only here. */
export interface ClientRemoval {
  /** Removes them one after another; those that failed are still there. */
  removeMany(ids: readonly string[]): Promise<Outcome & { readonly touched: ReadonlySet<string> }>;
  /** @returns the clients' systems. @throws AppError `not-found`, `client-id-taken` */
  restore(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Forgets what could still be restored. */
  close(): void;
}

interface Removed {
  readonly client: Client;
  readonly secret: string | null;
  readonly timer: NodeJS.Timeout;
}

export function clientRemoval(deps: {
  readonly store: ClientStore;
  readonly realm: RealmClients;
  readonly providerOf: (client: Client) => Promise<ClientProvider>;
  readonly log: Log;
}): ClientRemoval {
  const { store, realm, providerOf, log } = deps;
  const undoable = new Map<string, Removed>();

  const remember = (client: Client, secret: string | null): void => {
    const timer = setTimeout(() => undoable.delete(client.id), undoFor);
    timer.unref();
    undoable.set(client.id, { client, secret, timer });
  };
  /** Null also while it is unreadable: a locked vault does not prevent deletion. */
  const readSecret = async ({ id, hasSecret }: Client): Promise<string | null> => {
    if (!hasSecret) return null;
    try {
      return await store.secret(id);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
  const removeListed = async (systemId: string, clientId: string, key: string): Promise<void> => {
    await (await realm.directory(systemId)).remove(key);
    const copy = (await store.of(systemId)).find((one) => one.clientId === clientId);
    if (copy !== undefined) await store.remove(copy.id);
    await realm.load(systemId);
  };

  /** @returns the client's system. @throws AppError with the reason why it is still there */
  const remove = async (id: string): Promise<string> => {
    const listed = realm.find(id);
    if (listed !== undefined) {
      const { systemId, clientId } = listed.client;
      await removeListed(systemId, clientId, listed.key);
      return systemId;
    }
    const client = await store.get(id);
    if (client.source === 'kept') {
      const secret = await readSecret(client);
      await store.remove(id);
      if (secret !== null || !client.hasSecret) remember(client, secret);
      return client.systemId;
    }
    const management = await store.management(id);
    if (management !== null) await (await providerOf(client)).remove(management);
    await store.remove(id);
    return client.systemId;
  };

  return {
    async removeMany(ids) {
      const removed: string[] = [];
      const failed: Outcome['failed'] = [];
      const touched = new Set<string>();
      for (const id of ids) {
        try {
          touched.add(await remove(id));
          removed.push(id);
        } catch (cause) {
          log.error('client-not-removed', cause, { id });
          const { details, ...problem } = problemOf(cause);
          failed.push({ id, problem: { ...problem, details: { ...details } } });
        }
      }
      const restorable = removed.filter((id) => undoable.has(id));
      return { removed, restorable, failed, touched };
    },

    async restore(ids) {
      const touched = new Set<string>();
      for (const id of ids) {
        const found = undoable.get(id);
        if (found === undefined) throw new AppError('not-found');
        const { client, secret, timer } = found;
        const { systemId, source, clientId } = client;
        if (await store.has(systemId, clientId)) throw new AppError('client-id-taken');
        const issued = { ...client, secret, management: null };
        await store.add({ id, systemId, source, issued });
        clearTimeout(timer);
        undoable.delete(id);
        touched.add(systemId);
      }
      return touched;
    },

    close() {
      for (const { timer } of undoable.values()) clearTimeout(timer);
      undoable.clear();
    },
  };
}
