import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Connection } from '../../preload/contract/bridge.ts';
import type { Client } from '../client/index.ts';

/** Whether main is reachable, and still the one that this window knows. */
export type ConnectionStore = StoreApi<{ readonly connection: Connection }>;

export function createConnectionStore(client: Client): ConnectionStore {
  const store = createStore<{ readonly connection: Connection }>(() => ({
    connection: 'connected',
  }));
  client.onConnection((connection) => store.setState({ connection }));
  return store;
}
