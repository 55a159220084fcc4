import { randomBytes } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import * as z from 'zod';
import { ignoring } from '../../common/ignoring.ts';
import { parseJson } from '../../common/texts/json.ts';
import { AppError, type ErrorCode, errorCodes } from '../../preload/contract/errors.ts';
import type { DataPlace } from '../base/host.ts';
import {
  entryAt,
  entryWithoutTimeout,
  isPlaceProblem,
  readPlain,
  replaceFile,
  requireValidPath,
  rmdir,
  withTimeout,
} from '../base/outside/index.ts';
import type { MoveStep, StorageMethods } from '../base/storage/database.ts';
import type { WorkerClient } from '../base/workers/connect.ts';
import { followMove, type MoveProgress } from './move-progress.ts';
import { prepareDataFolder } from './private-folder.ts';

/** Contents of `compute-desk.place` beside the named data folder, if that was moved or will be. */
const shape = z.object({
  format: z.literal(1),
  /** Its current place; null: the named one. */
  folder: z.string().nullable(),
  /** Target of the move at the next start. */
  move: z.object({ to: z.string(), token: z.string() }).nullable(),
  /** Its previous place. */
  before: z.string().nullable(),
  /** Why the last move failed. */
  problem: z.enum(errorCodes).nullable(),
});
type Place = z.infer<typeof shape>;

const unmoved: Place = { format: 1, folder: null, move: null, before: null, problem: null };
const placeFileOf = (named: string): string => `${named}.place`;
/** The folder's name in the place that the user chooses. */
const ownName = 'compute-desk';

/** Bytes. */
const largest = 20_000;

/** @throws AppError `data-place-damaged`, `place-not-answering`, `path-unusable` */
async function readPlace(named: string): Promise<Place> {
  const path = placeFileOf(named);
  const found = await entryAt(path);
  const user = process.getuid?.();
  // does not follow an entry that somebody else put there
  if (found === null || (user !== undefined && found.uid !== user)) return unmoved;
  try {
    const bytes = await readPlain(path, { most: largest, links: false });
    if (bytes.length > largest) throw new Error('no such file');
    return shape.parse(parseJson(Buffer.from(bytes).toString('utf8')));
  } catch (cause) {
    throw new AppError('data-place-damaged', { details: { path }, cause });
  }
}

async function writePlace(named: string, place: Place): Promise<void> {
  try {
    await replaceFile(placeFileOf(named), 0o600, `${JSON.stringify(place, null, 2)}\n`);
  } catch (cause) {
    throw isPlaceProblem(cause) ? cause : new AppError('new-place-not-written', { cause });
  }
}

/** Returns whether something is there; a place that does not answer counts as yes. */
const isThere = (path: string): Promise<boolean> =>
  withTimeout(path, () => stat(path), { limit: glance }).then(
    () => true,
    () => false,
  );

/** Timeout for optional facts, ms. */
const glance = 3_000;

/**
 * Returns the current place of the named data folder, the default one or from a flag. First makes a planned move, while
 * nothing is open. If that fails the folder stays, and Settings say why.
 * @param startStorage for the move
 * @param follow called repeatedly with the progress of a move
 * @throws AppError `data-place-damaged`, `data-folder-gone`, `place-not-answering`, `path-unusable`
 */
export async function resolveDataFolder(
  named: string,
  startStorage: () => WorkerClient<StorageMethods>,
  follow: (progress: MoveProgress) => void = () => undefined,
): Promise<string> {
  const place = await readPlace(named);
  const from = place.folder ?? named;
  if (place.folder !== null && !(await isDataFolder(from))) {
    const details = { path: from, file: placeFileOf(named) };
    throw new AppError('data-folder-gone', { details });
  }
  if (place.move === null) return from;
  return move({ named, from, place, ...place.move, follow }, startStorage());
}

/** @throws AppError `place-not-answering` */
async function isDataFolder(folder: string): Promise<boolean> {
  return (await entryAt(join(folder, 'compute-desk.sqlite'))) !== null;
}

