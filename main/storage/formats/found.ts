import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { readLog } from './log.ts';

/** Of a database's header (sqlite.org/fileformat2.html, 1.3). */
const headerSize = 100;
const versionAt = 60;
const applicationAt = 68;

/**
 * The number of the format that a database was written in, read without opening it, so that one which this app
 * does not know stays as it is, its log too. Null where there is none, or what is there is no database.
 */
export function formatFound(file: string): number | null {
  const header = headerOf(file);
  // the log may have the first page anew: the last one that was committed counts
  return header && (readLog(`${file}-wal`)?.firstPage ?? header).readInt32BE(versionAt);
}

/** The number in its header that is an application's own, as the file says it without its log. */
export function applicationFound(file: string): number | null {
  return headerOf(file)?.readInt32BE(applicationAt) ?? null;
}

function headerOf(file: string): Buffer | null {
  if (!existsSync(file)) return null;
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(headerSize);
    const isWhole = readSync(handle, bytes, 0, headerSize, 0) === headerSize;
    return isWhole && bytes.toString('latin1', 0, 15) === 'SQLite format 3' ? bytes : null;
  } finally {
    closeSync(handle);
  }
}
