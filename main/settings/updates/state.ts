import type { Emit } from '../../../preload/contract/index.ts';
import type { Release, UpdatesState } from '../../../preload/contract/settings/updates.ts';
import type { Host } from '../../base/host.ts';
import type { Policy } from '../../base/policy/index.ts';
import { isFor, isNewer } from './release.ts';
import type { CheckRecord, createUpdateStore } from './store.ts';

/** The update state for windows: of the current feed, for the running version. */
export interface StateReader {
  /** Returns null if there is no feed. */
  feed(): string | null;
  /** Returns the last check, if it was at that feed. */
  lastCheck(): CheckRecord | null;
  releaseOf(described: NonNullable<CheckRecord['found']>): Release;
  state(): UpdatesState;
  /** Sends it to every window. */
  tell(): UpdatesState;
}

export function createStateReader(deps: {
  readonly version: string;
  readonly kind: Host['kind'];
  readonly platform: string;
  readonly policy: Pick<Policy, 'updateFeed' | 'isLocked'>;
  readonly store: ReturnType<typeof createUpdateStore>;
  readonly emit: Emit;
}): StateReader {
  const { policy, store } = deps;

  function feed(): string | null {
    const { updateFeed } = policy;
    if (updateFeed !== null) return updateFeed.address === 'none' ? null : updateFeed.address;
    return policy.isLocked('fixedUpdates') ? null : store.now().feed;
  }

  function lastCheck(): CheckRecord | null {
    const { look } = store.now();
    return look !== null && look.feed === feed() ? look : null;
  }

  function releaseOf({
    release: version,
    changes,
    files,
  }: NonNullable<CheckRecord['found']>): Release {
    const newer = isNewer(version, deps.version);
    // never offers an older one, whoever signed it
    const ours = newer ? files.filter(({ name }) => isFor(name, deps.kind, deps.platform)) : [];
    return { version, newer, changes, files: ours };
  }

  function state(): UpdatesState {
    const look = lastCheck();
    const known = look?.found ? releaseOf(look.found) : null;
    const found = known?.newer ? known : null;
    const { daily, putOff } = store.now();
    return {
      feed: feed(),
      place: policy.updateFeed?.place ?? null,
      locked: policy.updateFeed !== null || policy.isLocked('fixedUpdates'),
      daily,
      lookedAt: look?.at ?? null,
      problem: look?.problem ?? null,
      found,
      marked: found !== null && (putOff === null || isNewer(found.version, putOff)),
    };
  }

  return {
    feed,
    lastCheck,
    releaseOf,
    state,
    tell() {
      const current = state();
      deps.emit('updates.changed', current);
      return current;
    },
  };
}
