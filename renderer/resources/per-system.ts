import type { Client } from '../client/index.ts';
import { createSnapshots, type FollowedStore } from './followed.ts';
import type { SystemsStore } from './systems.ts';

interface OfSystem {
  readonly systemId: string;
}

/**
 * A store for a domain that has one state per system: it holds that of the selected system, and takes
 * another snapshot when another system is selected.
 */
export function followSelected<T extends OfSystem>(
  client: Client,
  systems: SystemsStore,
  take: (of: OfSystem) => Promise<T>,
  onChanged: (listener: (state: T) => void) => void,
): FollowedStore<T> {
  const selected = () => systems.getState().value?.selectedId ?? null;
  const snapshots = createSnapshots<T>(async () => {
    const systemId = selected();
    return systemId === null ? null : await take({ systemId });
  });
  onChanged((state) => {
    if (state.systemId === selected()) snapshots.accept(state);
  });
  onSelection(systems, () => void snapshots.restart());
  client.onAttached(() => void snapshots.store.retake());
  return snapshots.store;
}

/** Tells when another system was selected. */
export function onSelection(systems: SystemsStore, listener: () => void): void {
  systems.subscribe((now, before) => {
    if (now.value?.selectedId !== before.value?.selectedId) listener();
  });
}
