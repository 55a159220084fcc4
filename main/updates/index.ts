import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { Release, UpdatesState } from '../../preload/contract/settings/updates.ts';
import type { Host, SaveMade, SettingsFile } from '../host.ts';
import type { Network } from '../network/index.ts';
import type { Policy } from '../policy/index.ts';
import { type Feed, readFeed } from './feed.ts';
import { describedIn, isFor, isNewer, readDescription, readSums } from './release.ts';

const key = 'updates';
const kept = z.object({ feed: z.string().nullable() });
/** Bytes of a list, a signature or a description. */
const largest = 512 * 1024;

/** What was last shown, and the hashes of its files. */
interface Shown {
  readonly feed: Feed;
  readonly release: Release;
  readonly sums: ReadonlyMap<string, string>;
}

/**
 * Newer versions from a folder that the site or the user names: asked for by the user, believed by the signature alone,
 * shown before anything else is fetched, and handed to the operating system's installer by the user.
 */
export function createUpdates(deps: {
  readonly version: string;
  readonly kind: Host['kind'];
  readonly platform: string;
  readonly network: Pick<Network, 'request' | 'stream'>;
  readonly policy: Pick<Policy, 'updateFeed' | 'isLocked' | 'requireOpen'>;
  readonly settings: SettingsFile;
  readonly saveMade: SaveMade;
  readonly emit: Emit;
  /** For all of a check, ms; less only in tests. */
  readonly patience?: number;
}): { readonly calls: Handlers<'updates'> } {
  const { network, policy, settings, patience = 60_000 } = deps;
  let shown: Shown | null = null;

  function state(): UpdatesState {
    const locked = policy.isLocked('fixedUpdates');
    const { updateFeed } = policy;
    if (updateFeed !== null) {
      const { address, place } = updateFeed;
      return { feed: address === 'none' ? null : address, place, locked: true };
    }
    const read = kept.safeParse(settings.get(key));
    return { feed: locked || !read.success ? null : read.data.feed, place: null, locked };
  }

  async function fetchSmall(
    folder: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { status, body } = await network.request({
      url: `${folder}${name}`,
      maxBytes: largest,
      signal,
    });
    if (status !== 200) throw new AppError('update-not-read', { details: { name, status } });
    return body;
  }

  async function check(): Promise<Release> {
    shown = null;
    const { feed: address } = state();
    if (address === null) throw new AppError('update-feed-invalid');
    const feed = readFeed(address);
    const signal = AbortSignal.timeout(patience);
    const fetchOne = (name: string) => fetchSmall(feed.folder, name, signal);
    const [list, signature, pem] = [
      await fetchOne('SHA256SUMS'),
      await fetchOne('SHA256SUMS.sig'),
      await fetchOne('SHA256SUMS.pem'),
    ];
    const sums = readSums({ sums: list, signature, pem }, feed.key);
    const described = readDescription(await fetchOne(describedIn), sums);
    const newer = isNewer(described.release, deps.version);
    const release: Release = {
      version: described.release,
      newer,
      changes: described.changes,
      // an older one is never offered, whoever signed it
      files: newer
        ? described.files.filter(({ name }) => isFor(name, deps.kind, deps.platform))
        : [],
    };
    shown = { feed, release, sums };
    return release;
  }

  async function fetchFile(of: Shown, name: string, size: number, target: string): Promise<void> {
    const hash = createHash('sha256');
    const answer = await network.stream({ url: `${of.feed.folder}${name}` });
    const { status, body } = answer;
    if (status !== 200) {
      body.destroy();
      throw new AppError('update-not-read', { details: { name, status } });
    }
    let left = size;
    await pipeline(
      body,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          left -= part.byteLength;
          if (left < 0) throw new AppError('update-changed', { details: { name } });
          hash.update(part);
          yield part;
        }
      },
      createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (hash.digest('hex') !== of.sums.get(name)) {
      throw new AppError('update-changed', { details: { name } });
    }
  }

  return {
    calls: {
      snapshot: async () => state(),
      async set({ feed }) {
        policy.requireOpen('fixedUpdates');
        if (policy.updateFeed !== null) {
          throw new AppError('locked-by-policy', { details: { lock: 'fixedUpdates' } });
        }
        if (feed !== null) readFeed(feed);
        settings.set(key, { feed });
        shown = null;
        deps.emit('updates.changed', state());
        return state();
      },
      check: async () => check(),
      async save({ name }, sender) {
        const of = shown;
        const file = of?.release.files.find((one) => one.name === name);
        if (of === null || file === undefined)
          throw new AppError('not-found', { details: { name } });
        const write = (target: string) => fetchFile(of, name, file.size, target);
        return deps.saveMade({ name, write }, sender);
      },
    },
  };
}
