import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '../client/index.ts';

/** Whether main can be reached; false after the web host was stopped. */
export type ConnectionStore = StoreApi<{ readonly connected: boolean }>;

export function createConnectionStore(client: Client): ConnectionStore {
  const store = createStore(() => ({ connected: true }));
  client.onConnection((connected) => store.setState({ connected }));
  return store;
}
