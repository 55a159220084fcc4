import { createStore, type StoreApi } from 'zustand/vanilla';

/** What the palette or the menu asks a screen to begin. */
export type Intent = 'import-certificate' | 'new-conversation' | 'create-client' | 'client-places';

export type IntentsStore = StoreApi<{ readonly pending: Intent | null }>;

export function createIntentsStore(): IntentsStore {
  return createStore(() => ({ pending: null }));
}
