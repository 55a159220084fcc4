import type {
  EventName,
  ResourceKey,
  ResourceName,
  ResourceUpdate,
  ResourceValue,
  ViewName,
} from '../../preload/contract/index.ts';
import { resourceUpdates } from '../../preload/contract/resources.ts';
import type { Client } from '../client/index.ts';
import { createSnapshots, type FollowedStore } from './followed.ts';
import { updated } from './machine-history.ts';

export interface Following<N extends ResourceName> {
  readonly store: FollowedStore<ResourceValue<N>>;
  /** Its key has changed: drops the value and takes another snapshot. */
  restart(): Promise<void>;
  close(): void;
}

const isView = (name: ResourceName): name is ViewName => name.includes('.');

/** Returns what the event of a domain's only resource tells; `view` for one of several resources. */
function tellingOf(name: ResourceName): ResourceUpdate[keyof ResourceUpdate] | 'view' {
  return isView(name) ? 'view' : resourceUpdates[name];
}

interface Item {
  readonly id: string;
}

/**
 * Follows a resource of main: one snapshot, then its events. The snapshot is repeated if an event crossed it, and after
 * reconnecting to main; a new value clears the problem.
 * @param keyOf its current key, for example the selected system; null while there is none
 * @param arrange the order of a list whose items arrive one by one
 */
export function followResource<N extends ResourceName>(
  client: Client,
  name: N,
  keyOf: () => ResourceKey<N> | null,
  arrange?: (value: ResourceValue<N>) => ResourceValue<N>,
): Following<N> {
  const arranged = (value: unknown) =>
    arrange === undefined ? (value as ResourceValue<N>) : arrange(value as ResourceValue<N>);
  const snapshots = createSnapshots<ResourceValue<N>>(async () => {
    const key = keyOf();
    if (key === null) return null;
    // The contract declares both under one name, which the call's type cannot express for generic names.
    const call = client.call as (call: string, input: unknown) => Promise<unknown>;
    return arranged(await call(isView(name) ? name : `${name}.snapshot`, key));
  });
  const isOurs = (payload: object): boolean => {
    const key = keyOf();
    if (key === null) return false;
    return Object.entries(key ?? {}).every(
      ([field, value]) => !(field in payload) || Reflect.get(payload, field) === value,
    );
  };
  const items = () => (snapshots.store.getState().value ?? []) as readonly Item[];
  const others = (id: string) => items().filter((item) => item.id !== id);

  // As with the call above: `tells` distinguishes the payloads.
  const on = (event: string, take: (told: object) => void) =>
    client.on(event as EventName, take as (payload: unknown) => void);
  const domain = name.split('.')[0] ?? name;
  const tells = tellingOf(name);
  const stops = [
    on(`${domain}.changed`, (told) => {
      if (!isOurs(told)) return;
      if (isView(name)) {
        snapshots.update((value) => updated(name, keyOf(), value, told));
      } else if (tells === 'whole') snapshots.accept(told as ResourceValue<N>);
      else if (tells === 'key') snapshots.outdate();
      else snapshots.accept(arranged([...others((told as Item).id), told]));
    }),
    client.onAttached(() => void snapshots.store.retake()),
  ];
  if (tells === 'item') {
    stops.push(
      on(`${name}.removed`, (told) => {
        if (isOurs(told)) snapshots.accept(arranged(others((told as Item).id)));
      }),
    );
  }
  return {
    store: snapshots.store,
    restart: snapshots.restart,
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** Resources with a single instance. */
type SingleResource = {
  [N in ResourceName]: undefined extends ResourceKey<N> ? N : never;
}[ResourceName];

/** Follows a single resource while the window exists. */
export function followSingle<N extends SingleResource>(
  client: Client,
  name: N,
): FollowedStore<ResourceValue<N>> {
  return followResource(client, name, () => undefined as ResourceKey<N>).store;
}

/** Shares each followed resource while some part of the window follows it. */
export interface Resources {
  /** @returns the store, and a function that stops following */
  open<N extends ResourceName>(
    name: N,
    key: ResourceKey<N>,
  ): { readonly store: FollowedStore<ResourceValue<N>>; close(): void };
}

export function createResources(client: Client): Resources {
  const open = new Map<string, { readonly following: Following<ResourceName>; users: number }>();
  return {
    open<N extends ResourceName>(name: N, key: ResourceKey<N>) {
      const place = `${name} ${JSON.stringify(key ?? null)}`;
      const entry = open.get(place) ?? {
        following: followResource(client, name, () => key) as unknown as Following<ResourceName>,
        users: 0,
      };
      open.set(place, entry);
      entry.users += 1;
      let using = true;
      return {
        store: entry.following.store as unknown as FollowedStore<ResourceValue<N>>,
        close() {
          if (!using) return;
          using = false;
          entry.users -= 1;
          if (entry.users > 0) return;
          entry.following.close();
          open.delete(place);
        },
      };
    },
  };
}
