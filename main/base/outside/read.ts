import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { codeOf, withTimeout } from './timeout.ts';

/** Timeout for reading a whole file, ms. */
const readLimit = 30_000;
const pieceSize = 1024 * 1024;
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

export const plantedError = (path: string): AppError =>
  new AppError('place-planted', { details: { path } });

/**
 * Returns the bytes of a plain file: does not wait for pipes or devices, and stops at one that never ends.
 * @param options.most bytes; of a larger file one byte more is read
 * @param options.links whether the user may have chosen a link; otherwise links are not followed
 * @param options.look inspects the opened file, and may refuse it
 * @throws AppError `place-planted` for anything but a plain file, `place-not-answering`, `path-unusable`; an error of
 * the operating system
 */
export function readPlain(
  path: string,
  options: {
    readonly most: number;
    readonly links: boolean;
    readonly look?: (about: Stats) => void;
  },
): Promise<Uint8Array> {
  const { most, links, look = () => undefined } = options;
  const read = async (): Promise<Uint8Array> => {
    const file = await openPlain(path, links);
    try {
      look(await file.stat());
      const parts: Buffer[] = [];
      for (let left = most + 1; left > 0; ) {
        const part = Buffer.alloc(Math.min(left, pieceSize));
        const { bytesRead } = await file.read(part, 0, part.length, null);
        if (bytesRead === 0) break;
        parts.push(part.subarray(0, bytesRead));
        left -= bytesRead;
      }
      return new Uint8Array(Buffer.concat(parts));
    } finally {
      await file.close();
    }
  };
  return withTimeout(path, read, { limit: readLimit });
}

/**
 * Yields a plain file's bytes piece by piece, without following a link.
 * @param apart each piece is a buffer of its own; otherwise it is gone with the next one
 * @throws as `readPlain`
 */
export async function* readPieces(path: string, apart = false): AsyncGenerator<Uint8Array> {
  const file = await withTimeout(path, () => openPlain(path, false), {
    late: (one) => one.close(),
  });
  try {
    let piece = Buffer.alloc(pieceSize);
    for (;;) {
      const own = piece;
      const { bytesRead } = await withTimeout(path, () => file.read(own, 0, own.length, null));
      if (bytesRead === 0) return;
      yield own.subarray(0, bytesRead);
      if (apart) piece = Buffer.alloc(pieceSize);
    }
  } finally {
    await closeFile(path, file);
  }
}

/** Closes the file; if its place does not answer, as soon as it does. */
export async function closeFile(path: string, file: FileHandle): Promise<void> {
  const closed = file.close();
  void ignoring('it is said below, or nobody waits for it', closed);
  await withTimeout(path, () => closed).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause;
  });
}

async function openPlain(path: string, links: boolean): Promise<FileHandle> {
  // Opening a device may already trigger it; a pipe waits for its writer.
  const before = await (links ? stat(path) : lstat(path));
  if (!before.isFile()) throw plantedError(path);
  let file: FileHandle;
  try {
    file = await open(path, O_RDONLY | O_NONBLOCK | (links ? 0 : O_NOFOLLOW));
  } catch (cause) {
    throw codeOf(cause) === 'ELOOP' ? plantedError(path) : cause;
  }
  // Checks the opened file: another may lie at the path by now.
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw plantedError(path);
}
