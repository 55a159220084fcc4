import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../../preload/contract/errors.ts';
import { storageFailure } from '../errors.ts';
import { needsLogId } from './inspect.ts';

/** Resets the mark if an app ended while marking its file: its log is there. */
export function clearUnfinishedMark(db: DatabaseSync): void {
  if (db.prepare('PRAGMA application_id').get()?.application_id === needsLogId) clearMark(db);
}

/** Resets the mark of a copy, which needs no log. */
export function clearMark(db: DatabaseSync): void {
  db.exec('PRAGMA application_id = 0');
}

/** The mark of a file that is being written: set once for each round of its log. */
export interface LogMark {
  /** Nothing may be written permanently before it is set. */
  isMissing(): boolean;
  put(): void;
}

export function createLogMark(db: DatabaseSync, file: string): LogMark {
  const writtenAt = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  let markedAt: bigint | undefined;
  return {
    isMissing() {
      const at = writtenAt();
      // a checkpoint writes the log into the file, which removes the mark
      return at !== undefined && at !== markedAt;
    },
    put() {
      try {
        db.exec(`PRAGMA application_id = ${needsLogId}; PRAGMA wal_checkpoint`);
        clearMark(db);
        markedAt = writtenAt();
      } catch (cause) {
        const failure = storageFailure(cause);
        // the log may still have room for the write
        if (failure instanceof AppError && failure.code === 'disk-full') return;
        throw cause;
      }
    },
  };
}

/** A database in memory has no log. */
export const noLogMark: LogMark = { isMissing: () => false, put: () => undefined };
