import { createHash } from 'node:crypto';
import { imageFacts, isReadable } from '../../../common/texts/file-kind.ts';
import { isUnpackableImage } from '../../../common/texts/image-structure.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { largestEdited, largestPreview } from '../../../preload/contract/work/file-limits.ts';
import type { FileEntry, Listing, Preview } from '../../../preload/contract/work/files.ts';
import type { FileOperations } from '../operations/types.ts';
import { requireSize } from './local.ts';
import { joinPath, requirePath, splitPath } from './paths.ts';
import type { Side } from './types.ts';

const maxEntries = 10_000;
const longestName = 1024;
/** Bytes of a long text that are shown. */
const shownText = 64 * 1024;

/** The files of one machine. Every path is checked first. */
export interface RemoteFiles {
  list(path: string): Promise<Listing>;
  /** Returns null if the folder has no such file. */
  look(folder: string, name: string): Promise<Side | null>;
  preview(path: string, part: 'start' | 'end'): Promise<Preview>;
  /** Returns the new hash. @throws AppError `file-changed` */
  saveText(path: string, text: string, hash: string): Promise<string>;
  makeFolder(path: string): Promise<void>;
  rename(path: string, name: string): Promise<void>;
  remove(path: string, kind: 'file' | 'folder'): Promise<void>;
  read(path: string, most: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** `create` returns false where something is. */
  write(
    path: string,
    bytes: Uint8Array,
    how: 'create' | 'overwrite',
    signal?: AbortSignal,
  ): Promise<boolean>;
}

export function openRemoteFiles(files: FileOperations, machine: string): RemoteFiles {
  const list = async (path: string): Promise<Listing> => {
    requirePath(path);
    return checkedListing(await files.list(machine, path));
  };
  const entryIn = async (folder: string, name: string): Promise<FileEntry | undefined> =>
    (await list(folder)).entries.find((one) => one.name === name);
  const read: RemoteFiles['read'] = (path, most, signal) => {
    requirePath(path);
    return files.read(machine, path, most, signal);
  };

  return {
    list,
    read,
    async look(folder, name) {
      const found = await entryIn(folder, name);
      return found === undefined ? null : { size: found.size, changedAt: found.changedAt };
    },
    async preview(path, part) {
      let bytes: Uint8Array;
      try {
        bytes = await read(path, largestPreview);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'answer-too-large')) throw error;
        return { kind: 'none', why: 'too-large' };
      }
      return previewOf(bytes, part);
    },
    async saveText(path, text, hash) {
      const bytes = Buffer.from(text);
      requireSize(splitPath(path).name, bytes.length, largestEdited);
      const now = hashOf(await read(path, largestPreview));
      if (now !== hash)
        throw new AppError('file-changed', { details: { name: splitPath(path).name } });
      await files.write(machine, path, bytes, 'overwrite');
      return hashOf(bytes);
    },
    async makeFolder(path) {
      requirePath(path);
      await files.makeFolder(machine, path);
    },
    async rename(path, name) {
      const { folder } = splitPath(path);
      const to = joinPath(folder, name);
      // The machine's own command would replace a file without asking, or move into a folder.
      if ((await entryIn(folder, name)) !== undefined) {
        throw new AppError('file-exists', { details: { name } });
      }
      await files.move(machine, path, to);
    },
    async remove(path, kind) {
      if (splitPath(path).name === '') throw new AppError('path-unusable', { details: { path } });
      await files.remove(machine, path, kind);
    },
    async write(path, bytes, how, signal) {
      requirePath(path);
      try {
        await files.write(machine, path, bytes, how, signal);
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

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

function previewOf(bytes: Uint8Array, part: 'start' | 'end'): Preview {
  const image = imageFacts(bytes);
  if (image !== null) {
    const { type, width, height } = image;
    if (isUnpackableImage(image)) return { kind: 'none', why: 'too-large' };
    return { kind: 'image', type, width, height, bytes };
  }
  if (!isText(bytes)) return { kind: 'none', why: 'binary' };
  const whole = bytes.length <= largestEdited;
  const shown = whole ? bytes : part === 'start' ? headOf(bytes) : tailOf(bytes);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(shown);
  return { kind: 'text', text, size: bytes.length, whole, hash: hashOf(bytes) };
}

function isText(bytes: Uint8Array): boolean {
  try {
    return isReadable(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const isInside = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** Both end between two characters. */
function headOf(bytes: Uint8Array): Uint8Array {
  let end = shownText;
  while (isInside(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

function tailOf(bytes: Uint8Array): Uint8Array {
  let from = bytes.length - shownText;
  while (isInside(bytes[from])) from += 1;
  return bytes.subarray(from);
}
