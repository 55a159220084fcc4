import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** Of SQLite's log (sqlite.org/fileformat2.html, 4.1 and 4.2). */
const headerSize = 32;
const frameHeaderSize = 24;
/** Ends in 1 where sums are of big-endian numbers. */
const magic = 0x377f0682;

/** What a log says, as SQLite takes it over. */
export interface Log {
  /** The first page as the last transaction left it; null where none wrote it. */
  readonly firstPage: Buffer | null;
  /** Whether transactions in it are passed over, because something before them is not as it was written. */
  readonly isBroken: boolean;
}

/** Null where there is none, or nothing in it is one. */
export function readLog(file: string): Log | null {
  if (!existsSync(file)) return null;
  const handle = openSync(file, 'r');
  const read = (into: Buffer, at: number): boolean =>
    readSync(handle, into, 0, into.length, at) === into.length;
  try {
    const header = Buffer.alloc(headerSize);
    return read(header, 0) ? framesIn(header, read) : null;
  } finally {
    closeSync(handle);
  }
}

function framesIn(header: Buffer, read: (into: Buffer, at: number) => boolean): Log | null {
  const pageSize = header.readUInt32BE(8);
  const isBig = header.readUInt32BE(0) === magic + 1;
  if (!isBig && header.readUInt32BE(0) !== magic) return null;
  if (pageSize < 512 || pageSize > 65_536) return null;
  let sum = addTo([0, 0], header.subarray(0, 24), isBig);
  if (!isWritten(sum, header, 24)) return null;

  const frame = Buffer.alloc(frameHeaderSize + pageSize);
  let written: Buffer | null = null;
  let committed: Buffer | null = null;
  let isOver = false;
  for (let at = headerSize; read(frame, at); at += frame.length) {
    const isCommit = frame.readUInt32BE(4) !== 0;
    // what an older round of the log left has other salts
    const isOfThis = frame.subarray(8, 16).equals(header.subarray(16, 24));
    if (isOver) {
      // what a transaction wrote that was given up stands here too, and ends nothing
      if (isOfThis && isCommit) return { firstPage: committed, isBroken: true };
      continue;
    }
    sum = addTo(sum, frame.subarray(0, 8), isBig);
    sum = addTo(sum, frame.subarray(frameHeaderSize), isBig);
    isOver = !isOfThis || !isWritten(sum, frame, 16);
    if (isOver) continue;
    if (frame.readUInt32BE(0) === 1) written = Buffer.from(frame.subarray(frameHeaderSize));
    if (isCommit) committed = written;
  }
  return { firstPage: committed, isBroken: false };
}

type Sum = readonly [number, number];

function addTo([first, second]: Sum, bytes: Buffer, isBig: boolean): Sum {
  let [one, other] = [first, second];
  const numberAt = (at: number): number =>
    isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + numberAt(at) + other) >>> 0;
    other = (other + numberAt(at + 4) + one) >>> 0;
  }
  return [one, other];
}

const isWritten = ([one, other]: Sum, bytes: Buffer, at: number): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === other;
