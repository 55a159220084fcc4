import { AppError } from '../../../preload/contract/errors.ts';
import type { Release } from '../../../preload/contract/settings/updates.ts';
import { inTurn } from '../../base/async/in-turn.ts';
import type { Log } from '../../base/host.ts';
import { readFeed } from './feed.ts';
import { fetchList, type Ways } from './fetching.ts';
import { isDue, type keepUpdates, type Look } from './kept.ts';
import type { Told } from './told.ts';

/** What was last shown, and the hashes of its files. */
export interface Shown {
  readonly feed: string;
  readonly release: Release;
  readonly sums: ReadonlyMap<string, string>;
}

/** Looks at the feed, one after another: asked for, or because it is time to. */
export function createLooks(deps: {
  readonly network: Ways;
  readonly told: Told;
  readonly kept: ReturnType<typeof keepUpdates>;
  readonly log: Log;
  readonly now: () => Date;
  /** For all of a look, ms. */
  readonly patience: number;
}) {
  const { network, told, kept, log, now, patience } = deps;
  const next = inTurn();
  const ending = new AbortController();
  let shown: Shown | null = null;

  function note(look: Look): void {
    try {
      kept.note(look);
    } catch (cause) {
      log.error('update-look-not-kept', cause);
    }
    told.tell();
  }

  async function lookNow(): Promise<Shown> {
    const feed = told.feed();
    if (feed === null) throw new AppError('update-feed-invalid');
    const at = now().toISOString();
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(patience), ending.signal]);
      const { described, sums } = await fetchList(network, readFeed(feed), signal);
      shown = { feed, release: told.releaseOf(described), sums };
      const { release, changes, files } = described;
      const found = shown.release.newer ? { release, changes, files } : null;
      note({ feed, at, problem: null, found });
      return shown;
    } catch (cause) {
      if (ending.signal.aborted) throw cause;
      const problem = cause instanceof AppError ? cause : new AppError('internal', { cause });
      // Of a folder that lies, what it said before is offered no more either.
      const lies = problem.code === 'update-signature';
      if (lies) shown = null;
      const found = lies ? null : (told.lastLook()?.found ?? null);
      note({ feed, at, problem: problem.toData(), found });
      throw problem;
    }
  }

  return {
    look: () => next(lookNow),
    /** What can be saved. */
    offered: (): Release | null => shown?.release ?? told.state().found,
    forget() {
      shown = null;
    },
    /**
     * A version that was shown, with the hashes of its files.
     * @throws AppError `update-not-shown` where it was not, or the feed has another by now
     */
    async pinned(version: string): Promise<Shown> {
      const isShown = (one: Shown | null): one is Shown =>
        one !== null && one.feed === told.feed() && one.release.version === version;
      if (isShown(shown)) return shown;
      if (told.state().found?.version !== version) throw new AppError('update-not-shown');
      // It was shown before the app was started anew: of its list only what to show was kept.
      const read = await next(lookNow);
      if (!isShown(read)) throw new AppError('update-not-shown');
      return read;
    },
    /** Looks by itself, where it is time to. */
    async lookIfDue() {
      const isWanted = (): boolean =>
        told.feed() !== null && kept.now().daily && isDue(told.lastLook(), now());
      try {
        // it is asked again in its turn: the one before may have been a look
        await next(async () => void (isWanted() && (await lookNow())));
      } catch (cause) {
        if (ending.signal.aborted) return;
        // Settings say so, and it is tried again.
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
