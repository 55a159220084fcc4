import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { CrashDump } from '../../../../preload/contract/settings/support.ts';
import type { CrashDumps } from '../../../base/host.ts';
import { rm } from '../../../base/outside/index.ts';

const ending = '.dmp';
/** Maximum dumps stored, the newest. */
const mostKept = 20;
/** Larger than any stack dump. */
const mostBytes = 64 * 1024 * 1024;

interface Found extends CrashDump {
  readonly path: string;
}

/** Manages the dumps below a folder, wherever the operating system's part of Chromium's reporter puts them. */
export function createCrashDumps(
  folder: string,
): CrashDumps & { /** Removes the oldest beyond the maximum. */ tidy(): Promise<void> } {
  async function find(): Promise<Found[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const found = await Promise.all(
      entries
        .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
        .map(async ({ parentPath, name }): Promise<Found | null> => {
          const path = join(parentPath, name);
          const about = await stat(path).catch(() => null);
          if (about === null) return null;
          const at = new Date(about.mtimeMs).toISOString();
          return { id: basename(name, ending), at, size: about.size, path };
        }),
    );
    return found.filter((one) => one !== null).sort((a, b) => (a.at < b.at ? 1 : -1));
  }

  return {
    list: async () => (await find()).map(({ id, at, size }) => ({ id, at, size })),
    async read(id) {
      const dump = (await find()).find((one) => one.id === id);
      if (dump === undefined) throw new AppError('not-found', { details: { name: id } });
      const details = { name: basename(dump.path) };
      if (dump.size > mostBytes) throw new AppError('file-not-read', { details });
      try {
        return await bytesOf(dump);
      } catch (cause) {
        throw new AppError('file-not-read', { details, cause });
      }
    },
    async remove(id) {
      for (const one of await find()) if (one.id === id) await rm(one.path, { force: true });
    },
    async tidy() {
      for (const { path } of (await find()).slice(mostKept)) await rm(path, { force: true });
    },
  };
}

async function bytesOf({ path, size }: Found): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const bytes = new Uint8Array(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
