import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** Of SQLite's log (sqlite.org/fileformat2.html, 4.1 and 4.2). */
const headerSize = 32;
const frameHeaderSize = 24;
/** Ends in 1 if checksums use big-endian numbers. */
const magic = 0x377f0682;

/** A log's contents as SQLite would apply them. */
export interface Log {
  /** The first page after the last transaction; null if none wrote it. */
  readonly firstPage: Buffer | null;
  /** Whether later transactions are skipped because something before them is damaged. */
  readonly isBroken: boolean;
}

/** Null if there is no log, or nothing valid in it. */
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
    // frames of an older round have other salts
    const isOfThis = frame.subarray(8, 16).equals(header.subarray(16, 24));
    if (isOver) {
      // frames of a rolled-back transaction are here too, and end nothing
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
