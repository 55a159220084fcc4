import type { System, SystemsState } from '../../preload/contract/systems/systems.ts';
import type { Followed, FollowedStore } from './followed.ts';

export type SystemsStore = FollowedStore<SystemsState>;

/** Whether it is the app's built-in system. */
export function isDemo({ kind }: Pick<System, 'kind'>): boolean {
  return kind === 'demo';
}

/** Returns the system on the screens, or null before one is set up. */
export function selectedSystem({ value }: Followed<SystemsState>): System | null {
  return value?.systems.find(({ id }) => id === value.selectedId) ?? null;
}
