import { createHash } from 'node:crypto';
import { imageFacts, isPdf, isReadable } from '../../../common/texts/file-kind.ts';
import { isUnpackableImage } from '../../../common/texts/image-structure.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  largestEdited,
  largestPreview,
  largestWhole,
} from '../../../preload/contract/work/file-limits.ts';
import type { Preview } from '../../../preload/contract/work/files.ts';
import type { FileStreams, Part } from '../operations/types.ts';

/** Bytes of a long text that are shown. */
const shownText = 64 * 1024;

type Fetch = (begin: Parameters<FileStreams['read']>[2], part: Part | null) => Promise<void>;

/** A part of a file, or all of it. */
interface Sample {
  readonly bytes: Uint8Array;
  readonly size: number | null;
  readonly whole: boolean;
}

/** Reads as much of a file as its preview needs. */
export async function previewFile(fetch: Fetch, part: 'start' | 'end'): Promise<Preview> {
  const sample = part === 'start' ? await readStart(fetch) : await readEnd(fetch);
  return sample === null ? { kind: 'none', why: 'too-large' } : previewOf(sample, part);
}

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Ends the reading. */
const enough = new AppError('cancelled');

async function unlessEnough(reading: Promise<void>): Promise<boolean> {
  try {
    await reading;
    return false;
  } catch (error) {
    if (error === enough) return true;
    throw error;
  }
}

async function readStart(fetch: Fetch): Promise<Sample> {
  const parts: Uint8Array[] = [];
  let size: number | null = null;
  let got = 0;
  const reading = fetch(async (head) => {
    size = head.size;
    return async (piece) => {
      parts.push(piece);
      got += piece.length;
      if (got > largestPreview) throw enough;
    };
  }, null);
  const isCut = await unlessEnough(reading);
  return { bytes: Buffer.concat(parts), size: size ?? (isCut ? null : got), whole: !isCut };
}

/** An API without parts sends everything before the end: null if that is too much. */
async function readEnd(fetch: Fetch): Promise<Sample | null> {
  let parts: Uint8Array[] = [];
  let from = 0;
  let size: number | null = null;
  let got = 0;
  let held = 0;
  const begin: Parameters<Fetch>[0] = async (head) => {
    ({ from, size } = head);
    return async (piece) => {
      parts.push(piece);
      got += piece.length;
      held += piece.length;
      for (let [first] = parts; first && held - first.length >= largestPreview; [first] = parts) {
        parts = parts.slice(1);
        held -= first.length;
      }
      if (got > largestWhole) throw enough;
    };
  };
  try {
    if (await unlessEnough(fetch(begin, { last: shownText }))) return null;
  } catch (error) {
    // An empty file has no last bytes.
    if (!(error instanceof AppError && error.details.status === 416)) throw error;
    await fetch(begin, null);
  }
  const whole = from === 0 && held === got;
  return { bytes: Buffer.concat(parts), size: size ?? got, whole };
}

function previewOf(sample: Sample, part: 'start' | 'end'): Preview {
  const { bytes, size } = sample;
  const image = imageFacts(bytes);
  if (image !== null) {
    const { type, width, height } = image;
    if (!sample.whole || isUnpackableImage(image)) return { kind: 'none', why: 'too-large' };
    return { kind: 'image', type, width, height, bytes };
  }
  if (isPdf(bytes)) {
    return sample.whole ? { kind: 'pdf', bytes } : { kind: 'none', why: 'too-large' };
  }
  const whole = sample.whole && bytes.length <= largestEdited;
  const shown = whole ? bytes : part === 'start' ? headOf(bytes) : tailOf(bytes);
  if (!isText(sample.whole ? bytes : shown)) return { kind: 'none', why: 'binary' };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(shown);
  return { kind: 'text', text, size, whole, hash: hashOf(bytes) };
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
  let from = Math.max(0, bytes.length - shownText);
  while (isInside(bytes[from])) from += 1;
  return bytes.subarray(from);
}
