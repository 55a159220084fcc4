/** Maximum characters of cached texts: each request needs those of its conversation again. */
const textsAtHand = 16 * 1024 * 1024;

/** Caches the most recently used texts by the hash of their file. */
export function createTextCache() {
  const texts = new Map<string, string>();
  return {
    has: (hash: string): boolean => texts.has(hash),
    get: (hash: string): string | undefined => texts.get(hash),
    remember(hash: string, text: string): void {
      texts.delete(hash);
      texts.set(hash, text);
      let sum = [...texts.values()].reduce((total, { length }) => total + length, 0);
      for (const [oldest, { length }] of texts) {
        if (sum <= textsAtHand || oldest === hash) break;
        texts.delete(oldest);
        sum -= length;
      }
    },
  };
}
