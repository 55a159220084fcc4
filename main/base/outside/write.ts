import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { closeFile, plantedError } from './read.ts';
import { withRetries } from './retries.ts';
import { codeOf, withTimeout } from './timeout.ts';

export type Write = (bytes: Uint8Array) => Promise<void>;

/** Timeout for flushing to a disk, ms. */
const flushLimit = 120_000;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Creates a file where nothing is, completely or not at all.
 * @param mode permissions of others; 0600: none
 * @param fill writes it, with no timeout of its own; only the place has one
 * @throws AppError `place-planted` if something is there, `place-not-answering`, `path-unusable`; an error of the
 * operating system, and errors of `fill`
 */
export async function writeNew<T>(
  path: string,
  mode: number,
  fill: (write: Write) => Promise<T>,
): Promise<T> {
  const file = await createFile(path);
  try {
    const result = await fill((bytes) => withTimeout(path, () => file.writeFile(bytes)));
    await flushFile(path, file, mode);
    await closeFile(path, file);
    return result;
  } catch (cause) {
    await closeFile(path, file);
    await ignoring('it says itself why it is not whole', removeFile(path));
    throw cause;
  }
}

/** Creates a file where nothing is. @throws AppError `place-planted` if something is there */
export function createFile(path: string): Promise<FileHandle> {
  return withTimeout(path, () => create(path), {
    late: async (one: FileHandle) => {
      await one.close();
      await unlink(path);
    },
  });
}

/** Writes it to the disk. */
export function flushFile(path: string, file: FileHandle, mode = 0o600): Promise<void> {
  return withTimeout(path, () => settle(file, mode), { limit: flushLimit });
}

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (cause) {
    throw codeOf(cause) === 'EEXIST' ? plantedError(path) : cause;
  }
}

async function settle(file: FileHandle, mode: number): Promise<void> {
  // some file systems have no modes
  if (mode !== 0o600) await ignoring('then it stays the user’s alone', file.chmod(mode));
  await file.sync();
}

/**
 * Puts a new file at the user's path in place of an existing one: does not write into that one, whose mode may let
 * others read, nor through a link. After a crash either the old or the new file is there.
 * @param make creates it at an unused path beside it
 * @throws as `writeNew`; `place-planted` for a pipe or a device
 */
export async function replaceWith<T>(
  path: string,
  make: (beside: string) => Promise<T>,
): Promise<T> {
  const folder = dirname(path);
  await refusePlantedLinks(folder);
  const there = await entryAt(path);
  if (there?.isDirectory() === true) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  if (there !== null && !there.isFile() && !there.isSymbolicLink()) throw plantedError(path);
  // short for any target name: a name may have 255 bytes
  const beside = join(folder, `.compute-desk-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const made = await make(beside);
    await renameFile(beside, path);
    return made;
  } catch (cause) {
    await ignoring('it says itself why nothing was replaced', removeFile(beside));
    throw cause;
  }
}

/** `replaceWith` for content in memory. */
export function replaceFile(
  path: string,
  mode: number,
  content: string | Uint8Array,
): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return replaceWith(path, (beside) => writeNew(beside, mode, (write) => write(bytes)));
}

/** Returns the entry at a path, not following a link; null if there is none. */
export function entryAt(path: string): Promise<Stats | null> {
  return withTimeout(path, () => entryWithoutTimeout(path));
}

/** Does the same without a timeout. */
export function entryWithoutTimeout(path: string): Promise<Stats | null> {
  return lstat(path).catch(nothingThere);
}

/** Renames; on Windows it retries while another program has the file open. */
export function renameFile(from: string, to: string): Promise<void> {
  return withRetries(() => withTimeout(to, () => rename(from, to)));
}

/** Removes a file or a link; does nothing if there is none. */
export async function removeFile(path: string): Promise<void> {
  await withRetries(() => withTimeout(path, () => unlink(path).catch(nothingThere)));
}

/** Creates a folder and its missing parents. @throws an error of the operating system */
export function makeFolders(folder: string, mode = 0o700): Promise<void> {
  return withTimeout(folder, () => makeFoldersWithoutTimeout(folder, mode));
}

/**
 * Creates a folder and its missing parents one by one, without a timeout; stops if a file system reports every parent
 * as missing (procfs).
 * @throws an error of the operating system
 */
export async function makeFoldersWithoutTimeout(folder: string, mode = 0o700): Promise<void> {
  const missing: string[] = [];
  for (
    let at = folder;
    (await entryWithoutTimeout(at)) === null && dirname(at) !== at;
    at = dirname(at)
  ) {
    missing.push(at);
  }
  for (const one of missing.reverse()) {
    await mkdir(one, { mode }).catch(async (cause: unknown) => {
      const isThere =
        codeOf(cause) === 'EEXIST' && (await entryWithoutTimeout(one))?.isDirectory() === true;
      if (!isThere) throw cause;
    });
  }
}

/**
 * Refuses a path to a folder through a link that somebody else may have created.
 * @throws AppError `place-planted`
 */
export async function refusePlantedLinks(folder: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return;
  const way = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) way.push(dirname(at));
  for (const one of way) {
    const found = await entryAt(one);
    if (found?.isSymbolicLink() !== true || found.uid === user || found.uid === 0) continue;
    const { mode } = await withTimeout(one, () => stat(dirname(one)));
    if ((mode & 0o022) !== 0) throw plantedError(one);
  }
}

/** @throws errors other than a missing entry */
function nothingThere(cause: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return null;
  throw cause;
}

export function isPlaceProblem(cause: unknown): boolean {
  const codes = ['place-not-answering', 'place-planted', 'path-unusable'];
  return cause instanceof AppError && codes.includes(cause.code);
}
