import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { readLog } from './log.ts';

/** Of a database's header (sqlite.org/fileformat2.html, 1.3). */
const headerSize = 100;
const versionAt = 60;
const applicationAt = 68;

/**
 * `application_id` of a file that needs its log: `CDlg`. The log's first transaction resets it, so a reader of both, or
 * one that merges the log into the file, never sees it: it shows only in a file without its log.
 */
export const needsLogId = 0x43446c67;

/** Facts about a database, read without opening it, so that an unknown one stays unchanged, with its log. */
export interface DatabaseFacts {
  /** The format number of the database. */
  readonly format: number;
  /** Whether the last writes were in a log that is missing or damaged. */
  readonly isLogLost: boolean;
}

/** Reads it before SQLite opens it, which creates a new log. Null if there is none, or it is no database. */
export function inspectDatabase(file: string): DatabaseFacts | null {
  const header = headerOf(file);
  if (header === null) return null;
  const log = readLog(`${file}-wal`);
  const isWhole = log !== null && log.firstPage !== null && !log.isBroken;
  return {
    // the log may contain a newer first page: the last committed one counts
    format: (log?.firstPage ?? header).readInt32BE(versionAt),
    isLogLost: header.readInt32BE(applicationAt) === needsLogId && !isWhole,
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
