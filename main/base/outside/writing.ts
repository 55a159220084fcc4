import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { codeOf, within } from './bounded.ts';
import { persistently } from './persistently.ts';
import { letGo, planted } from './reading.ts';

export type Write = (bytes: Uint8Array) => Promise<void>;

/** For what was written to reach a disk, ms. */
const flushLimit = 120_000;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Makes a file where nothing is, whole or not at all.
 * @param mode what the user's other programs may; 0600: nothing
 * @param fill writes it, and may take its time; only the place may not
 * @throws AppError `place-planted` where something is, `place-not-answering`, `path-unusable`; an error of the operating
 * system, and what `fill` throws
 */
export async function writeNew<T>(
  path: string,
  mode: number,
  fill: (write: Write) => Promise<T>,
): Promise<T> {
  const file = await within(path, () => create(path), {
    late: async (one: FileHandle) => {
      await one.close();
      await unlink(path);
    },
  });
  try {
    const result = await fill((bytes) => within(path, () => file.writeFile(bytes)));
    await within(path, () => settle(file, mode), { limit: flushLimit });
    await letGo(path, file);
    return result;
  } catch (cause) {
    await letGo(path, file);
    await ignoring('it says itself why it is not whole', removeFile(path));
    throw cause;
  }
}

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (cause) {
    throw codeOf(cause) === 'EEXIST' ? planted(path) : cause;
  }
}

async function settle(file: FileHandle, mode: number): Promise<void> {
  // some file systems have no modes
  if (mode !== 0o600) await ignoring('then it stays the user’s alone', file.chmod(mode));
  await file.sync();
}

/**
 * Puts a new file where the user chose, in the place of an older one: neither into that one, whose mode may let others
 * read, nor through a link. A crash leaves the old one or the new one.
 * @param make makes it at a path beside it, where nothing is
 * @throws as `writeNew`; `place-planted` where a pipe or a device is
 */
export async function replaceBy<T>(path: string, make: (beside: string) => Promise<T>): Promise<T> {
  const folder = dirname(path);
  await requireOwnWay(folder);
  const there = await entryAt(path);
  if (there?.isDirectory() === true) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  if (there !== null && !there.isFile() && !there.isSymbolicLink()) throw planted(path);
  // short, whatever the name: 255 bytes are all that it may have
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

/** `replaceBy` of what is in memory. */
export function replaceFile(
  path: string,
  mode: number,
  content: string | Uint8Array,
): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return replaceBy(path, (beside) => writeNew(beside, mode, (write) => write(bytes)));
}

/** What is at a path itself; null where nothing is. */
export function entryAt(path: string): Promise<Stats | null> {
  return within(path, () => bareEntry(path));
}

/** The same without a limit of its own. */
export function bareEntry(path: string): Promise<Stats | null> {
  return lstat(path).catch(nothingThere);
}

/** As Windows has it too, where another program may have it open for a while. */
export function renameFile(from: string, to: string): Promise<void> {
  return persistently(() => within(to, () => rename(from, to)));
}

/** Takes a file, or a link, away; none is fine. */
export async function removeFile(path: string): Promise<void> {
  await persistently(() => within(path, () => unlink(path).catch(nothingThere)));
}

/** Makes a folder and those above that are missing. @throws an error of the operating system */
export function makeFolders(folder: string, mode = 0o700): Promise<void> {
  return within(folder, () => makeMissing(folder, mode));
}

/**
 * The same without a limit of its own: makes a folder and those above that are missing, one after the other: where a file system says of each that what is
 * above is missing (procfs), that is the end of it.
 * @throws an error of the operating system
 */
export async function makeMissing(folder: string, mode = 0o700): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; (await bareEntry(at)) === null && dirname(at) !== at; at = dirname(at)) {
    missing.push(at);
  }
  for (const one of missing.reverse()) {
    await mkdir(one, { mode }).catch(async (cause: unknown) => {
      const isThere = codeOf(cause) === 'EEXIST' && (await bareEntry(one))?.isDirectory() === true;
      if (!isThere) throw cause;
    });
  }
}

/**
 * Refuses a way to a folder that goes by a link which somebody else may have put there.
 * @throws AppError `place-planted`
 */
export async function requireOwnWay(folder: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return;
  const way = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) way.push(dirname(at));
  for (const one of way) {
    const found = await entryAt(one);
    if (found?.isSymbolicLink() !== true || found.uid === user || found.uid === 0) continue;
    const { mode } = await within(one, () => stat(dirname(one)));
    if ((mode & 0o022) !== 0) throw planted(one);
  }
}

/** @throws what does not say that nothing is there */
function nothingThere(cause: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return null;
  throw cause;
}

export function isPlaceProblem(cause: unknown): boolean {
  const codes = ['place-not-answering', 'place-planted', 'path-unusable'];
  return cause instanceof AppError && codes.includes(cause.code);
}
