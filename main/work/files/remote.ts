import { AppError } from '../../../preload/contract/errors.ts';
import { largestEdited, largestPreview } from '../../../preload/contract/work/file-limits.ts';
import type { FileEntry, Listing, Preview } from '../../../preload/contract/work/files.ts';
import type { FileContent, FileOperations, FileStreams, Part } from '../operations/types.ts';
import { requireSize } from './local.ts';
import { joinPath, requirePath, splitPath } from './paths.ts';
import { hashOf, previewFile } from './preview.ts';
import type { Side } from './types.ts';
import { wholeStreams } from './whole.ts';

const maxEntries = 10_000;
const longestName = 1024;

type Begin = Parameters<FileStreams['read']>[2];

/** The files of one machine. Every path is checked first. */
export interface RemoteFiles {
  list(path: string, signal?: AbortSignal): Promise<Listing>;
  /** Returns null if the folder has no such file. */
  look(folder: string, name: string, signal?: AbortSignal): Promise<Side | null>;
  preview(path: string, part: 'start' | 'end'): Promise<Preview>;
  /** Returns the new hash. @throws AppError `file-changed` */
  saveText(path: string, text: string, hash: string): Promise<string>;
  makeFolder(path: string): Promise<void>;
  rename(path: string, name: string, signal?: AbortSignal): Promise<void>;
  remove(path: string, kind: 'file' | 'folder', signal?: AbortSignal): Promise<void>;
  /** A rename or removal is given up there when its signal aborts. */
  readonly cancels: boolean;
  /** Makes a folder where there is none. @throws AppError `file-exists` */
  ensureFolder(path: string): Promise<void>;
  /** Reads a file of any size, or a part of it. */
  fetch(path: string, begin: Begin, part: Part | null, signal?: AbortSignal): Promise<void>;
  /** Writes a file of any size. `create` returns false where something is. */
  write(
    path: string,
    content: FileContent,
    how: 'create' | 'overwrite',
    signal?: AbortSignal,
  ): Promise<boolean>;
}

export function openRemoteFiles(files: FileOperations, machine: string): RemoteFiles {
  const list: RemoteFiles['list'] = async (path, signal) => {
    requirePath(path);
    return checkedListing(await files.list(machine, path, signal));
  };
  const entryIn = async (
    folder: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<FileEntry | undefined> =>
    (await list(folder, signal)).entries.find((one) => one.name === name);
  const streams = files.streams ?? wholeStreams(files);
  const fetch: RemoteFiles['fetch'] = (path, begin, part, signal) => {
    requirePath(path);
    return streams.read(machine, path, begin, part, signal);
  };
  const makeFolder = async (path: string): Promise<void> => {
    requirePath(path);
    await files.makeFolder(machine, path);
  };

  return {
    list,
    fetch,
    makeFolder,
    async ensureFolder(path) {
      try {
        await makeFolder(path);
      } catch (error) {
        const { folder, name } = splitPath(path);
        const found = await entryIn(folder, name);
        if (found === undefined) throw error;
        if (found.kind !== 'folder') throw new AppError('file-exists', { details: { name } });
      }
    },
    async look(folder, name, signal) {
      const found = await entryIn(folder, name, signal);
      return found === undefined ? null : { size: found.size, changedAt: found.changedAt };
    },
    preview: (path, part) => previewFile((...asked) => fetch(path, ...asked), part),
    async saveText(path, text, hash) {
      const bytes = Buffer.from(text);
      requirePath(path);
      requireSize(splitPath(path).name, bytes.length, largestEdited);
      const now = hashOf(await files.read(machine, path, largestPreview));
      if (now !== hash)
        throw new AppError('file-changed', { details: { name: splitPath(path).name } });
      await files.write(machine, path, bytes, 'overwrite');
      return hashOf(bytes);
    },
    cancels: files.cancels === true,
    async rename(path, name, signal) {
      const { folder } = splitPath(path);
      const to = joinPath(folder, name);
      // The machine's own command would replace a file without asking, or move into a folder.
      if ((await entryIn(folder, name, signal)) !== undefined) {
        throw new AppError('file-exists', { details: { name } });
      }
      await files.move(machine, path, to, signal);
    },
    async remove(path, kind, signal) {
      if (splitPath(path).name === '') throw new AppError('path-unusable', { details: { path } });
      await files.remove(machine, path, kind, signal);
    },
    async write(path, content, how, signal) {
      requirePath(path);
      try {
        await streams.write(machine, path, content, how, signal);
        return true;
      } catch (error) {
        const isThere = error instanceof AppError && error.details.status === 409;
        if (how === 'create' && isThere) return false;
        throw error;
      }
    },
  };
}

/** Leaves out what no file can be called, what would leave the folder, and what is too much. */
function checkedListing(entries: readonly FileEntry[]): Listing {
  const names = new Set<string>();
  const usable = entries.filter(({ name }) => {
    const isOne = name !== '' && name !== '.' && name !== '..' && !/[/\0\p{Cs}]/u.test(name);
    if (!isOne || name.length > longestName || names.has(name)) return false;
    names.add(name);
    return names.size <= maxEntries;
  });
  return {
    entries: usable.map(({ name, kind, size, changedAt, mode }) => ({
      name,
      kind,
      size: finite(size),
      changedAt: finite(changedAt),
      mode: mode?.slice(0, 20) ?? null,
    })),
    leftOut: entries.length - usable.length,
  };
}

const finite = (number: number | null): number | null =>
  number !== null && Number.isFinite(number) ? number : null;
