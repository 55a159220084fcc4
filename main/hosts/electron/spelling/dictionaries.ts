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

/** How spelling is checked: by the system (macOS), or with dictionaries in the data folder. */
export type Spelling =
  | { readonly by: 'system' }
  | { readonly by: 'files'; readonly languages: readonly string[] };

/** Chromium's folder for dictionaries, in its own folder (`sessionData`), also for downloaded ones. */
export const dictionaryFolder = 'Dictionaries';

/** Folder in which an administrator may put dictionaries for all users. */
const ofComputer = '/usr/share/compute-desk/dictionaries';

/** Chromium's file names: the language, then the known version. */
const dictionary = /^([a-z]{2,3}(?:-[A-Z][A-Za-z]+)?)-\d+-\d+\.bdic$/;
/** First bytes of a Chromium dictionary: its format, with its version. */
const head = Buffer.from([...Buffer.from('BDic'), 2, 0]);
/** Chromium's largest has 6 MB. */
const mostBytes = 16 * 1024 * 1024;
/** In a folder. */
const mostFiles = 50;

/**
 * Returns how spelling is checked. Except on macOS, Chromium has its own checker and downloads a dictionary for each
 * language that is set, so only languages with a dictionary are set; without any the checker is off.
 */
export function spellingOf(platform: NodeJS.Platform, files: readonly string[]): Spelling | null {
  if (platform === 'darwin') return { by: 'system' };
  const languages = files.flatMap((name) => dictionary.exec(name)?.[1] ?? []);
  return languages.length === 0 ? null : { by: 'files', languages };
}

/**
 * Returns the folders of dictionaries that are not the user's own.
 * @param app the app's folder
 */
export function providedFolders(platform: NodeJS.Platform, app: string): string[] {
  if (platform === 'darwin') return [];
  return [...(platform === 'linux' ? [ofComputer] : []), join(app, 'dictionaries')];
}

/** Returns the dictionaries in a folder; none if it does not exist. */
export function dictionariesIn(folder: string): string[] {
  return namesIn(folder).filter((name) => {
    const file = openDictionary(join(folder, name), 0);
    if (file === null) return false;
    closeSync(file);
    return true;
  });
}

/**
 * Copies provided dictionaries to Chromium's folder, the only one that it reads. Of two with the same name the newer
 * one counts. Ignores links, pipes and anything else that is no dictionary.
 */
export function copyProvidedDictionaries(folders: readonly string[], own: string, log: Log): void {
  for (const folder of folders) {
    for (const name of namesIn(folder)) {
      try {
        if (take(join(folder, name), own, name)) log.info('dictionary-taken', { name, folder });
      } catch (cause) {
        // with a full disk the app starts without the dictionary
        log.error('dictionary-not-taken', cause, { name, folder });
      }
    }
  }
}

/** @returns whether there was something to copy */
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

/** @returns null if it is no dictionary, or unreadable */
function openDictionary(path: string, flags: number): number | null {
  let file: number;
  try {
    // opening a pipe without a writer would block
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
