import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import * as z from 'zod';
import { AppError, type ErrorCode, errorCodes } from '../../preload/contract/errors.ts';
import { parseJson } from '../../preload/contract/json.ts';
import type { DataPlace } from '../host.ts';
import type { MoveStep, StorageMethods } from '../storage/database.ts';
import type { WorkerClient } from '../workers/connect.ts';
import { type MoveProgress, watchMove } from './moving.ts';
import { prepareDataFolder } from './private-folder.ts';

/** What stands beside the data folder that was named (`compute-desk.place`), of one that was moved or is to be. */
const shape = z.object({
  format: z.literal(1),
  /** Where it is; null: where it was named. */
  folder: z.string().nullable(),
  /** Where the next start moves it. */
  move: z.object({ to: z.string(), token: z.string() }).nullable(),
  /** Where it was before, as it was then. */
  before: z.string().nullable(),
  /** Why the last move was not made. */
  problem: z.enum(errorCodes).nullable(),
});
type Place = z.infer<typeof shape>;

const unmoved: Place = { format: 1, folder: null, move: null, before: null, problem: null };
const placeFileOf = (named: string): string => `${named}.place`;
/** The folder's name in the place that the user chooses. */
const ownName = 'compute-desk';

/** @throws AppError `data-place-damaged` */
function readPlace(named: string): Place {
  const file = placeFileOf(named);
  const found = lstatSync(file, { throwIfNoEntry: false });
  const user = process.getuid?.();
  // what another one put there is not followed
  if (found === undefined || (user !== undefined && found.uid !== user)) return unmoved;
  try {
    if (!found.isFile() || found.size > 20_000) throw new Error('no such file');
    return shape.parse(parseJson(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new AppError('data-place-damaged', { details: { path: file }, cause });
  }
}

function writePlace(named: string, place: Place): void {
  const file = placeFileOf(named);
  const half = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(half, `${JSON.stringify(place, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(half, file);
  } catch (cause) {
    rmSync(half, { force: true });
    throw new AppError('new-place-not-written', { cause });
  }
}

/**
 * Where the data folder is that was named, by default or by a flag. A move that was asked for is made first, with
 * nothing open yet: only that is waited for. Where it does not work the folder stays, and Settings say why.
 * @param startStorage for the move
 * @param follow hears of a move, again and again while it goes on
 * @throws AppError `data-place-damaged`, `data-folder-gone`
 */
export function settlePlace(
  named: string,
  startStorage: () => WorkerClient<StorageMethods>,
  follow: (progress: MoveProgress) => void = () => undefined,
): string | Promise<string> {
  const place = readPlace(named);
  const from = place.folder ?? named;
  if (place.folder !== null && !existsSync(join(from, 'compute-desk.sqlite'))) {
    const details = { path: from, file: placeFileOf(named) };
    throw new AppError('data-folder-gone', { details });
  }
  if (place.move === null) return from;
  return move({ named, from, place, ...place.move, follow }, startStorage());
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
  const watch = watchMove(to, order.follow);
  try {
    const onProgress = (step: unknown) => watch.step(step as MoveStep);
    await storage.request('move', { from, to, token }, { onProgress });
    writePlace(named, { ...unmoved, folder: to, before: from });
    await storage.request('forgetMove', { to });
    return to;
  } catch (cause) {
    // the app that has it open is asked for its window
    if (cause instanceof AppError && cause.code === 'data-folder-in-use') return from;
    writePlace(named, { ...place, move: null, problem: codeOf(cause) });
    return from;
  } finally {
    watch.end();
    await storage.stop();
  }
}

const codeOf = (cause: unknown): ErrorCode =>
  cause instanceof AppError ? cause.code : 'new-place-not-written';

/** The port by which the core asks for a move. @param named see `settlePlace` @param folder where it is now */
export function createDataPlace(named: string, folder: string): DataPlace {
  return {
    state() {
      const { move, before, problem } = readPlace(named);
      const isThere = before !== null && existsSync(before);
      return { movesTo: move?.to ?? null, before: isThere ? before : null, problem };
    },
    plan: (chosen) => newPlace(chosen, folder),
    keep(to) {
      const move = to === null ? null : { to, token: randomBytes(16).toString('hex') };
      writePlace(named, { ...readPlace(named), move, problem: null });
    },
  };
}

/**
 * The folder that the data would be in, made and empty.
 * @throws AppError `new-place-refused`, `new-place-not-written`
 */
function newPlace(chosen: string, present: string): string {
  const refused = (cause?: unknown): AppError =>
    new AppError('new-place-refused', { details: { path: chosen }, cause });
  // a server that is named by a page would be sent everything
  if (!isAbsolute(chosen) || /^[\\/]{2}/.test(chosen)) throw refused();
  const found = lstatSync(chosen, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) throw refused();
  const parent = basename(chosen) === ownName ? dirname(chosen) : chosen;
  const above = lstatSync(parent, { throwIfNoEntry: false });
  if (above?.isDirectory() !== true) throw refused();
  const user = process.getuid?.();
  // who owns it may put another folder in our place
  if (user !== undefined && above.uid !== user && above.uid !== 0) throw refused();
  const to = join(realpathSync(parent), ownName);
  if (isWithin(to, realpathSync(present)) || isWithin(realpathSync(present), to)) throw refused();
  const there = lstatSync(to, { throwIfNoEntry: false });
  if (there !== undefined) {
    const usable = there.isDirectory() && (user === undefined || there.uid === user);
    if (!usable || readdirSync(to).length > 0) throw refused();
  }
  try {
    return prepareDataFolder(to);
  } catch (cause) {
    if (there === undefined) rmSync(to, { recursive: true, force: true });
    if (cause instanceof AppError) throw refused(cause);
    throw new AppError('new-place-not-written', { cause });
  }
}

function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}
