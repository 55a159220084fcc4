import { AppError } from '../../../preload/contract/errors.ts';
import type { UpdatesState } from '../../../preload/contract/settings/updates.ts';
import type { Host, Log } from '../../base/host.ts';
import { fetchPackage, type Ways } from './fetching.ts';
import { identityOf, removeLeftovers, replaceImage, requireOwnImage } from './image.ts';

type Package = Omit<Parameters<typeof fetchPackage>[1], 'signal'>;

/** How often the windows are told how far it is, ms. */
const tellEvery = 250;

/** The app's own file, where it is one file, and putting a newer one in its place: one at a time, whoever asks. */
export function createReplacing(deps: {
  readonly image?: Host['image'];
  readonly network: Ways;
  readonly log: Log;
  /** Something that is told below has changed. */
  readonly changed: () => void;
}) {
  const { image, network, log, changed } = deps;
  /** What this app was started from, or has put there since. */
  let begun = image === undefined ? null : identityOf(image.path);
  let placed: string | null = null;
  let fetching: UpdatesState['fetching'] = null;
  let running: {
    readonly version: string;
    readonly work: Promise<void>;
    readonly stop: AbortController;
  } | null = null;

  function requireImage(): string {
    const { path = '' } = image ?? {};
    requireOwnImage(path, begun);
    return path;
  }

  async function* followed(file: Package, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { name, size } = file;
    let toldAt = performance.now();
    let done = 0;
    fetching = { name, done, of: size };
    changed();
    for await (const part of fetchPackage(network, { ...file, signal })) {
      yield part;
      done += part.byteLength;
      fetching = { name, done, of: size };
      if (performance.now() - toldAt < tellEvery) continue;
      toldAt = performance.now();
      changed();
    }
    // it was cancelled when all of it was there already
    if (signal.aborted) throw new AppError('cancelled');
  }

  async function replace(version: string, find: () => Promise<Package>, signal: AbortSignal) {
    try {
      const path = requireImage();
      const file = await find();
      await tidy();
      if (signal.aborted) throw new AppError('cancelled');
      begun = await replaceImage(path, begun, followed(file, signal));
      placed = version;
      log.info('update-placed', { version });
    } finally {
      running = null;
      fetching = null;
      changed();
    }
  }

  async function tidy(): Promise<void> {
    if (image === undefined) return;
    try {
      await removeLeftovers(image.path);
    } catch (cause) {
      log.error('update-not-tidied', cause);
    }
  }

  return {
    tidy,
    placed: () => placed,
    fetching: () => fetching,
    /** Whether it would be begun at all. */
    possible(): boolean {
      if (image === undefined) return false;
      try {
        requireImage();
        return true;
      } catch (cause) {
        if (cause instanceof AppError) return false;
        throw cause;
      }
    },
    /**
     * @param find what is to be fetched
     * @throws AppError `update-not-shown` while another version is fetched, and those of `replaceImage` and `find`
     */
    run(version: string, find: () => Promise<Package>): Promise<void> {
      if (running !== null) {
        if (running.version === version) return running.work;
        return Promise.reject(new AppError('update-not-shown'));
      }
      const stop = new AbortController();
      const work = Promise.resolve().then(() => replace(version, find, stop.signal));
      running = { version, work, stop };
      return work;
    },
    cancel: () => running?.stop.abort(),
    async close() {
      running?.stop.abort();
      await Promise.allSettled([running?.work]);
    },
  };
}
