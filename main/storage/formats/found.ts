import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** Of SQLite's file formats (sqlite.org/fileformat2.html): the database's header, the log's, and each frame's. */
const headerSize = 100;
const versionAt = 60;
const logHeaderSize = 32;
const frameHeaderSize = 24;

/**
 * The number of the format that a database was written in, read without opening it, so that one which this app
 * does not know stays as it is, its log too. Null where there is none, or what is there is no database.
 */
export function formatFound(file: string): number | null {
  const header = readAt(file, 0, headerSize);
  if (header === null || header.toString('latin1', 0, 15) !== 'SQLite format 3') return null;
  return formatInLog(`${file}-wal`) ?? header.readInt32BE(versionAt);
}

/** The log may have the first page anew: the last one that was committed counts. */
function formatInLog(file: string): number | null {
  const header = readAt(file, 0, logHeaderSize);
  if (header === null) return null;
  const pageSize = header.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65_536) return null;
  const salts = header.subarray(16, 24);
  let written: number | null = null;
  let committed: number | null = null;
  for (let at = logHeaderSize; ; at += frameHeaderSize + pageSize) {
    const frame = readAt(file, at, frameHeaderSize + headerSize);
    // what an older round of the log left has other salts
    if (frame === null || !frame.subarray(8, 16).equals(salts)) return committed;
    if (frame.readUInt32BE(0) === 1) written = frame.readInt32BE(frameHeaderSize + versionAt);
    if (frame.readUInt32BE(4) !== 0) committed = written;
  }
}

function readAt(file: string, at: number, length: number): Buffer | null {
  if (!existsSync(file)) return null;
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return readSync(handle, bytes, 0, length, at) === length ? bytes : null;
  } finally {
    closeSync(handle);
  }
}
