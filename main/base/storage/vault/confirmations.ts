import { randomBytes } from 'node:crypto';

/** Lifetime of a confirmation, ms. */
const lifetime = 60_000;

/** Creates tokens that confirm a passphrase just typed; each is valid once. */
export function createConfirmations(steady: () => number) {
  const waiting = new Map<string, number>();
  /** When the passphrase was last typed. */
  let typedAt: number | null = null;
  return {
    typed(): void {
      typedAt = steady();
    },
    give(): string {
      const word = randomBytes(16).toString('base64url');
      waiting.set(word, steady());
      return word;
    },
    /** Returns whether a token is valid, and invalidates it. */
    take(word: string): boolean {
      const given = waiting.get(word);
      waiting.delete(word);
      return given !== undefined && steady() - given <= lifetime;
    },
    typedWithin: (ms: number): boolean => typedAt !== null && steady() - typedAt < ms,
    forget(): void {
      waiting.clear();
      typedAt = null;
    },
  };
}
