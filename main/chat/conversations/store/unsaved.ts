import type { Message, UnsavedMessage } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { HistoryEntry } from './rows.ts';

/** Retry interval for failed writes, ms. */
const pause = 1_000;

/** The current message, whatever the database has of it. */
interface Entry {
  readonly message: Message;
  readonly updatedAt: string;
  /** Null during the first write. */
  problem: UnsavedMessage['problem'] | null;
}

/** Ended messages that the database did not accept: in memory, with retries. */
export interface Unsaved {
  /** Writes it, now or as soon as possible; until then reads return it from here. */
  finish(message: Message, updatedAt: string): Promise<void>;
  has(id: string): boolean;
  /** Returns a message that the database does not have at all; undefined if it is not here. */
  get(id: string): Message | undefined;
  /** Records how writing a piece of a running answer went; null: it succeeded. */
  note(message: Pick<Message, 'id' | 'conversationId'>, error: unknown): void;
  of(conversationId: string): UnsavedMessage[];
  /** For every conversation. */
  all(): UnsavedMessage[];
  /** Returns the stored message with anything newer from here. */
  message(stored: Message): Message;
  /** Does the same for the parts that requests use. */
  entry(stored: HistoryEntry): HistoryEntry;
  /** Retries all of them. */
  flush(): Promise<void>;
  /** Tries a last time. */
  close(): Promise<void>;
}

/**
 * @param write stores the message in the database
 * @param onChange called when a conversation's unsaved messages change
 */
export function createUnsaved(
  write: (message: Message, updatedAt: string) => Promise<unknown>,
  onChange: (conversationId: string, error: unknown) => void,
): Unsaved {
  const entries = new Map<string, Entry>();
  /** Running answers with a piece that could not be written. */
  const running = new Map<string, UnsavedMessage & { readonly conversationId: string }>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  async function tryOne(entry: Entry): Promise<void> {
    const { id, conversationId } = entry.message;
    const known = entry.problem !== null || running.delete(id);
    try {
      await write(entry.message, entry.updatedAt);
    } catch (error) {
      const before = entry.problem?.code;
      entry.problem = problemOf(error);
      arm();
      if (entry.problem.code !== before) onChange(conversationId, error);
      return;
    }
    // a newer one may have replaced it meanwhile
    if (entries.get(id) === entry) entries.delete(id);
    if (known) onChange(conversationId, null);
  }

  async function flush(): Promise<void> {
    for (const entry of [...entries.values()]) {
      const { id } = entry.message;
      if (entry.problem !== null && entries.get(id) === entry) await tryOne(entry);
    }
  }

  const list = (isWanted: (conversationId: string) => boolean): UnsavedMessage[] => [
    ...[...running.values()]
      .filter(({ conversationId }) => isWanted(conversationId))
      .map(({ messageId, problem }) => ({ messageId, problem })),
    ...[...entries.values()].flatMap(({ message, problem }) =>
      problem === null || !isWanted(message.conversationId)
        ? []
        : [{ messageId: message.id, problem }],
    ),
  ];

  function arm(): void {
    if (timer !== null || closed) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, pause).unref();
  }

  return {
    async finish(message, updatedAt) {
      const before = entries.get(message.id)?.problem ?? null;
      const entry: Entry = { message, updatedAt, problem: before };
      entries.set(message.id, entry);
      await tryOne(entry);
    },
    has: (id) => entries.has(id),
    get: (id) => entries.get(id)?.message,
    note({ id: messageId, conversationId }, error) {
      const before = running.get(messageId)?.problem.code;
      if (error === null) running.delete(messageId);
      else running.set(messageId, { messageId, conversationId, problem: problemOf(error) });
      if (running.get(messageId)?.problem.code !== before) onChange(conversationId, error);
    },
    of: (conversationId) => list((one) => one === conversationId),
    all: () => list(() => true),
    message: (stored) => entries.get(stored.id)?.message ?? stored,
    entry(stored) {
      const entry = entries.get(stored.id);
      if (entry === undefined) return stored;
      const { content, reasoning, reasoningField, state, problem, toolCalls, attachments } =
        entry.message;
      const field = reasoningField === undefined ? {} : { reasoningField };
      return { ...stored, content, reasoning, ...field, state, problem, toolCalls, attachments };
    },
    flush,
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await flush();
    },
  };
}

function problemOf(error: unknown): UnsavedMessage['problem'] {
  return (error instanceof AppError ? error : new AppError('internal')).toData();
}