async function move(
  order: {
    readonly named: string;
    readonly from: string;
    readonly place: Place;
    readonly to: string;
    readonly token: string;
    readonly follow: (progress: MoveProgress) => void;
  },
  storage: WorkerClient<StorageMethods>,
): Promise<string> {
  const { named, from, place, to, token } = order;
  const watch = followMove(to, order.follow);
  try {
    const onProgress = (step: unknown) => watch.step(step as MoveStep);
    await Promise.race([
      storage.request('move', { from, to, token }, { onProgress }),
      watch.silent,
    ]);
    await writePlace(named, { ...unmoved, folder: to, before: from });
    await storage.request('removeMoveMark', { to });
    return to;
  } catch (cause) {
    // the instance that has it open is asked to show its window
    if (cause instanceof AppError && cause.code === 'data-folder-in-use') return from;
    await writePlace(named, { ...place, move: null, problem: problemOf(cause) });
    return from;
  } finally {
    watch.end();
    await ignoring(
      'what does not answer is left behind',
      withTimeout(to, storage.stop, { limit: glance }),
    );
  }
}

const problemOf = (cause: unknown): ErrorCode =>
  cause instanceof AppError && !isPlaceProblem(cause) ? cause.code : 'new-place-not-written';

/** Returns the core's port for planning a move. @param named see `resolveDataFolder` @param folder its current place */
export function createDataPlace(named: string, folder: string): DataPlace {
  return {
    async state() {
      const { move, before, problem } = await readPlace(named);
      const isKept = before !== null && (await isThere(before));
      return { movesTo: move?.to ?? null, before: isKept ? before : null, problem };
    },
    plan: (chosen) => newPlace(chosen, folder),
    async keep(to) {
      const move = to === null ? null : { to, token: randomBytes(16).toString('hex') };
      await writePlace(named, { ...(await readPlace(named)), move, problem: null });
    },
  };
}

/**
 * Creates the empty folder for the data.
 * @throws AppError `new-place-refused`, `new-place-not-written`, `place-not-answering`, `path-unusable`
 */
async function newPlace(chosen: string, present: string): Promise<string> {
  requireValidPath(chosen);
  const refused = (cause?: unknown): AppError =>
    new AppError('new-place-refused', { details: { path: chosen }, cause });
  // a server named by a page would receive everything
  if (!isAbsolute(chosen) || /^[\\/]{2}/.test(chosen)) throw refused();
  try {
    const { to, isNew } = await withTimeout(chosen, () => freePlace(chosen, present, refused));
    return await prepareDataFolder(to).catch(async (cause: unknown) => {
      if (isNew)
        await ignoring(
          'it is not there',
          withTimeout(to, () => rmdir(to)),
        );
      throw cause;
    });
  } catch (cause) {
    if (isPlaceProblem(cause)) throw cause;
    const isRefused = cause instanceof AppError && cause.code === 'data-folder-refused';
    if (isRefused) throw refused(cause);
    const isSaid = cause instanceof AppError && cause.code === 'new-place-refused';
    throw isSaid ? cause : new AppError('new-place-not-written', { cause });
  }
}

/** Checks the user's choice: it must not exist, or be an empty folder of the user. */
async function freePlace(
  chosen: string,
  present: string,
  refused: () => AppError,
): Promise<{ to: string; isNew: boolean }> {
  if ((await entryWithoutTimeout(chosen))?.isSymbolicLink() === true) throw refused();
  const parent = basename(chosen) === ownName ? dirname(chosen) : chosen;
  const above = await entryWithoutTimeout(parent);
  if (above?.isDirectory() !== true) throw refused();
  const user = process.getuid?.();
  // its owner could replace our folder
  if (user !== undefined && above.uid !== user && above.uid !== 0) throw refused();
  const to = join(await realpath(parent), ownName);
  const own = await realpath(present);
  if (isWithin(to, own) || isWithin(own, to)) throw refused();
  const there = await entryWithoutTimeout(to);
  if (there !== null) {
    const usable = there.isDirectory() && (user === undefined || there.uid === user);
    if (!usable || (await readdir(to)).length > 0) throw refused();
  }
  return { to, isNew: there === null };
}

function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}
