import type { System, SystemsState } from '../../preload/contract/systems.ts';
import type { Client } from '../client/index.ts';
import { type Followed, type FollowedStore, follow } from './followed.ts';

export type SystemsStore = FollowedStore<SystemsState>;

export function createSystemsStore(client: Client): SystemsStore {
  return follow(client, () => client.call('systems.snapshot'), 'systems.changed');
}

/** The system that the screens show, or null before one is set up. */
export function selectedSystem({ value }: Followed<SystemsState>): System | null {
  return value?.systems.find(({ id }) => id === value.selectedId) ?? null;
}
