import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../../preload/contract/errors.ts';
import { storageFailure } from '../errors.ts';
import { awaitsLog } from './found.ts';

/** Takes back what an app left that ended while it marked its file: its log is there. */
export function forgetHalfMark(db: DatabaseSync): void {
  if (db.prepare('PRAGMA application_id').get()?.application_id === awaitsLog) unmark(db);
}

/** A copy is whole by itself. */
export function unmark(db: DatabaseSync): void {
  db.exec('PRAGMA application_id = 0');
}

/** The mark of a file that is written to: once for each round of its log. */
export interface LogMark {
  /** Nothing may stay written before it is put. */
  isMissing(): boolean;
  put(): void;
}

export function createLogMark(db: DatabaseSync, file: string): LogMark {
  const writtenAt = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  let markedAt: bigint | undefined;
  return {
    isMissing() {
      const at = writtenAt();
      // the file itself is written where the log comes into it, and with it that there is no mark
      return at !== undefined && at !== markedAt;
    },
    put() {
      try {
        db.exec(`PRAGMA application_id = ${awaitsLog}; PRAGMA wal_checkpoint`);
        unmark(db);
        markedAt = writtenAt();
      } catch (cause) {
        const failure = storageFailure(cause);
        // there may be room in the log for what is to be written
        if (failure instanceof AppError && failure.code === 'disk-full') return;
        throw cause;
      }
    },
  };
}

/** A database in memory has no log. */
export const noLogMark: LogMark = { isMissing: () => false, put: () => undefined };
