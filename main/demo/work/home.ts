import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { rm } from '../../base/outside/index.ts';
import { readIfPresent, readJsonFile, writePrivateFile } from '../files.ts';
import { samples } from './samples.ts';

const entry = z.object({
  /** Name of the file's content in the demo's folder; null for a folder. */
  content: z.string().nullable(),
  size: z.number(),
  changed: z.number(),
});
export type HomeEntry = z.infer<typeof entry>;
const index = z.record(z.string(), entry);

/** Largest file, and all files together, bytes. */
export const largestFile = 256 * 1024 * 1024;
const largestHome = 1024 * 1024 * 1024;

export const homePath = '/home/demo';

/** The files of the demo's user, the same on every machine. Paths are absolute, without `.` and `..`. */
export interface Home {
  find(path: string): HomeEntry | null;
  /** Returns the names in a folder, sorted. */
  list(path: string): readonly (readonly [name: string, entry: HomeEntry])[];
  read(path: string): Promise<Buffer | null>;
  /** @throws HomeError */
  write(path: string, bytes: Uint8Array): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Removes a file or a folder with everything in it. */
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
}

/** A change that a file system would refuse, with its words. */
export class HomeError extends Error {}

/** Opens the home folder that is stored in `folder`; a new one has a few sample scripts. */
export async function openHome(folder: string): Promise<Home> {
  const path = join(folder, 'files.json');
  const stored = index.safeParse(await readJsonFile(path));
  const entries = new Map(stored.success ? Object.entries(stored.data) : []);
  const contentPath = (name: string): string => join(folder, 'files', name);
  const save = (): Promise<void> =>
    writePrivateFile(path, `${JSON.stringify(Object.fromEntries(entries))}\n`);
  const isFolder = (at: string): boolean => entries.get(at)?.content === null;
  const requireParent = (at: string): void => {
    if (!isFolder(parentOf(at))) throw new HomeError(`${parentOf(at)}: No such directory`);
    if (!`${at}/`.startsWith(`${homePath}/`)) throw new HomeError(`${at}: Permission denied`);
  };
  const drop = async (names: readonly HomeEntry[]): Promise<void> => {
    for (const { content } of names) {
      if (content !== null) await rm(contentPath(content), { force: true });
    }
  };

  const home: Home = {
    find: (at) => entries.get(at) ?? null,
    list: (at) =>
      [...entries]
        .filter(([name]) => name !== '/' && parentOf(name) === at)
        .map(([name, one]) => [name.slice(name.lastIndexOf('/') + 1), one] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    async read(at) {
      const content = entries.get(at)?.content ?? null;
      return content === null ? null : ((await readIfPresent(contentPath(content))) ?? null);
    },
    async write(at, bytes) {
      requireParent(at);
      if (isFolder(at)) throw new HomeError(`${at}: Is a directory`);
      const before = entries.get(at);
      const all = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
      if (bytes.length > largestFile || all + bytes.length > largestHome) {
        throw new HomeError(`${at}: Disk quota exceeded`);
      }
      const content = randomBytes(12).toString('hex');
      await writePrivateFile(contentPath(content), bytes);
      entries.set(at, { content, size: bytes.length, changed: Date.now() });
      await save();
      if (before !== undefined) await drop([before]);
    },
    async makeFolder(at) {
      requireParent(at);
      if (entries.has(at)) throw new HomeError(`cannot create directory ‘${at}’: File exists`);
      entries.set(at, { content: null, size: 4096, changed: Date.now() });
      await save();
    },
    async remove(at) {
      if (at === homePath) throw new HomeError(`${at}: Permission denied`);
      requireParent(at);
      const gone = [...entries].filter(([name]) => name === at || name.startsWith(`${at}/`));
      if (gone.length === 0) {
        throw new HomeError(`cannot remove '${at}': No such file or directory`);
      }
      for (const [name] of gone) entries.delete(name);
      await save();
      await drop(gone.map(([, one]) => one));
    },
    async move(from, to) {
      if (!entries.has(from)) {
        throw new HomeError(`cannot stat '${from}': No such file or directory`);
      }
      const target = isFolder(to) ? `${to}/${from.slice(from.lastIndexOf('/') + 1)}` : to;
      requireParent(from);
      requireParent(target);
      if (`${target}/`.startsWith(`${from}/`)) {
        throw new HomeError(`cannot move '${from}' to a subdirectory of itself, '${target}'`);
      }
      if (entries.has(target)) await home.remove(target);
      for (const [name, one] of [...entries]) {
        if (name !== from && !name.startsWith(`${from}/`)) continue;
        entries.delete(name);
        entries.set(`${target}${name.slice(from.length)}`, one);
      }
      await save();
    },
  };
  if (!stored.success) {
    for (const at of ['/', '/home', homePath]) {
      entries.set(at, { content: null, size: 4096, changed: Date.now() });
    }
    for (const [name, text] of Object.entries(samples)) {
      const at = `${homePath}/${name}`;
      if (text === null) await home.makeFolder(at);
      else await home.write(at, Buffer.from(text));
    }
  }
  return home;
}

/** Returns an absolute path without `.`, `..` and doubled slashes; a relative one starts in the home folder. */
export function absolutePath(path: string, from = homePath): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${from}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
