import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { renameSync, rmSync } from '../../outside/index.ts';
import type { MoveStep } from '../database.ts';
import { storageFailure } from '../errors.ts';
import { hasLocks, requireFree } from '../sqlite.ts';
import { copyDatabase, copyFolder, copySealingKey, database, flushFolder, sizeOf } from './copy.ts';

/** File in a copy that names its move. */
const mark = 'moved-from.json';
const marked = z.object({ token: z.string() });
/** Bytes needed beyond the files themselves. */
const reserve = 16 * 1024 * 1024;

/**
 * Checks whether a data folder could be at a place.
 * @param place an existing folder
 * @param from the data folder
 * @throws AppError `new-place-no-locks`, `new-place-full`
 */
export function checkDestination(place: string, from: string): void {
  if (!hasLocks(join(place, 'tried'))) throw new AppError('new-place-no-locks');
  requireRoom(place, from);
}

/** @returns bytes of everything to copy */
function requireRoom(place: string, from: string): number {
  const { bavail, bsize } = statfsSync(place);
  const size = sizeOf(from);
  if (bavail * bsize < size + reserve) throw new AppError('new-place-full');
  return size;
}

/**
 * Copies a data folder that nobody has open: first beside its new place, with each file flushed and read back and the
 * database checked; then the copy is renamed into place. An interrupted move starts again. The folder itself stays.
 * @param token of this move: leftovers of an interrupted try with it are removed
 * @param tell called with the progress after each piece
 * @throws AppError `data-folder-in-use`, `new-place-refused`, `new-place-full`, `new-place-not-written`
 */
export function moveData(
  from: string,
  to: string,
  token: string,
  tell: (step: MoveStep) => void = () => undefined,
): void {
  requireFree(join(from, database));
  const half = `${to}.moving`;
  let made = false;
  try {
    rmSync(half, { recursive: true, force: true });
    const there = lstatSync(to, { throwIfNoEntry: false });
    if (there !== undefined && (!there.isDirectory() || readdirSync(to).length > 0)) {
      if (!there.isDirectory() || tokenIn(to) !== token) {
        throw new AppError('new-place-refused', { details: { path: to } });
      }
      renameSync(to, half);
      rmSync(half, { recursive: true, force: true });
    }
    // Not a folder that appeared meanwhile: others may write beside the place.
    mkdirSync(half, { mode: 0o700 });
    made = true;
    const of = requireRoom(half, from);
    let done = 0;
    tell({ done, of, growing: null });
    copyFolder(from, half, (bytes) => {
      done += bytes;
      tell({ done, of, growing: null });
    });
    copySealingKey(from, half);
    tell({ done, of, growing: join(half, database) });
    copyDatabase(from, half);
    writeFileSync(join(half, mark), JSON.stringify({ token }), { mode: 0o600, flush: true });
    flushFolder(half);
    rmSync(to, { recursive: true, force: true });
    renameSync(half, to);
    flushFolder(dirname(to));
  } catch (cause) {
    if (made) rmSync(half, { recursive: true, force: true });
    throw failure(cause);
  }
}

/** Removes the mark once everything uses the new place. */
export function removeMoveMark(to: string): void {
  rmSync(join(to, mark), { force: true });
}

function failure(cause: unknown): AppError {
  const known = storageFailure(cause);
  if (known instanceof AppError && known.code === 'disk-full') {
    return new AppError('new-place-full', { cause });
  }
  if (cause instanceof AppError) return cause;
  return new AppError('new-place-not-written', { cause });
}

function tokenIn(folder: string): string | null {
  try {
    return marked.parse(parseJson(readFileSync(join(folder, mark), 'utf8'))).token;
  } catch {
    return null;
  }
}
