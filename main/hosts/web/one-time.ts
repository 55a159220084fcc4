import { randomBytes } from 'node:crypto';

const lifetime = 60_000;

/** Values under paths that are valid once; forgotten after a minute. */
export interface OneTime<T> {
  /** @returns the path for requesting it */
  offer(value: T): string;
  take(path: string): T | undefined;
}

/**
 * @param folder of its paths: `/download`
 * @param forgotten called with a value that nobody requested
 */
export function createOneTime<T>(folder: string, forgotten?: (value: T) => void): OneTime<T> {
  const waiting = new Map<string, T>();
  return {
    offer(value) {
      const path = `${folder}/${randomBytes(32).toString('base64url')}`;
      waiting.set(path, value);
      setTimeout(() => {
        if (waiting.delete(path)) forgotten?.(value);
      }, lifetime).unref();
      return path;
    },
    take(path) {
      const found = waiting.get(path);
      waiting.delete(path);
      return found;
    },
  };
}
