import { randomBytes } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { plainName } from '../../../common/texts/plain-name.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { largestWhole } from '../../../preload/contract/work/file-limits.ts';
import type { FileEntry, Listing } from '../../../preload/contract/work/files.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import {
  createPartial,
  entryAt,
  makeFolders,
  readPieces,
  withTimeout,
} from '../../base/outside/index.ts';
import type { FileContent } from '../operations/types.ts';
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
  /** Returns a file's content as it is now. @throws AppError `file-not-read` */
  open(
    way: readonly string[],
    name: string,
  ): Promise<FileContent & { readonly changedAt: number | null }>;
  /** Makes a folder. With `any` there may be one already. @throws AppError `file-exists` */
  makeFolder(way: readonly string[], name: string, how: 'new' | 'any'): Promise<void>;
  /** Begins a file under a name that says that it is not whole. @throws AppError `file-not-saved` */
  begin(way: readonly string[], name: string): Promise<Received>;
}

/** A file that is not whole yet. Its errors are AppErrors `file-not-saved`. */
export interface Received {
  readonly size: number;
  append(bytes: Uint8Array): Promise<void>;
  clear(): Promise<void>;
  /** Gives it its name. `create` returns false where something is. */
  finish(as: string, how: 'create' | 'overwrite'): Promise<boolean>;
  discard(): Promise<void>;
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
    async open(way, name) {
      const path = await fileAt(way, name);
      const found = await entryAt(path);
      if (found?.isFile() !== true) throw new AppError('file-not-read', { details: { name } });
      const { size, mtimeMs } = found;
      return { size, changedAt: mtimeMs, pieces: () => readFirst(path, name, size) };
    },
    async makeFolder(way, name, how) {
      const path = await fileAt(way, requireSafe(name));
      const found = await entryAt(path);
      if (how === 'any' && found?.isDirectory() === true) return;
      if (found !== null) throw new AppError('file-exists', { details: { name } });
      await saving(name, () => makeFolders(path));
    },
    async begin(way, name) {
      const folder = await resolve(way);
      const own = `${requireSafe(name)}.${randomBytes(3).toString('hex')}.part`;
      const file = await saving(name, () => createPartial(join(folder, own)));
      return {
        get size() {
          return file.size;
        },
        append: (bytes) => saving(name, () => file.append(bytes)),
        clear: () => saving(name, () => file.clear()),
        finish: (as, how) => saving(as, () => file.finish(join(folder, requireSafe(as)), how)),
        discard: () => saving(name, () => file.discard()),
      };
    },
  };
}

/** The name may come from a server. @throws AppError `path-unusable` */
function requireSafe(name: string): string {
  if (safeFileName(name) === name) return name;
  throw new AppError('path-unusable', { details: { path: plainName(name) } });
}

async function saving<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('file-not-saved', { details: { name }, cause });
  }
}

/** Yields the first `size` bytes: a file may grow while it is read. @throws AppError `file-not-read` if it has fewer */
async function* readFirst(path: string, name: string, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  try {
    for await (const piece of readPieces(path, true)) {
      const wanted = piece.subarray(0, left);
      left -= wanted.length;
      if (wanted.length > 0) yield wanted;
      if (left === 0) return;
    }
  } catch (cause) {
    throw notRead(cause, name);
  }
  if (left > 0) throw new AppError('file-not-read', { details: { name } });
}

/** @throws AppError `transfer-too-large` */
export function requireSize(name: string, size: number, most = largestWhole): void {
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
