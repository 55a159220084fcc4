import { randomBytes } from 'node:crypto';

/** How long a confirmation waits for what it was given for, ms. */
const lifetime = 60_000;

/** Words that stand for a passphrase that was just typed; each is good once. */
export function createConfirmations(steady: () => number) {
  const waiting = new Map<string, number>();
  /** When the passphrase was typed last. */
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
    /** True for a word that is good, which it is not any more then. */
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
