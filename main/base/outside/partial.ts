import { type FileHandle, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { closeFile } from './read.ts';
import { withTimeout } from './timeout.ts';
import { createFile, flushFile, removeFile, renameFile, replaceWith, writeNew } from './write.ts';

/** Bytes after which the free space is looked at, and which stay free: an endless file would take all of it. */
const lookEvery = 64 * 1024 * 1024;
const staysFree = 256 * 1024 * 1024;

/** A file that is written piece by piece under a name of its own, until it is whole. */
export interface PartialFile {
  /** Bytes written. */
  readonly size: number;
  append(bytes: Uint8Array): Promise<void>;
  /** Removes its content. */
  clear(): Promise<void>;
  /** Gives it its name. `create` returns false where something is; it may then be tried under another name. */
  finish(path: string, how: 'create' | 'overwrite'): Promise<boolean>;
  /** Removes it; nothing happens if it has its name. */
  discard(): Promise<void>;
}

/**
 * Creates a file where nothing is, readable by the user alone.
 * @throws AppError as `writeNew`; ENOSPC before the place is full
 */
export async function createPartial(
  path: string,
  freeAt: (folder: string) => Promise<number> = freeSpace,
): Promise<PartialFile> {
  const file = await createFile(path);
  let size = 0;
  let sinceLook = 0;
  let state: 'open' | 'closed' | 'gone' = 'open';
  const close = async (): Promise<void> => {
    if (state === 'open') await closeFile(path, file);
    state = 'closed';
  };
  return {
    get size() {
      return size;
    },
    async append(bytes) {
      sinceLook += bytes.length;
      if (sinceLook >= lookEvery) {
        sinceLook = 0;
        const free = await withTimeout(path, () => freeAt(dirname(path)));
        if (free < staysFree) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      }
      await withTimeout(path, () => writeAt(file, bytes, size));
      size += bytes.length;
    },
    async clear() {
      if (size === 0) return;
      await withTimeout(path, () => file.truncate(0));
      size = 0;
    },
    async finish(target, how) {
      if (state === 'open') await flushFile(path, file);
      await close();
      if (how === 'overwrite') {
        await replaceWith(target, (beside) => renameFile(path, beside));
      } else {
        // Takes the name first: renaming alone would replace what came there in the meantime.
        const isNew = await writeNew(target, 0o600, async () => true).catch((cause: unknown) => {
          if (cause instanceof AppError && cause.code === 'place-planted') return false;
          throw cause;
        });
        if (!isNew) return false;
        try {
          await renameFile(path, target);
        } catch (cause) {
          await ignoring('the error says more', removeFile(target));
          throw cause;
        }
      }
      state = 'gone';
      return true;
    },
    async discard() {
      if (state === 'gone') return;
      await close();
      await removeFile(path);
      state = 'gone';
    },
  };
}

async function writeAt(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, from + done);
    done += bytesWritten;
  }
}

async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
