import type { ResourceKey, ResourceName, ResourceValue } from '../../preload/contract/index.ts';
import type { Client } from '../client/index.ts';
import { followResource } from './follow.ts';
import type { FollowedStore } from './followed.ts';
import type { SystemsStore } from './systems.ts';

/** Resources that there is one of for each system. */
export type SystemResource = Extract<
  ResourceName,
  'machines' | 'session' | 'genai' | 'clients' | 'conversations' | 'folders'
>;

/** A resource of the selected system; another snapshot is taken when another system is selected. */
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
      // every resource of a system is of just this
      return systemId === null ? null : ({ systemId } as ResourceKey<N>);
    },
    arrange,
  );
  systems.subscribe((now, before) => {
    if (now.value?.selectedId !== before.value?.selectedId) void restart();
  });
  return store;
}
