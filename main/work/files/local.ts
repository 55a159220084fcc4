import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { largestTransfer } from '../../../preload/contract/work/file-limits.ts';
import type { FileEntry, Listing } from '../../../preload/contract/work/files.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import {
  entryAt,
  readPlain,
  replaceFile,
  withTimeout,
  writeNew,
} from '../../base/outside/index.ts';
import { requireName } from './paths.ts';
import type { Side } from './types.ts';

const maxEntries = 10_000;

/**
 * A folder that the user chose in a dialog, and what is below it. Links are neither followed nor written through, so
 * nothing leaves the folder.
 */
export interface LocalFolder {
  readonly root: string;
  list(way: readonly string[]): Promise<Listing>;
  /** Returns null if there is nothing. */
  look(way: readonly string[], name: string): Promise<Side | null>;
  /** @throws AppError `transfer-too-large`, `file-not-read` */
  read(
    way: readonly string[],
    name: string,
  ): Promise<{ readonly bytes: Uint8Array; readonly changedAt: number }>;
  /** `create` returns false where something is. @throws AppError `file-not-saved` */
  write(
    way: readonly string[],
    name: string,
    bytes: Uint8Array,
    how: 'create' | 'overwrite',
  ): Promise<boolean>;
}

export function openLocalFolder(root: string): LocalFolder {
  const resolve = async (way: readonly string[]): Promise<string> => {
    let at = root;
    for (const name of way) {
      at = join(at, requireLocalName(name));
      if ((await entryAt(at))?.isDirectory() !== true) throw new AppError('not-found');
    }
    return at;
  };
  const fileAt = async (way: readonly string[], name: string): Promise<string> =>
    join(await resolve(way), requireLocalName(name));

  return {
    root,
    async list(way) {
      const folder = await resolve(way);
      try {
        return await withTimeout(folder, () => listFolder(folder));
      } catch (cause) {
        throw notRead(cause, way.at(-1) ?? root);
      }
    },
    async look(way, name) {
      const found = await entryAt(await fileAt(way, name));
      return found === null ? null : { size: found.size, changedAt: found.mtimeMs };
    },
    async read(way, name) {
      const path = await fileAt(way, name);
      let changedAt = 0;
      try {
        const bytes = await readPlain(path, {
          most: largestTransfer,
          links: false,
          look: ({ size, mtimeMs }) => {
            requireSize(name, size);
            changedAt = mtimeMs;
          },
        });
        requireSize(name, bytes.length);
        return { bytes, changedAt };
      } catch (cause) {
        throw notRead(cause, name);
      }
    },
    async write(way, name, bytes, how) {
      // The name may come from a server.
      if (safeFileName(name) !== name)
        throw new AppError('path-unusable', { details: { path: name } });
      const path = await fileAt(way, name);
      try {
        if (how === 'overwrite') await replaceFile(path, 0o600, bytes);
        else await writeNew(path, 0o600, (write) => write(bytes));
        return true;
      } catch (cause) {
        if (how === 'create' && (await ignoring('the error below says more', entryAt(path)))) {
          return false;
        }
        if (cause instanceof AppError) throw cause;
        throw new AppError('file-not-saved', { details: { name }, cause });
      }
    },
  };
}

/** @throws AppError `transfer-too-large` */
export function requireSize(name: string, size: number, most = largestTransfer): void {
  if (size <= most) return;
  const limit = Math.round(most / (1024 * 1024));
  throw new AppError('transfer-too-large', { details: { name, limit } });
}

/** A backslash or colon leaves a folder, or its file, on Windows. */
function requireLocalName(name: string): string {
  requireName(name);
  if (process.platform === 'win32' && /[\\:]/.test(name)) {
    throw new AppError('path-unusable', { details: { path: name } });
  }
  return name;
}

async function listFolder(folder: string): Promise<Listing> {
  const all = await readdir(folder, { withFileTypes: true });
  const shown = all.slice(0, maxEntries);
  const entries = await Promise.all(
    shown.map(async (one): Promise<FileEntry> => {
      const found = await ignoring(
        'it is gone, or closed to the user',
        lstat(join(folder, one.name)),
      );
      return {
        name: one.name,
        kind: kindOf(found ?? one),
        size: found?.size ?? null,
        changedAt: found?.mtimeMs ?? null,
        mode: null,
      };
    }),
  );
  return { entries, leftOut: all.length - shown.length };
}

function kindOf(one: Dirent | Stats): FileEntry['kind'] {
  if (one.isSymbolicLink()) return 'link';
  if (one.isDirectory()) return 'folder';
  return one.isFile() ? 'file' : 'other';
}

const notRead = (cause: unknown, name: string): unknown =>
  cause instanceof AppError ? cause : new AppError('file-not-read', { details: { name }, cause });
