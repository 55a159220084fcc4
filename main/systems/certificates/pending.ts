import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import type { FileContents, FileToRead } from './worker-methods.ts';

export interface PendingFile {
  readonly fileName: string;
  /** The file, if it has several keys, so that another can be chosen without asking for everything again. */
  readonly source: FileToRead | null;
  readonly contents: FileContents;
}

const lifetime = 10 * 60_000;
const most = 8;

/**
 * Files that were read and wait to be stored. An abandoned key does not stay in memory: it is forgotten, and
 * overwritten, after ten minutes or after eight newer files.
 */
export function createPending() {
  const waiting = new Map<string, PendingFile>();
  const timers = new Map<string, NodeJS.Timeout>();

  const forget = (readId: string): void => {
    const file = waiting.get(readId);
    file?.contents.key.fill(0);
    file?.source?.bytes.fill(0);
    file?.source?.secondFile?.fill(0);
    waiting.delete(readId);
    clearTimeout(timers.get(readId));
    timers.delete(readId);
  };

  return {
    add(file: PendingFile, readId = randomUUID() as string): string {
      const [oldest] = waiting.keys();
      if (waiting.size >= most && oldest !== undefined) forget(oldest);
      waiting.set(readId, file);
      clearTimeout(timers.get(readId));
      timers.set(readId, setTimeout(() => forget(readId), lifetime).unref());
      return readId;
    },
    /** @throws AppError `not-found` */
    get(readId: string): PendingFile {
      const found = waiting.get(readId);
      if (found === undefined) throw new AppError('not-found', { details: { name: readId } });
      return found;
    },
    forget,
    clear(): void {
      for (const readId of [...waiting.keys()]) forget(readId);
    },
  };
}
