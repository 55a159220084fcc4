import type { Emit } from '../../../preload/contract/index.ts';
import type { Release, UpdatesState } from '../../../preload/contract/settings/updates.ts';
import type { Host } from '../../base/host.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { keepUpdates, Look } from './kept.ts';
import { isFor, isNewer, ownPackage } from './release.ts';
import type { createReplacing } from './replacing.ts';

/** The update state for windows: of the current feed, for the running version. */
export interface Told {
  /** Returns null if there is no feed. */
  feed(): string | null;
  /** Returns the last check, if it was at that feed. */
  lastLook(): Look | null;
  releaseOf(described: NonNullable<Look['found']>): Release;
  state(): UpdatesState;
  /** Sends it to every window. */
  tell(): UpdatesState;
}

export function createTold(deps: {
  readonly version: string;
  readonly kind: Host['kind'];
  readonly platform: string;
  readonly policy: Pick<Policy, 'updateFeed' | 'isLocked'>;
  readonly kept: ReturnType<typeof keepUpdates>;
  readonly replacing: ReturnType<typeof createReplacing>;
  readonly emit: Emit;
}): Told {
  const { policy, kept, replacing } = deps;

  function feed(): string | null {
    const { updateFeed } = policy;
    if (updateFeed !== null) return updateFeed.address === 'none' ? null : updateFeed.address;
    return policy.isLocked('fixedUpdates') ? null : kept.now().feed;
  }

  function lastLook(): Look | null {
    const { look } = kept.now();
    return look !== null && look.feed === feed() ? look : null;
  }

  function releaseOf({ release: version, changes, files }: NonNullable<Look['found']>): Release {
    const newer = isNewer(version, deps.version);
    // never offers an older one, whoever signed it
    const ours = newer ? files.filter(({ name }) => isFor(name, deps.kind, deps.platform)) : [];
    const isOver = isNewer(version, replacing.placed() ?? deps.version);
    const own = isOver && replacing.possible() ? ownPackage(ours) : null;
    return { version, newer, changes, files: ours, own };
  }

  function state(): UpdatesState {
    const look = lastLook();
    const known = look?.found ? releaseOf(look.found) : null;
    const found = known?.newer ? known : null;
    const { daily, putOff } = kept.now();
    const settled = [putOff, replacing.placed()].filter((version) => version !== null);
    return {
      feed: feed(),
      place: policy.updateFeed?.place ?? null,
      locked: policy.updateFeed !== null || policy.isLocked('fixedUpdates'),
      daily,
      lookedAt: look?.at ?? null,
      problem: look?.problem ?? null,
      found,
      marked: found !== null && settled.every((version) => isNewer(found.version, version)),
      fetching: replacing.fetching(),
      placed: replacing.placed(),
    };
  }

  return {
    feed,
    lastLook,
    releaseOf,
    state,
    tell() {
      const told = state();
      deps.emit('updates.changed', told);
      return told;
    },
  };
}
