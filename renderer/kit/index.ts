import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { AppInfo } from '../../preload/contract/app.ts';
import type { ClientsState } from '../../preload/contract/clients.ts';
import type { GenaiState } from '../../preload/contract/genai.ts';
import type { Session } from '../../preload/contract/session.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { System } from '../../preload/contract/systems.ts';
import type { Client } from '../client/index.ts';
import { type CertificatesStore, createCertificatesStore } from '../resources/certificates.ts';
import { type ConnectionStore, createConnectionStore } from '../resources/connection.ts';
import { type ConversationsStore, createConversationsStore } from '../resources/conversations.ts';
import {
  createSnapshots,
  type Followed,
  type FollowedStore,
  follow,
} from '../resources/followed.ts';
import { createMachinesStore, type MachinesStore } from '../resources/machines.ts';
import { createOpenedFilesStore, type OpenedFilesStore } from '../resources/opened-files.ts';
import { followSelected } from '../resources/per-system.ts';
import { createSystemsStore, type SystemsStore, selectedSystem } from '../resources/systems.ts';
import { type Commands, createCommands } from './commands/store.ts';
import { createJumpStore, type JumpStore } from './jump.ts';
import { createOverlayStore, type OverlayStore } from './overlay.ts';
import { createPlaces, type Places } from './places.ts';
import { createRouteStore, type RouteStore } from './route.ts';
import { createVault, type Vault } from './vault.ts';

export { certificateById } from '../resources/certificates.ts';
export {
  asProblem,
  type Followed,
  type FollowedStore,
} from '../resources/followed.ts';
export { byTrouble, notUp, worstState } from '../resources/machines.ts';
export type { ReadingPlace } from './places.ts';
export type { Vault, VaultNeed } from './vault.ts';

/** What a window knows: one store per domain, each a snapshot followed by events. No secrets. */
export interface Stores {
  readonly client: Client;
  readonly route: RouteStore;
  readonly commands: Commands;
  readonly jump: JumpStore;
  readonly places: Places;
  readonly overlay: OverlayStore;
  readonly connection: ConnectionStore;
  readonly openedFiles: OpenedFilesStore;
  readonly info: FollowedStore<AppInfo>;
  readonly settings: FollowedStore<Settings>;
  readonly vault: Vault;
  readonly systems: SystemsStore;
  readonly certificates: CertificatesStore;
  /** These hold the state of the selected system. */
  readonly machines: MachinesStore;
  readonly session: FollowedStore<Session>;
  readonly genai: FollowedStore<GenaiState>;
  readonly conversations: ConversationsStore;
  readonly clients: FollowedStore<ClientsState>;
}

export function createStores(client: Client, page: Window): Stores {
  const systems = createSystemsStore(client);
  const info = createSnapshots<AppInfo>(() => client.call('app.info')).store;
  client.onAttached(() => void info.retake());
  const route = createRouteStore(page);
  return {
    client,
    route,
    commands: createCommands({
      hasSystem: () => selectedSystem(systems.getState()) !== null,
      open(screen) {
        if (route.getState().screen !== screen) route.go({ screen });
      },
    }),
    jump: createJumpStore(),
    places: createPlaces(),
    overlay: createOverlayStore(),
    connection: createConnectionStore(client),
    openedFiles: createOpenedFilesStore(client),
    info,
    settings: follow(client, () => client.call('settings.snapshot'), 'settings.changed'),
    vault: createVault(client),
    systems,
    certificates: createCertificatesStore(client),
    machines: createMachinesStore(client, systems),
    session: followSelected(
      client,
      systems,
      (of) => client.call('session.snapshot', of),
      (listener) => client.on('session.changed', listener),
    ),
    genai: followSelected(
      client,
      systems,
      (of) => client.call('genai.snapshot', of),
      (listener) => client.on('genai.changed', listener),
    ),
    conversations: createConversationsStore(client, systems),
    clients: followSelected(
      client,
      systems,
      (of) => client.call('clients.snapshot', of),
      (listener) => client.on('clients.changed', listener),
    ),
  };
}

const Context = createContext<Stores | null>(null);
export const StoresProvider = Context.Provider;

export function useStores(): Stores {
  const stores = use(Context);
  if (!stores) throw new Error('useStores needs a StoresProvider above it');
  return stores;
}

/** The calls of the contract. */
export function useClient(): Client {
  return useStores().client;
}

/** What a store holds; renders again when it changes: `useFollowed((stores) => stores.machines)`. */
export function useFollowed<T>(pick: (stores: Stores) => FollowedStore<T>): Followed<T> {
  return useStore(pick(useStores()));
}

export function useRoute() {
  return useStore(useStores().route);
}

/** The selected system, or null while there is none. */
export function useSystem(): System | null {
  return useStore(useStores().systems, selectedSystem);
}

/** Folds the sidebar or unfolds it; it stays so after a restart. */
export function toggleSidebar({ client, settings }: Pick<Stores, 'client' | 'settings'>): void {
  const sidebarCollapsed = !settings.getState().value?.sidebarCollapsed;
  void settings.carryOut(() => client.call('settings.update', { sidebarCollapsed }));
}
