import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { parseJson } from '../../common/texts/json.ts';
import type { ResourceKey, ResourceName, ResourceValue } from '../../preload/contract/index.ts';
import type { Followed, FollowedStore } from '../resources/followed.ts';
import { useStores } from './index.ts';

const nothing = createStore<Followed<never>>(() => ({ value: null, problem: null }));

/**
 * Follows a resource for as long as the component is there: `useResource('folders', { systemId })`.
 * @param key what it is of; undefined for one that there is once; null while it is not wanted
 */
export function useResource<N extends ResourceName>(
  name: N,
  key: ResourceKey<N> | null,
): Followed<ResourceValue<N>> {
  return useStore(useResourceStore(name, key));
}

/** As `useResource`, for what must hear of every value: of two that are drawn at once only the later is seen. */
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
    // An object key is written out as `place`, so that a new object of the same says nothing new.
    const of = (place === '{}' ? undefined : parseJson(place)) as ResourceKey<N>;
    const { store, close } = resources.open(name, of);
    setOpen({ place, store });
    return () => {
      close();
      setOpen({ place: null, store: nothing });
    };
  }, [resources, name, place]);
  // What another key gave must not be taken for this one's.
  return open.place === place ? open.store : nothing;
}
