import { AppError } from '../../../preload/contract/errors.ts';

type Work<T> = () => Promise<T>;

/**
 * Starts the turns of a conversation one at a time, and none while a turn runs.
 * @param isRunning whether a turn of the conversation runs
 */
export function createStartLock(isRunning: (conversationId: string) => boolean) {
  /** Conversations whose turn is being prepared; the promise never rejects. */
  const starting = new Map<string, Promise<void>>();
  /** Called when a turn has ended. */
  const waiting = new Set<() => void>();
  let closed = false;

  /** @throws AppError `turn-running`, `cancelled` */
  async function exclusively<T>(conversationId: string, begin: Work<T>): Promise<T> {
    if (closed) throw new AppError('cancelled');
    if (isRunning(conversationId) || starting.has(conversationId)) {
      throw new AppError('turn-running');
    }
    const begun = begin();
    const over = begun.then(
      () => undefined,
      () => undefined,
    );
    starting.set(conversationId, over);
    try {
      return await begun;
    } finally {
      starting.delete(conversationId);
    }
  }

  const nextEnd = (): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        waiting.delete(end);
        resolve();
      };
      waiting.add(end);
    });

  return {
    exclusively,

    /** Like `exclusively`, after waiting for the running turn. */
    async whenFree<T>(conversationId: string, begin: Work<T>): Promise<T> {
      while (!closed && (starting.has(conversationId) || isRunning(conversationId))) {
        await (starting.get(conversationId) ?? nextEnd());
      }
      return exclusively(conversationId, begin);
    },

    /** To be called when a turn has ended. */
    ended(): void {
      for (const end of [...waiting]) end();
    },

    /** Waits until the starting turn has started. */
    begun: (conversationId: string): Promise<void> | undefined => starting.get(conversationId),

    /** Prevents further starts; waits for those in progress. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all(starting.values());
    },
  };
}
