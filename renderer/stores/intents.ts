import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStores } from './index.ts';

/** What the palette or the menu asks a screen to begin. */
export type Intent = 'import-certificate' | 'new-conversation' | 'create-client';

export type IntentsStore = StoreApi<{ readonly pending: Intent | null }>;

export function createIntentsStore(): IntentsStore {
  return createStore(() => ({ pending: null }));
}

/** Begins what was asked for, as soon as the screen that can do it is there. */
export function useIntent(intent: Intent, begin: () => void): void {
  const { intents } = useStores();
  const pending = useStore(intents, (state) => state.pending === intent);
  useEffect(() => {
    if (!pending) return;
    intents.setState({ pending: null });
    begin();
  }, [pending, intents, begin]);
}
