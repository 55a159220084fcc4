import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../base/host.ts';
import { renameSync } from '../../../base/outside/index.ts';

/** How spelling is checked: by the system itself (macOS), or from dictionaries that lie in the data folder. */
export type Spelling =
  | { readonly by: 'system' }
  | { readonly by: 'files'; readonly languages: readonly string[] };

/** Where Chromium looks for dictionaries, in its own folder (`sessionData`); and would put what it fetches. */
export const dictionaryFolder = 'Dictionaries';

/** Where an administrator may put dictionaries for all users of a computer. */
const ofComputer = '/usr/share/compute-desk/dictionaries';

/** As Chromium names them: the language, then the version that it knows. */
const dictionary = /^([a-z]{2,3}(?:-[A-Z][A-Za-z]+)?)-\d+-\d+\.bdic$/;
/** How a dictionary of Chromium's begins: its form, and the version of that. */
const head = Buffer.from([...Buffer.from('BDic'), 2, 0]);
/** The largest that Chromium has is 6 MB. */
const mostBytes = 16 * 1024 * 1024;
/** Of a folder. */
const mostFiles = 50;

/**
 * Chromium has a checker of its own everywhere but on macOS, and fetches a dictionary for each language that it is
 * given. So it is given those only whose dictionary is there; without any there is no checker.
 */
export function spellingOf(platform: NodeJS.Platform, files: readonly string[]): Spelling | null {
  if (platform === 'darwin') return { by: 'system' };
  const languages = files.flatMap((name) => dictionary.exec(name)?.[1] ?? []);
  return languages.length === 0 ? null : { by: 'files', languages };
}

/**
 * Where dictionaries come from that are not the user's own.
 * @param app the folder that the app lies in
 */
export function providedFolders(platform: NodeJS.Platform, app: string): string[] {
  if (platform === 'darwin') return [];
  return [...(platform === 'linux' ? [ofComputer] : []), join(app, 'dictionaries')];
}

/** The dictionaries in a folder; none where there is no such folder. */
export function dictionariesIn(folder: string): string[] {
  return namesIn(folder).filter((name) => {
    const file = openDictionary(join(folder, name), 0);
    if (file === null) return false;
    closeSync(file);
    return true;
  });
}

/**
 * Copies what was provided to where Chromium looks, which is one folder only. Of two with the same name the newer one
 * counts. A link, a pipe or whatever is no dictionary is left where it is.
 */
export function takeProvided(folders: readonly string[], own: string, log: Log): void {
  for (const folder of folders) {
    for (const name of namesIn(folder)) {
      try {
        if (take(join(folder, name), own, name)) log.info('dictionary-taken', { name, folder });
      } catch (cause) {
        // a full disk takes no dictionary, and starts all the same
        log.error('dictionary-not-taken', cause, { name, folder });
      }
    }
  }
}

/** @returns whether there was something to take */
function take(path: string, own: string, name: string): boolean {
  const file = openDictionary(path, constants.O_NOFOLLOW);
  if (file === null) return false;
  try {
    const { mtime } = fstatSync(file);
    const target = join(own, name);
    const there = statSync(target, { throwIfNoEntry: false });
    if (there !== undefined && seconds(there.mtime) >= seconds(mtime)) return false;
    mkdirSync(own, { recursive: true });
    const made = `${target}.new`;
    writeFileSync(made, readFileSync(file));
    utimesSync(made, mtime, mtime);
    renameSync(made, target);
    return true;
  } finally {
    closeSync(file);
  }
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => dictionary.test(name))
      .slice(0, mostFiles);
  } catch {
    return [];
  }
}

/** @returns null where it is no dictionary, or cannot be read */
function openDictionary(path: string, flags: number): number | null {
  let file: number;
  try {
    // a pipe that nobody writes to would be waited for
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  } catch {
    return null;
  }
  const about = fstatSync(file);
  const begin = Buffer.alloc(head.length);
  const isOne =
    about.isFile() &&
    about.size <= mostBytes &&
    readSync(file, begin, 0, begin.length, 0) === begin.length &&
    begin.equals(head);
  if (isOne) return file;
  closeSync(file);
  return null;
}
