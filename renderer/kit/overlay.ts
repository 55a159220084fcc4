import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AddressField } from '../../preload/contract/systems/systems.ts';

/** Overlays of the window, except dialogs that screens open themselves. */
export type Overlay =
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'session' }
  | { readonly kind: 'support' }
  | {
      readonly kind: 'doctor';
      readonly systemId: string;
      /** Null if the affected service is unknown. */
      readonly service: AddressField | null;
    }
  | { readonly kind: 'remove-system'; readonly systemId: string };

export type OverlayStore = StoreApi<{ readonly open: Overlay | null }>;

export function createOverlayStore(): OverlayStore {
  return createStore(() => ({ open: null }));
}
