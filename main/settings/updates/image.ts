import { randomBytes } from 'node:crypto';
import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { rename, rm } from '../../base/outside/index.ts';

/** Which file it is: whoever writes to it, or puts another in its place, changes that. */
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
 * Looks whether the app may put another file in its own one's place.
 * @param begun the file that this app was started from
 * @throws AppError `update-image-foreign` where the file is not the user's own, or not the one that was started;
 * `update-image-not-written` where its folder takes no file
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
    // Whose folder it is may put anything there; so may others, where no sticky bit keeps them from files of the user's.
    const isOpen = (folder.mode & 0o002) !== 0 && (folder.mode & 0o1000) === 0;
    if (isOpen || (folder.uid !== user && folder.uid !== 0)) throw refuse('folder');
    accessSync(dirname(path), constants.W_OK);
    return found;
  } catch (cause) {
    throw cause instanceof AppError ? cause : notWritten(path, cause);
  }
}

/**
 * Puts a file in the app's own one's place, whole or not at all, under its name and with its mode.
 * @param parts all of it; what they throw leaves the old one as it was
 * @returns the file that is there now
 * @throws AppError as `requireOwnImage`, and what `parts` throws
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
    // By its name: what stands there may have been changed for another meanwhile.
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

/** A piece is written every half a minute at least, or nothing more comes of it, ms. */
const abandoned = 120_000;

/** Removes what is left of an app that ended while it did that. */
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
    // Another one of the app, with data of its own, may be fetching beside this one.
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
