import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './bounded.ts';

/** How long another program may have it open, ms; and between two tries. */
const patience = 10_000;
const pause = 100;
const held: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** A renaming or removal, again and again on Windows, where a search or a scanner for viruses may have the file open. */
export async function persistently<T>(
  work: () => Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (platform !== 'win32' || !held.has(codeOf(cause)) || performance.now() > end) throw cause;
      await delay(pause);
    }
  }
}
