import { constants, type Stats } from 'node:fs';
import { access, chmod, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../preload/contract/errors.ts';
import {
  codeOf,
  entryWithoutTimeout,
  makeFoldersWithoutTimeout,
  withTimeout,
} from '../base/outside/index.ts';

/** Why a folder is refused; each has a sentence in start-refusals.ts. */
export type FolderRefusal =
  | 'no-home'
  | 'not-a-folder'
  | 'link-nowhere'
  | 'link-loop'
  | 'takes-no-folders'
  | 'of-another'
  | 'link-of-another'
  | 'open-parent'
  | 'foreign-contents'
  | 'no-modes'
  | 'part-of-another'
  | 'part-is-link';

/**
 * Entries of the app and its hosts directly in the data folder. Of `browser`, Chromium's own, only the top folder's
 * mode is set.
 */
const parts =
  /^(compute-desk\.sqlite(-wal|-shm|-journal|-check)?|(vault|settings|web-host)\.json|logs|crashes|attachments|backups|damaged|replaced|demo|browser)$/;
const partsBeside = /^((vault|settings|web-host)\.json[.-]|restore-)/;
const isPart = (name: string): boolean => parts.test(name) || partsBeside.test(name);
/** Other files that Electron and desktops put there. */
const harmless = /^(Singleton\w+|Crashpad|DevToolsActivePort|\.DS_Store|desktop\.ini|\.directory)$/;
const database = 'compute-desk.sqlite';

/**
 * Makes every file of this process and its children private to the user, whatever mode is requested.
 * @returns the mask for starting the user's own programs
 */
export function restrictFileModes(): number {
  return process.umask(0o077);
}

type Refuse = (reason: FolderRefusal, path: string) => AppError;

const refuse: Refuse = (reason, path) =>
  new AppError('data-folder-refused', { details: { reason, path } });

/** Timeout for everything checked and set before a start, ms. */
const limit = 20_000;

/**
 * Creates the data folder, or takes an existing one, so that only the user can read or write in it: the folder 0700,
 * the app's folders in it 0700, its files 0600. On Windows a user's folders are private by default.
 * @returns the folder without links, so that a link changed later leads nowhere else
 * @throws AppError `data-folder-refused` with a `FolderRefusal` if that is impossible; only `no-modes` comes after
 * modes were changed; `data-not-written` with the operating system's `reason`; `path-unusable`, `place-not-answering`
 */
export async function prepareDataFolder(folder: string): Promise<string> {
  try {
    return await withTimeout(folder, () => prepare(folder), { limit });
  } catch (cause) {
    // a full disk has its own sentence
    if (cause instanceof AppError || codeOf(cause) === 'ENOSPC') throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('data-not-written', { details: { reason }, cause });
  }
}

async function prepare(folder: string): Promise<string> {
  await requireWay(folder);
  const user = process.getuid?.();
  if (user === undefined) {
    await makeFoldersWithoutTimeout(folder);
    return folder;
  }
  const given = await entryWithoutTimeout(folder);
  if (given?.isSymbolicLink() === true && given.uid !== user && given.uid !== 0) {
    throw refuse('link-of-another', folder);
  }
  for (const parent of await parentsOf(folder)) {
    const { mode } = await lstat(parent);
    // Without the sticky bit anyone who can write there may replace this folder.
    if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) throw refuse('open-parent', parent);
  }
  if (given === null) await make(folder);
  const real = await realpath(folder);
  const top = await lstat(real);
  if (!top.isDirectory()) throw refuse('not-a-folder', real);
  if (top.uid !== user) throw refuse('of-another', real);

  const names = await readdir(real);
  const lax = isOpen(top);
  // Not ours to restrict: the user may have named a home or a project's folder.
  const foreign = names.find((name) => !isPart(name) && !harmless.test(name));
  if (lax && foreign !== undefined && !names.includes(database)) {
    throw refuse('foreign-contents', real);
  }
  const own = names.filter(isPart).map((name) => join(real, name));
  for (const path of own) await inspect(path, lax, requireOwn);

  await close(top, real);
  for (const path of own) await inspect(path, lax, close);
  // a read-only folder is reported here, before parts of the app fail one by one
  await access(real, constants.W_OK);
  return real;
}

/** Requires that the nearest existing parent is a folder. */
async function requireWay(folder: string): Promise<void> {
  let at = folder;
  while ((await entryOf(at)) === null && dirname(at) !== at) at = dirname(at);
  try {
    if (!(await stat(at)).isDirectory()) throw refuse('not-a-folder', at);
  } catch (cause) {
    if (codeOf(cause) === 'ELOOP') throw refuse('link-loop', at);
    throw codeOf(cause) === 'ENOENT' ? refuse('link-nowhere', at) : cause;
  }
}

/** Treats a path below circular links as absent. */
async function entryOf(path: string): Promise<Stats | null> {
  try {
    return await entryWithoutTimeout(path);
  } catch (cause) {
    if (codeOf(cause) === 'ELOOP') return null;
    throw cause;
  }
}

async function make(folder: string): Promise<void> {
  try {
    await makeFoldersWithoutTimeout(folder);
  } catch (cause) {
    // for a folder whose parent exists, procfs refuses like this
    throw codeOf(cause) === 'ENOENT' ? refuse('takes-no-folders', dirname(folder)) : cause;
  }
}

async function requireOwn(found: Stats, path: string): Promise<void> {
  if (found.isSymbolicLink()) throw refuse('part-is-link', path);
  if (found.uid !== process.getuid?.()) throw refuse('part-of-another', path);
}

/** Checks entries; below a folder that nobody else could enter, nothing can have been accessible. */
async function inspect(
  path: string,
  lax: boolean,
  visit: (found: Stats, path: string) => Promise<void>,
): Promise<void> {
  const found = await entryWithoutTimeout(path);
  if (found === null) return;
  await visit(found, path);
  if (!found.isDirectory() || path.endsWith('browser') || !(lax || isOpen(found))) return;
  for (const name of await readdir(path)) await inspect(join(path, name), true, visit);
}

function isOpen({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0;
}

async function close(found: Stats, path: string): Promise<void> {
  if (!found.isDirectory() && !found.isFile()) return;
  const mode = found.mode & (found.isDirectory() ? 0o700 : 0o600);
  if ((found.mode & 0o777) === mode) return;
  try {
    await chmod(path, mode);
  } catch (cause) {
    throw new AppError('data-folder-refused', { details: { reason: 'no-modes', path }, cause });
  }
  // Some file systems (FAT, network shares) accept a mode and keep their own.
  if (isOpen(await lstat(path))) throw refuse('no-modes', path);
}

/** Returns null if nothing is there. */
async function withoutLinks(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause;
  }
}

/** Returns the existing parent folders: as in the path, and without links. */
async function parentsOf(folder: string): Promise<Set<string>> {
  const real = (await withoutLinks(folder)) ?? folder;
  const parents = new Set<string>();
  for (const path of [...above(folder), ...above(real)]) {
    const parent = await withoutLinks(path);
    if (parent === null) continue;
    for (const one of [parent, ...above(parent)]) parents.add(one);
  }
  return parents;
}

function above(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...above(parent)];
}
