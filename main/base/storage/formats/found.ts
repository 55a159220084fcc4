import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { readLog } from './log.ts';

/** Of a database's header (sqlite.org/fileformat2.html, 1.3). */
const headerSize = 100;
const versionAt = 60;
const applicationAt = 68;

/**
 * `application_id` of a file that lacks what its log has: `CDlg`. The first transaction in the log takes it back,
 * so whoever reads both, or brings the log into the file, never sees it: only a file without its log says so.
 */
export const awaitsLog = 0x43446c67;

/** What a database says of itself, read without opening it: one that this app does not know stays as it is, its log too. */
export interface Found {
  /** The number of the format that it was written in. */
  readonly format: number;
  /** Whether what was written last stood in a log that is gone or damaged. */
  readonly isLogLost: boolean;
}

/** Before SQLite opens it, which makes a new log. Null where there is none, or what is there is no database. */
export function findIn(file: string): Found | null {
  const header = headerOf(file);
  if (header === null) return null;
  const log = readLog(`${file}-wal`);
  const isWhole = log !== null && log.firstPage !== null && !log.isBroken;
  return {
    // the log may have the first page anew: the last one that was committed counts
    format: (log?.firstPage ?? header).readInt32BE(versionAt),
    isLogLost: header.readInt32BE(applicationAt) === awaitsLog && !isWhole,
  };
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
