import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Host, Log, SaveStreamed, SettingsFile } from '../../base/host.ts';
import { writeNew } from '../../base/outside/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import { createUpdateChecks, type ShownRelease } from './checks.ts';
import { type FeedNetwork, fetchPackage } from './download.ts';
import { readFeed } from './feed.ts';
import { createStateReader, type StateReader } from './state.ts';
import { createUpdateStore } from './store.ts';

export { readFeed } from './feed.ts';

export interface Updates {
  readonly calls: Handlers<'updates'>;
  /** Called regularly: checks for updates if one is due. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Delay of the first automatic check, so that it does not slow the start, ms. */
const firstLook = 5 * 60_000;
/** How often to check whether one is due, ms. */
const period = 3_600_000;

/**
 * Newer versions from a folder of the operator or the user: trusted by the signature alone, shown before anything else
 * is downloaded, and installed by the user with the operating system's installer.
 */
export function createUpdates(deps: {
  readonly version: string;
  readonly kind: Host['kind'];
  readonly platform: string;
  readonly network: FeedNetwork;
  readonly policy: Pick<Policy, 'updateFeed' | 'isLocked' | 'requireOpen'>;
  readonly settings: SettingsFile;
  readonly saveStreamed: SaveStreamed;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
  /** Timeout of a whole check, ms; shorter only in tests. */
  readonly patience?: number;
}): Updates {
  const { network, policy, now = () => new Date(), patience = 60_000 } = deps;
  const store = createUpdateStore(deps.settings);
  const reader: StateReader = createStateReader({ ...deps, store });
  const checks = createUpdateChecks({ ...deps, reader, store, now, patience });

  const tick = () => checks.lookIfDue();
  let timer = setTimeout(function again() {
    timer = setTimeout(again, period);
    timer.unref();
    void tick();
  }, firstLook);
  timer.unref();

  return {
    tick,
    async close() {
      clearTimeout(timer);
      await checks.close();
    },
    calls: {
      snapshot: async () => reader.state(),
      async set({ feed }) {
        policy.requireOpen('fixedUpdates');
        if (policy.updateFeed !== null) {
          throw new AppError('locked-by-policy', { details: { lock: 'fixedUpdates' } });
        }
        if (feed !== null) readFeed(feed);
        store.set({ feed, look: null, putOff: null });
        checks.forget();
        return reader.tell();
      },
      async setDaily({ daily }) {
        store.set({ daily });
        return reader.tell();
      },
      check: async () => (await checks.look()).release,
      async putOff({ version }) {
        store.set({ putOff: version });
        return reader.tell();
      },
      async save({ name }, sender) {
        const offered = checks.offered();
        if (!offered?.files.some((one) => one.name === name)) {
          throw new AppError('not-found', { details: { name } });
        }
        const file = packageOf(await checks.pinned(offered.version), name);
        const write = (target: string) =>
          writeNew(target, 0o600, async (put) => {
            for await (const part of fetchPackage(network, file)) await put(part);
          });
        return deps.saveStreamed({ name, write }, sender);
      },
    },
  };
}

/** Returns the package of a shown release. @throws AppError `not-found` */
function packageOf({ feed, release, sums }: ShownRelease, name: string) {
  const file = release.files.find((one) => one.name === name);
  if (file === undefined) throw new AppError('not-found', { details: { name } });
  return { folder: readFeed(feed).folder, name, size: file.size, hash: sums.get(name) };
}
