import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { parseJson } from '../../common/texts/json.ts';
import type { ResourceKey, ResourceName, ResourceValue } from '../../preload/contract/index.ts';
import type { Followed, FollowedStore } from '../resources/followed.ts';
import { useStores } from './index.ts';

const nothing = createStore<Followed<never>>(() => ({ value: null, problem: null }));

/**
 * Follows a resource while the component is mounted: `useResource('folders', { systemId })`.
 * @param key the resource's key; undefined for a single one; null while it is not wanted
 */
export function useResource<N extends ResourceName>(
  name: N,
  key: ResourceKey<N> | null,
): Followed<ResourceValue<N>> {
  return useStore(useResourceStore(name, key));
}

/**
 * Like `useResource`, for code that needs every value: of two values rendered at once a component sees only the later.
 */
export function useResourceStore<N extends ResourceName>(
  name: N,
  key: ResourceKey<N> | null,
): StoreApi<Followed<ResourceValue<N>>> {
  const { resources } = useStores();
  const place = key === null ? null : JSON.stringify(key ?? {});
  const [open, setOpen] = useState<{
    readonly place: string | null;
    readonly store: FollowedStore<ResourceValue<N>> | typeof nothing;
  }>({ place: null, store: nothing });
  useEffect(() => {
    if (place === null) return;
    // An object key is serialized as `place`, so that an equal new object changes nothing.
    const of = (place === '{}' ? undefined : parseJson(place)) as ResourceKey<N>;
    const { store, close } = resources.open(name, of);
    setOpen({ place, store });
    return () => {
      close();
      setOpen({ place: null, store: nothing });
    };
  }, [resources, name, place]);
  // A value of another key must not be taken for this one's.
  return open.place === place ? open.store : nothing;
}
