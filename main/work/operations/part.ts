import { AppError } from '../../../preload/contract/errors.ts';
import { largestWhole } from '../../../preload/contract/work/file-limits.ts';
import type { ContentHead, FileOperations, FilePiece, Part, WantedPiece } from './types.ts';

/** Ends the reading. */
const enough = new AppError('cancelled');

/** Reads a piece of a file, and no more of it than the API makes necessary. @throws AppError */
export async function readPiece(
  files: FileOperations,
  machine: string,
  path: string,
  wanted: WantedPiece,
  signal?: AbortSignal,
): Promise<FilePiece> {
  if (files.view !== undefined) return files.view(machine, path, wanted, signal);
  if (files.streams === undefined) {
    return cutOut(await files.read(machine, path, largestWhole, signal), wanted);
  }
  const { read } = files.streams;
  if ('last' in wanted) {
    const end = createEnd(machine, wanted.last);
    // An empty file has no last bytes.
    if (await isPast(read(machine, path, end.begin, wanted, signal))) return nothing;
    return end.piece();
  }
  const { from, most } = wanted;
  const stretch = createStretch(machine, from, most);
  // With the byte before it: a file that has not grown answers too, and one that is shorter does not.
  const part: Part | null = from === 0 ? null : { from: from - 1, mark: null };
  const past = await isPast(unlessEnough(read(machine, path, stretch.begin, part, signal)));
  const piece = past ? null : stretch.piece();
  // Nothing lies before the beginning.
  if (from === 0) return piece ?? nothing;
  return piece ?? readPiece(files, machine, path, { from: 0, most }, signal);
}

const nothing: FilePiece = { from: 0, bytes: new Uint8Array(), size: 0 };

function cutOut(bytes: Uint8Array, wanted: WantedPiece): FilePiece {
  const size = bytes.length;
  if ('last' in wanted) {
    const from = Math.max(0, size - wanted.last);
    return { from, bytes: bytes.subarray(from), size };
  }
  const from = wanted.from > size ? 0 : wanted.from;
  return { from, bytes: bytes.subarray(from, from + wanted.most), size };
}

async function unlessEnough(reading: Promise<void>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    if (error !== enough) throw error;
  }
}

/** Whether nothing lies where it was to be read. */
async function isPast(reading: Promise<void>): Promise<boolean> {
  try {
    await reading;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.details.status === 416) return true;
    throw error;
  }
}

const tooLarge = (host: string): AppError =>
  new AppError('answer-too-large', { details: { host } });

/** @param isUsable false too where a place is no number */
function requirePlace(host: string, isUsable: boolean): void {
  if (isUsable) return;
  throw new AppError('answer-shape', { details: { host, found: 'content-range' } });
}

/** Keeps the end of what comes: an API without parts sends everything before it. */
function createEnd(host: string, last: number) {
  let head: Pick<ContentHead, 'from' | 'size'> = { from: 0, size: null };
  const parts: Uint8Array[] = [];
  let got = 0;
  let held = 0;
  return {
    async begin(told: ContentHead) {
      head = told;
      requirePlace(host, told.from >= 0);
      return async (piece: Uint8Array): Promise<void> => {
        parts.push(piece);
        got += piece.length;
        held += piece.length;
        if (got > largestWhole) throw tooLarge(host);
        for (let [first] = parts; first && held - first.length >= last; [first] = parts) {
          parts.shift();
          held -= first.length;
        }
      };
    },
    piece(): FilePiece {
      const bytes = Buffer.concat(parts).subarray(-last);
      const to = head.from + got;
      return { from: to - bytes.length, bytes, size: Math.max(to, head.size ?? 0) };
    },
  };
}

/** Keeps what comes from a byte on: an API without parts sends everything before it. */
function createStretch(host: string, from: number, most: number) {
  let size: number | null = null;
  let at = 0;
  const parts: Uint8Array[] = [];
  let held = 0;
  return {
    async begin(head: ContentHead) {
      ({ size, from: at } = head);
      const begins = head.from;
      requirePlace(host, begins <= from);
      if (size !== null && size < from) throw enough;
      return async (piece: Uint8Array): Promise<void> => {
        const own = piece.subarray(Math.max(0, from - at)).subarray(0, most - held);
        at += piece.length;
        if (at - begins > largestWhole) throw tooLarge(host);
        parts.push(own);
        held += own.length;
        if (held >= most) throw enough;
      };
    },
    /** Null: the file is shorter than that. */
    piece(): FilePiece | null {
      const to = from + held;
      if (size === null ? at < from : size < from) return null;
      return { from, bytes: Buffer.concat(parts), size: Math.max(size ?? to, to) };
    },
  };
}
