import * as z from 'zod';
import type { Log, SettingsFile } from '../../base/host.ts';
import { entryAt, removeFile } from '../../base/outside/index.ts';

const key = 'unfinishedDownloads';
const most = 100;

/** `file`: which one it is, as its disk counts. */
const entries = z.array(z.object({ path: z.string(), file: z.string() })).max(most);
type Entry = z.infer<typeof entries>[number];

export interface Unfinished {
  /** Remembers a file that has been created, until `ended`. */
  begun(path: string): Promise<void>;
  ended(path: string): void;
  /** Removes the files that an earlier run left; those of places that do not answer stay for the next one. */
  removeLeft(): Promise<void>;
}

/** Files that are not whole yet: a run that ends in the middle cannot remove its own. */
export function createUnfinished(deps: {
  readonly settings: SettingsFile;
  readonly log: Pick<Log, 'error'>;
}): Unfinished {
  const { settings, log } = deps;
  const all = (): readonly Entry[] => entries.safeParse(settings.get(key)).data ?? [];
  const set = (list: readonly Entry[]): void => settings.set(key, list.slice(-most));
  const ended = (path: string): void => set(all().filter((one) => one.path !== path));
  return {
    async begun(path) {
      const file = await identityAt(path);
      if (file !== null) set([...all(), { path, file }]);
    },
    ended,
    async removeLeft() {
      for (const { path, file } of all()) {
        try {
          // Another file may have got the name since.
          if ((await identityAt(path)) === file) await removeFile(path);
          ended(path);
        } catch (cause) {
          log.error('console-download-left', cause);
        }
      }
    },
  };
}

async function identityAt(path: string): Promise<string | null> {
  const found = await entryAt(path);
  return found?.isFile() === true ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : null;
}
