import { randomUUID } from 'node:crypto';

interface Download {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const lifetime = 60_000;

/** Files that wait to be fetched once by the browser; forgotten after a minute. */
export function createDownloads() {
  const waiting = new Map<string, Download>();
  return {
    /** @returns the path to fetch it from, good once */
    offer(download: Download): string {
      const id = randomUUID();
      waiting.set(id, download);
      setTimeout(() => waiting.delete(id), lifetime).unref();
      return `/download/${id}`;
    },
    take(path: string): Download | undefined {
      const id = path.replace(/^\/download\//, '');
      const found = waiting.get(id);
      waiting.delete(id);
      return found;
    },
  };
}
export type Downloads = ReturnType<typeof createDownloads>;
