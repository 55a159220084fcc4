import { type RmOptions, renameSync as renameOnce, rmSync as rmOnce } from 'node:fs';
import * as files from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ignoring } from '../../../common/ignoring.ts';
import { codeOf } from './timeout.ts';

/** Time for another program to close the file, ms; and between two tries. */
const patience = 10_000;
const pause = 100;
const held: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Retries a rename or removal on Windows for ten seconds, because an indexer or virus scanner may have the file open.
 * @throws the last error of `work`; at once on other systems, and for other kinds of errors
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (!isHeld(cause, platform) || performance.now() > end) throw cause;
      await delay(pause);
    }
  }
}

/** `withRetries` for a worker or a start, where nothing else waits: it blocks its thread. */
export function withRetriesSync<T>(work: () => T, platform: NodeJS.Platform = process.platform): T {
  const end = performance.now() + patience;
  const silence = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      return work();
    } catch (cause) {
      if (!isHeld(cause, platform) || performance.now() > end) throw cause;
      Atomics.wait(silence, 0, 0, pause);
    }
  }
}

const isHeld = (cause: unknown, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && held.has(codeOf(cause));

// The functions of node:fs with which main renames and removes (scripts/check/writes.ts).
export const rename = (from: string, to: string): Promise<void> =>
  withRetries(() => files.rename(from, to));
export const rm = (path: string, options?: RmOptions): Promise<void> =>
  withRetries(() => files.rm(path, options));
export const rmdir = (path: string): Promise<void> => withRetries(() => files.rmdir(path));
export const renameSync = (from: string, to: string): void =>
  withRetriesSync(() => renameOnce(from, to));
export const rmSync = (path: string, options?: RmOptions): void =>
  withRetriesSync(() => rmOnce(path, options));

/**
 * Removes a file at once, or as soon as nothing holds it. Never throws, so that timers and the process's exit may call
 * it.
 */
export function removeEventually(path: string): void {
  try {
    rmOnce(path, { force: true });
  } catch {
    void ignoring('what is left is removed at the next start', rm(path, { force: true }));
  }
}
