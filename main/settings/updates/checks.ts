import { AppError } from '../../../preload/contract/errors.ts';
import type { Release } from '../../../preload/contract/settings/updates.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Log } from '../../base/host.ts';
import { type FeedNetwork, fetchList } from './download.ts';
import { readFeed } from './feed.ts';
import type { StateReader } from './state.ts';
import { type CheckRecord, type createUpdateStore, isDue } from './store.ts';

/** The last shown release, and the hashes of its files. */
export interface ShownRelease {
  readonly feed: string;
  readonly release: Release;
  readonly sums: ReadonlyMap<string, string>;
}

/** Checks the feed one at a time: on request, or when due. */
export function createUpdateChecks(deps: {
  readonly network: FeedNetwork;
  readonly reader: StateReader;
  readonly store: ReturnType<typeof createUpdateStore>;
  readonly log: Log;
  readonly now: () => Date;
  /** Timeout of a check, ms. */
  readonly patience: number;
}) {
  const { network, reader, store, log, now, patience } = deps;
  const next = serialQueue();
  const ending = new AbortController();
  let shown: ShownRelease | null = null;

  function note(look: CheckRecord): void {
    try {
      store.note(look);
    } catch (cause) {
      log.error('update-look-not-kept', cause);
    }
    reader.tell();
  }

  async function lookNow(): Promise<ShownRelease> {
    const feed = reader.feed();
    if (feed === null) throw new AppError('update-feed-invalid');
    const at = now().toISOString();
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(patience), ending.signal]);
      const { described, sums } = await fetchList(network, readFeed(feed), signal);
      shown = { feed, release: reader.releaseOf(described), sums };
      const { release, changes, files } = described;
      const found = shown.release.newer ? { release, changes, files } : null;
      note({ feed, at, problem: null, found });
      return shown;
    } catch (cause) {
      if (ending.signal.aborted) throw cause;
      const problem = cause instanceof AppError ? cause : new AppError('internal', { cause });
      // After a wrong signature the feed's earlier offers are dropped too.
      const lies = problem.code === 'update-signature';
      if (lies) shown = null;
      const found = lies ? null : (reader.lastCheck()?.found ?? null);
      note({ feed, at, problem: problem.toData(), found });
      throw problem;
    }
  }

  return {
    look: () => next(lookNow),
    /** Returns the release whose packages can be saved. */
    offered: (): Release | null => shown?.release ?? reader.state().found,
    forget() {
      shown = null;
    },
    /**
     * Returns a shown version with the hashes of its files.
     * @throws AppError `update-not-shown` if it was not shown, or the feed has another by now
     */
    async pinned(version: string): Promise<ShownRelease> {
      const isShown = (one: ShownRelease | null): one is ShownRelease =>
        one !== null && one.feed === reader.feed() && one.release.version === version;
      if (isShown(shown)) return shown;
      if (reader.state().found?.version !== version) throw new AppError('update-not-shown');
      // It was shown before the app was restarted: only what is shown of its list was stored.
      const read = await next(lookNow);
      if (!isShown(read)) throw new AppError('update-not-shown');
      return read;
    },
    /** Checks automatically if due. */
    async lookIfDue() {
      const isWanted = (): boolean =>
        reader.feed() !== null && store.now().daily && isDue(reader.lastCheck(), now());
      try {
        // asks again in its turn: the previous work may have been a check
        await next(async () => void (isWanted() && (await lookNow())));
      } catch (cause) {
        if (ending.signal.aborted) return;
        // Settings show it, and it is retried.
        const code = cause instanceof AppError ? cause.code : 'internal';
        log.error('update-not-looked', cause, { code });
      }
    },
    async close() {
      ending.abort();
      await next(async () => undefined);
    },
  };
}
