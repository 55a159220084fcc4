import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { AppInfo } from '../../preload/contract/app.ts';
import type { ResourceName, ResourceValue } from '../../preload/contract/index.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import type { Client } from '../client/index.ts';
import { type ConnectionStore, createConnectionStore } from '../resources/connection.ts';
import { newestFirst } from '../resources/conversations.ts';
import { createResources, followSingle, type Resources } from '../resources/follow.ts';
import { createSnapshots, type Followed, type FollowedStore } from '../resources/followed.ts';
import { createOpenedFilesStore, type OpenedFilesStore } from '../resources/opened-files.ts';
import { followSelected, type SystemResource } from '../resources/per-system.ts';
import { type SystemsStore, selectedSystem } from '../resources/systems.ts';
import { commandOf } from './commands/declared.ts';
import { type Commands, createCommands } from './commands/store.ts';
import { createJumpStore, type JumpStore } from './jump.ts';
import { createOutcome, type Outcome } from './outcome.ts';
import { createOverlayStore, type OverlayStore } from './overlay.ts';
import type { ConsoleDrafts } from './places.ts';
import { createPlaces, type JobDrafts, type Places } from './places.ts';
import { createRouteStore, type RouteStore } from './route.ts';
import { isAbsent } from './screens.ts';
import { createVault, type Vault } from './vault.ts';

export { certificateById } from '../resources/certificates.ts';
export { type Followed, type FollowedStore, toProblem } from '../resources/followed.ts';
export { byTrouble, countNotUp, worstState } from '../resources/machines.ts';
export { isDemo } from '../resources/systems.ts';
export type { Jump } from './jump.ts';
export type { JobDraft, ReadingPlace } from './places.ts';
export type { Vault, VaultAnswer, VaultNeed } from './vault.ts';

type StoreOf<N extends ResourceName> = FollowedStore<ResourceValue<N>>;

/** The window's state: one store per domain, each a snapshot followed by events. No secrets. */
export interface Stores {
  readonly client: Client;
  readonly route: RouteStore;
  readonly commands: Commands;
  readonly jump: JumpStore;
  readonly places: Places;
  readonly consoleDrafts: ConsoleDrafts;
  readonly jobDrafts: JobDrafts;
  readonly overlay: OverlayStore;
  /** Result of storing input while typing. */
  readonly writing: Outcome;
  /** Result of commands that the window runs itself on any screen. */
  readonly window: Outcome;
  readonly connection: ConnectionStore;
  readonly openedFiles: OpenedFilesStore;
  readonly info: FollowedStore<AppInfo>;
  /** Resources that mounted components follow: `useResource`. */
  readonly resources: Resources;
  readonly settings: StoreOf<'settings'>;
  readonly policy: StoreOf<'policy'>;
  readonly vault: Vault;
  readonly systems: SystemsStore;
  readonly certificates: StoreOf<'certificates'>;
  /** These contain the state of the selected system. */
  readonly machines: StoreOf<'machines'>;
  readonly session: StoreOf<'session'>;
  readonly genai: StoreOf<'genai'>;
  readonly conversations: StoreOf<'conversations'>;
  readonly clients: StoreOf<'clients'>;
}

export function createStores(client: Client, page: Window): Stores {
  const systems = followSingle(client, 'systems');
  const selected = <N extends SystemResource>(name: N) => followSelected(client, systems, name);
  const info = createSnapshots<AppInfo>(() => client.call('app.info')).store;
  client.onAttached(() => void info.retake());
  const route = createRouteStore(page);
  const policy = followSingle(client, 'policy');
  return {
    client,
    route,
    commands: createCommands({
      makesSense(id) {
        const system = selectedSystem(systems.getState());
        const { on, withoutSystem } = commandOf(id);
        if (system === null) return withoutSystem === true;
        return on === 'window' || !isAbsent(on, system, policy.getState().value);
      },
      open(screen) {
        if (route.getState().screen !== screen) route.go({ screen });
      },
    }),
    jump: createJumpStore(),
    places: createPlaces(),
    consoleDrafts: new Map(),
    jobDrafts: new Map(),
    overlay: createOverlayStore(),
    writing: createOutcome(),
    window: createOutcome(),
    connection: createConnectionStore(client),
    openedFiles: createOpenedFilesStore(client),
    info,
    resources: createResources(client),
    settings: followSingle(client, 'settings'),
    policy,
    vault: createVault(followSingle(client, 'vault'), () => client.call('vault.unlockKeychain')),
    systems,
    certificates: followSingle(client, 'certificates'),
    machines: selected('machines'),
    session: selected('session'),
    genai: selected('genai'),
    conversations: followSelected(client, systems, 'conversations', newestFirst),
    clients: selected('clients'),
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

/** Returns a store's value; renders again when it changes: `useFollowed((stores) => stores.machines)`. */
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

/** Folds or unfolds the sidebar; the state survives a restart. */
export function toggleSidebar({ client, settings }: Pick<Stores, 'client' | 'settings'>): void {
  const sidebarCollapsed = !settings.getState().value?.sidebarCollapsed;
  void settings.carryOut(() => client.call('settings.update', { sidebarCollapsed }));
}
