import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../preload/contract/errors.ts';

/** Why a folder is not taken; each has a sentence in start-refusals.ts. */
export type FolderRefusal =
  | 'no-home'
  | 'not-a-folder'
  | 'of-another'
  | 'link-of-another'
  | 'open-parent'
  | 'foreign-contents'
  | 'no-modes'
  | 'part-of-another'
  | 'part-is-link';

/** What the app and its hosts keep directly in the data folder. Of `browser`, Chromium's own, only the top is set. */
const parts =
  /^(compute-desk\.sqlite(-wal|-shm|-journal|-check)?|(vault|settings|web-host)\.json|logs|crashes|attachments|backups|damaged|replaced|demo|browser)$/;
const partsBeside = /^((vault|settings|web-host)\.json[.-]|restore-)/;
const isPart = (name: string): boolean => parts.test(name) || partsBeside.test(name);
/** What else Electron and desktops leave there. */
const harmless = /^(Singleton\w+|Crashpad|DevToolsActivePort|\.DS_Store|desktop\.ini|\.directory)$/;
const database = 'compute-desk.sqlite';

/**
 * Makes every file of this process and its children the user's alone, whoever asks for more.
 * @returns the mask that the user's own programs are started with
 */
export function keepFilesPrivate(): number {
  return process.umask(0o077);
}

/**
 * Makes the data folder, or takes an older one, so that nobody but the user can read or write in it: the
 * folder 0700, the app's folders in it 0700, its files 0600. Windows has a user's folders private by itself.
 * @returns the folder without links, so that a link that is changed later leads nowhere else
 * @throws AppError `data-folder-refused` with a `FolderRefusal` where that cannot be had; only `no-modes`
 * comes after modes were changed
 */
export function prepareDataFolder(folder: string): string {
  const user = process.getuid?.();
  if (user === undefined) {
    mkdirSync(folder, { recursive: true });
    return folder;
  }
  const refuse = (reason: FolderRefusal, path: string): AppError =>
    new AppError('data-folder-refused', { details: { reason, path } });

  const given = existing(folder);
  if (given?.isSymbolicLink() === true && given.uid !== user && given.uid !== 0) {
    throw refuse('link-of-another', folder);
  }
  for (const parent of parentsOf(folder)) {
    const { mode } = lstatSync(parent);
    // Without the sticky bit whoever may write there may put another folder in this one's place.
    if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) throw refuse('open-parent', parent);
  }
  if (given === null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const real = withoutLinks(folder);
  if (real === null) throw refuse('not-a-folder', folder);
  const top = lstatSync(real);
  if (!top.isDirectory()) throw refuse('not-a-folder', real);
  if (top.uid !== user) throw refuse('of-another', real);

  const names = readdirSync(real);
  const lax = isOpen(top);
  // Not ours to close: the user may have named a home or a project's folder.
  const foreign = names.find((name) => !isPart(name) && !harmless.test(name));
  if (lax && foreign !== undefined && !names.includes(database)) {
    throw refuse('foreign-contents', real);
  }
  const own = names.filter(isPart).map((name) => join(real, name));
  for (const path of own) inspect(path, lax, (found, at) => requireOwn(at, found, user, refuse));

  close(real, top, refuse);
  for (const path of own) inspect(path, lax, (found, at) => close(at, found, refuse));
  // what is read only is said here, before parts of the app meet it one by one
  accessSync(real, constants.W_OK);
  return real;
}

function requireOwn(
  path: string,
  found: Stats,
  user: number,
  refuse: (reason: FolderRefusal, path: string) => AppError,
): void {
  if (found.isSymbolicLink()) throw refuse('part-is-link', path);
  if (found.uid !== user) throw refuse('part-of-another', path);
}

/** Of what is below a folder that nobody else could enter, nothing can have been open. */
function inspect(path: string, lax: boolean, visit: (found: Stats, path: string) => void): void {
  const found = existing(path);
  if (found === null) return;
  visit(found, path);
  if (!found.isDirectory() || path.endsWith('browser') || !(lax || isOpen(found))) return;
  for (const name of readdirSync(path)) inspect(join(path, name), true, visit);
}

function isOpen({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0;
}

function close(
  path: string,
  found: Stats,
  refuse: (reason: FolderRefusal, path: string) => AppError,
): void {
  if (!found.isDirectory() && !found.isFile()) return;
  const mode = found.mode & (found.isDirectory() ? 0o700 : 0o600);
  if ((found.mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (cause) {
    throw new AppError('data-folder-refused', { details: { reason: 'no-modes', path }, cause });
  }
  // Some file systems (FAT, network shares) take a mode and keep their own.
  if (isOpen(lstatSync(path))) throw refuse('no-modes', path);
}

function existing(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Null where a link leads nowhere. */
function withoutLinks(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
}

/** The folders above that are there: as the path names them, and as they are without links. */
function parentsOf(folder: string): Set<string> {
  const real = withoutLinks(folder) ?? folder;
  return new Set(
    [...above(folder), ...above(real)].flatMap((path) => {
      const parent = withoutLinks(path);
      return parent === null ? [] : [parent, ...above(parent)];
    }),
  );
}

function above(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...above(parent)];
}
