import type { System, SystemsState } from '../../preload/contract/systems/systems.ts';
import type { Followed, FollowedStore } from './followed.ts';

export type SystemsStore = FollowedStore<SystemsState>;

/** The system that the app brings with it. */
export function isDemo({ kind }: Pick<System, 'kind'>): boolean {
  return kind === 'demo';
}

/** The system that the screens show, or null before one is set up. */
export function selectedSystem({ value }: Followed<SystemsState>): System | null {
  return value?.systems.find(({ id }) => id === value.selectedId) ?? null;
}
