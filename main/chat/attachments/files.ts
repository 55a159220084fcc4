import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { rm } from '../../base/outside/index.ts';
import { writeFileAtomically } from '../../base/storage/files.ts';

/** Maximum bytes in memory: files of temporary conversations, and files not sent yet. */
const roomInMemory = 512 * 1024 * 1024;

/** Files by the hash of their content: in memory first, in the data folder once they are stored. */
export interface StoredFiles {
  /** Stores a file in memory. @throws AppError `attachment-not-kept` if there is no more room */
  put(hash: string, bytes: Buffer): Promise<void>;
  /** Returns whether there is a file of this hash that was not found changed. */
  has(hash: string): Promise<boolean>;
  /** Writes files that are only in memory to the disk. @throws AppError `attachment-missing`, `attachment-not-kept` */
  keep(hashes: Iterable<string>): Promise<void>;
  /** Moves a file from the disk back into memory, even over the limit. */
  unkeep(hash: string): Promise<void>;
  /** Returns a whole file. @throws AppError `attachment-missing`, also for a file that was changed on the disk */
  read(hash: string): Promise<Buffer>;
  /** @throws AppError `attachment-missing` */
  readPiece(hash: string, from: number, length: number): Promise<{ bytes: Buffer; size: number }>;
  /** Removes a file from memory. */
  drop(hash: string): void;
  /** Removes files on the disk that are not in `used`, in the background; later writes wait for it. */
  collect(used: Promise<ReadonlySet<string>>): Promise<void>;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * @param folder created for the first stored file
 * @param beforeWrite throws if the data folder has changed
 */
export function createStoredFiles(folder: string, beforeWrite: () => void): StoredFiles {
  const memory = new Map<string, Buffer>();
  /** Files on the disk whose content differs from the stored hash. */
  const changed = new Set<string>();
  let inMemory = 0;
  let collected: Promise<unknown> = Promise.resolve();

  const folderOf = (hash: string): string => join(folder, hash.slice(0, 2));
  const pathOf = (hash: string): string => join(folderOf(hash), hash.slice(2));

  async function isKept(hash: string): Promise<boolean> {
    try {
      return !changed.has(hash) && (await stat(pathOf(hash))).isFile();
    } catch (cause) {
      if (isAbsent(cause)) return false;
      throw cause;
    }
  }

  function drop(hash: string): void {
    inMemory -= memory.get(hash)?.length ?? 0;
    memory.delete(hash);
  }

  async function keepOne(hash: string): Promise<void> {
    const bytes = memory.get(hash);
    if (!(await isKept(hash))) {
      if (bytes === undefined) throw missing();
      try {
        beforeWrite();
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await mkdir(folderOf(hash), { recursive: true, mode: 0o700 });
        await writeFileAtomically(pathOf(hash), bytes);
        changed.delete(hash);
      } catch (cause) {
        throw new AppError('attachment-not-kept', { cause });
      }
    }
    drop(hash);
  }

  return {
    async put(hash, bytes) {
      if (memory.has(hash) || (await isKept(hash))) return;
      if (inMemory + bytes.length > roomInMemory) throw new AppError('attachment-not-kept');
      memory.set(hash, bytes);
      inMemory += bytes.length;
    },

    has: async (hash) => memory.has(hash) || (await isKept(hash)),

    async keep(hashes) {
      await collected;
      for (const hash of new Set(hashes)) await keepOne(hash);
    },

    async unkeep(hash) {
      await collected;
      if (!(await isKept(hash))) return;
      const bytes = memory.get(hash) ?? (await readFile(pathOf(hash)));
      await rm(pathOf(hash), { force: true });
      if (memory.has(hash)) return;
      memory.set(hash, bytes);
      inMemory += bytes.length;
    },

    async read(hash) {
      const known = memory.get(hash);
      if (known !== undefined) return known;
      try {
        const bytes = await readFile(pathOf(hash));
        if (hashOf(bytes) === hash) return bytes;
        changed.add(hash);
      } catch (cause) {
        if (!isAbsent(cause)) throw missing(cause);
      }
      throw missing();
    },

    async readPiece(hash, from, length) {
      const known = memory.get(hash);
      if (known !== undefined) {
        return { bytes: known.subarray(from, from + length), size: known.length };
      }
      try {
        return await pieceOf(pathOf(hash), from, length);
      } catch (cause) {
        throw missing(isAbsent(cause) ? undefined : cause);
      }
    },

    drop,

    collect(used) {
      const swept = collected.then(async () => sweep(folder, await used));
      collected = ignoring('who asked for it is told; files are kept all the same', swept);
      return swept;
    },
  };
}

async function pieceOf(path: string, from: number, length: number) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return { bytes: bytes.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

/** Matches a stored file, or one that a crash left half written; other files there are not ours to remove. */
const ours = /^[0-9a-f]{62}(\.[0-9a-f]{12}\.tmp)?$/;

async function sweep(folder: string, used: ReadonlySet<string>): Promise<void> {
  for (const start of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(start)) continue;
    for (const rest of await namesIn(join(folder, start))) {
      if (ours.test(rest) && !used.has(start + rest))
        await rm(join(folder, start, rest), { force: true });
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isAbsent(cause)) return [];
    throw cause;
  }
}

function isAbsent(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function missing(cause?: unknown): AppError {
  return new AppError('attachment-missing', cause === undefined ? {} : { cause });
}
