import { randomBytes } from 'node:crypto';
import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { rename, rm } from '../../base/outside/index.ts';

/** Identity of a file: writing to it, or replacing it, changes this. */
export interface Identity {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

export function identityOf(path: string): Identity | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

const isSame = (one: Identity, other: Identity): boolean =>
  isSamePlace(one, other) && one.size === other.size && one.mtimeMs === other.mtimeMs;

const isSamePlace = (one: Identity, other: Identity): boolean =>
  one.dev === other.dev && one.ino === other.ino;

type Refusal = 'gone' | 'no-file' | 'owner' | 'changed' | 'folder' | 'swapped';

/**
 * Checks whether the app may replace its own file.
 * @param begun the file that this app was started from
 * @throws AppError `update-image-foreign` if the file is not the user's own, or not the started one;
 * `update-image-not-written` if its folder is not writable
 */
export function requireOwnImage(path: string, begun: Identity | null): Stats {
  const refuse = (reason: Refusal): AppError =>
    new AppError('update-image-foreign', { details: { path, reason } });
  const user = process.getuid?.();
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (begun === null || found === undefined) throw refuse('gone');
    if (!found.isFile()) throw refuse('no-file');
    if (found.uid !== user) throw refuse('owner');
    if (!isSame(found, begun)) throw refuse('changed');
    const folder = statSync(dirname(path));
    // The folder's owner may put anything there; so may others without the sticky bit, which protects the user's files.
    const isOpen = (folder.mode & 0o002) !== 0 && (folder.mode & 0o1000) === 0;
    if (isOpen || (folder.uid !== user && folder.uid !== 0)) throw refuse('folder');
    accessSync(dirname(path), constants.W_OK);
    return found;
  } catch (cause) {
    throw cause instanceof AppError ? cause : notWritten(path, cause);
  }
}

/**
 * Replaces the app's own file completely or not at all, with the same name and mode.
 * @param parts all of it; an error from them leaves the old one
 * @returns the new file
 * @throws AppError as `requireOwnImage`, and errors of `parts`
 */
export async function replaceImage(
  path: string,
  begun: Identity | null,
  parts: AsyncIterable<Buffer>,
): Promise<Identity> {
  const old = requireOwnImage(path, begun);
  const temporary = join(
    dirname(path),
    `${beginning(path)}${randomBytes(6).toString('hex')}${ending}`,
  );
  let made: FileHandle | null = null;
  try {
    made = await open(temporary, 'wx', 0o600);
    await made.writeFile(parts);
    if ((await made.stat()).gid !== old.gid) await made.chown(old.uid, old.gid);
    await made.chmod(old.mode & 0o777);
    await made.sync();
    const written = await made.stat();
    // By name: the file there may have been replaced meanwhile.
    if (!isSamePlace(written, await lstat(temporary))) {
      throw new AppError('update-image-foreign', { details: { path, reason: 'swapped' } });
    }
    requireOwnImage(path, begun);
    await rename(temporary, path);
    await ignoring('a rename that the power takes back leaves the old file', syncFolder(path));
    return written;
  } catch (cause) {
    if (made !== null) {
      await ignoring('what is left is removed later', rm(temporary, { force: true }));
    }
    throw cause instanceof AppError ? cause : notWritten(path, cause);
  } finally {
    await made?.close();
  }
}

/** A download without a piece for this long, ms, is abandoned. */
const abandoned = 120_000;

/** Removes leftovers of an app that ended during a replacement. */
export async function removeLeftovers(path: string, now = Date.now()): Promise<void> {
  const names = await readdir(dirname(path));
  const left = names.filter(
    (name) =>
      name.startsWith(beginning(path)) &&
      name.endsWith(ending) &&
      /^[\da-f]{12}$/.test(name.slice(beginning(path).length, -ending.length)),
  );
  for (const name of left) {
    const file = join(dirname(path), name);
    const found = await ignoring('another one of the app has just removed it', lstat(file));
    // Another instance of the app, with its own data, may be downloading at the same time.
    if (found?.isFile() && now - found.mtimeMs > abandoned) await rm(file, { force: true });
  }
}

const beginning = (path: string): string => `.${basename(path)}.`;
const ending = '.part';

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function notWritten(path: string, cause: unknown): AppError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new AppError('update-image-not-written', { details: { path, reason }, cause });
}
