import { createStore, type StoreApi } from 'zustand/vanilla';

/** What the palette or the menu asks a screen to begin. */
export type Intent =
  | 'import-certificate'
  | 'create-client'
  | 'client-places'
  | 'chat-keys'
  | 'chat-tools'
  | 'chat-parameters'
  | 'chat-prompts'
  | 'chat-usage'
  | 'chat-elsewhere'
  /** With the id of the prompt to insert. */
  | `prompt:${string}`;

export type IntentsStore = StoreApi<{ readonly pending: Intent | null }>;

export function createIntentsStore(): IntentsStore {
  return createStore(() => ({ pending: null }));
}
