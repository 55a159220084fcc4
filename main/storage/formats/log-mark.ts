import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../preload/contract/errors.ts';
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

/** @returns to be called before something is written: marks the file, once for each round of its log */
export function logMarking(db: DatabaseSync, file: string): () => void {
  const writtenAt = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  let markedAt: bigint | undefined;
  return () => {
    const at = writtenAt();
    // the file itself is written where the log comes into it, and with it that there is no mark
    if (at === undefined || at === markedAt) return;
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
  };
}
