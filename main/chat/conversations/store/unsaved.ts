import type { Message, UnsavedMessage } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { HistoryEntry } from './rows.ts';

/** Milliseconds after which what the database did not take is written again. */
const pause = 1_000;

/** A message as it is, whatever the database has of it. */
interface Entry {
  readonly message: Message;
  readonly updatedAt: string;
  /** Null while it is first being written. */
  problem: UnsavedMessage['problem'] | null;
}

/** Ended messages that the database would not take: in memory, and written again until it does. */
export interface Unsaved {
  /** Writes it, now or as soon as that can be done; until then it is what is read. */
  finish(message: Message, updatedAt: string): Promise<void>;
  has(id: string): boolean;
  /** Of one that the database does not have at all; undefined where it is not kept here. */
  get(id: string): Message | undefined;
  /** How writing a piece of a running answer went; null: well. */
  note(message: Pick<Message, 'id' | 'conversationId'>, error: unknown): void;
  of(conversationId: string): UnsavedMessage[];
  /** Of every conversation. */
  all(): UnsavedMessage[];
  /** What is known of a message over what the database has of it. */
  message(stored: Message): Message;
  /** The same of what requests take of it. */
  entry(stored: HistoryEntry): HistoryEntry;
  /** Tries all of them once more. */
  flush(): Promise<void>;
  /** Tries a last time. */
  close(): Promise<void>;
}

/**
 * @param write Puts the message in the database
 * @param onChange Called when what is unsaved of a conversation became different
 */
export function createUnsaved(
  write: (message: Message, updatedAt: string) => Promise<unknown>,
  onChange: (conversationId: string, error: unknown) => void,
): Unsaved {
  const entries = new Map<string, Entry>();
  /** Running answers of which a piece could not be written. */
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
    // a newer one may have taken its place meanwhile
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
