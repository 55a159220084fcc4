import type { ResourceKey, ResourceName, ResourceValue } from '../../preload/contract/index.ts';
import type { Client } from '../client/index.ts';
import { followResource } from './follow.ts';
import type { FollowedStore } from './followed.ts';
import type { SystemsStore } from './systems.ts';

/** Resources with one instance per system. */
export type SystemResource = Extract<
  ResourceName,
  'machines' | 'session' | 'genai' | 'clients' | 'conversations' | 'folders'
>;

/** Follows a resource of the selected system; selecting another system takes a new snapshot. */
export function followSelected<N extends SystemResource>(
  client: Client,
  systems: SystemsStore,
  name: N,
  arrange?: (value: ResourceValue<N>) => ResourceValue<N>,
): FollowedStore<ResourceValue<N>> {
  const selected = () => systems.getState().value?.selectedId ?? null;
  const { store, restart } = followResource(
    client,
    name,
    () => {
      const systemId = selected();
      // the key of every system resource has this form
      return systemId === null ? null : ({ systemId } as ResourceKey<N>);
    },
    arrange,
  );
  systems.subscribe((now, before) => {
    if (now.value?.selectedId !== before.value?.selectedId) void restart();
  });
  return store;
}
