import { randomUUID } from 'node:crypto';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Database } from '../../../base/storage/database.ts';
import { createAttachmentStore } from './attachments.ts';
import {
  createConversationStore,
  insertConversation as insertingConversation,
} from './conversations.ts';
import { createDraftStore } from './drafts.ts';
import { createEditStore } from './edits.ts';
import { createFolderStore } from './folders.ts';
import { createMessageStore, insertMessage } from './messages.ts';
import { createQueueStore } from './queue.ts';
import { createRemovalStore } from './removal.ts';
import type { StoredConversation } from './rows.ts';
import { createSentStore } from './sent.ts';
import { createTreeStore } from './tree.ts';

export { attachmentsIn, withImages } from './attachments.ts';
export type { Columns } from './columns.ts';
export type { ConversationChange } from './conversations.ts';
export { readOtherDrafts, replaceOtherDrafts, type StoredDraft } from './drafts.ts';
export type { Place } from './removal.ts';
export { type HistoryEntry, type StoredConversation, toolCallsIn } from './rows.ts';

/** Stores conversations with everything in them in one database. */
export function createChatStore(
  database: Database,
  onUnsaved: (conversationId: string, error: unknown) => void,
) {
  const { unsaved, ...messages } = createMessageStore(database, onUnsaved);
  const { copy, ...conversations } = createConversationStore(database);
  return {
    /** Imports a conversation with all its messages, parents first: completely or not at all. */
    async importWhole(conversation: StoredConversation, messages: readonly Message[]) {
      await database.runAll([insertingConversation(conversation), ...messages.map(insertMessage)]);
    },
    ...conversations,
    /** Copies the database's state: retries pending writes first. */
    async copy(...input: Parameters<typeof copy>) {
      await unsaved.flush();
      await copy(...input);
    },
    ...messages,
    /** Adds an answer that was not asked for, and shows its branch. */
    async addAnswer(message: Message): Promise<void> {
      const { conversationId, id, createdAt } = message;
      await database.run(insertMessage(message), {
        sql: 'UPDATE conversations SET leaf_id = ?2, updated_at = ?3 WHERE id = ?1',
        params: [conversationId, id, createdAt],
      });
    },
    /** @throws AppError why what is in memory only cannot be written */
    async requireSaved(conversationId: string): Promise<void> {
      await unsaved.flush();
      const [first] = unsaved.of(conversationId);
      if (first === undefined) return;
      const { code, details, retryable } = first.problem;
      throw new AppError(code, { details, retryable });
    },
    unsaved,
    ...createTreeStore(database, unsaved),
    ...createRemovalStore(database),
    ...createQueueStore(database),
    ...createDraftStore(database),
    ...createEditStore(database),
    ...createSentStore(database),
    ...createAttachmentStore(database),
  };
}
export type ChatStore = ReturnType<typeof createChatStore>;

/** Prefix of the ids of temporary conversations and their messages. */
const mark = 'temporary-';

/** Returns the id of a new message of this conversation: in the same store. */
export function newMessageId(conversationId: string): string {
  return `${isTemporary(conversationId) ? mark : ''}${randomUUID()}`;
}

export function isTemporary(id: string): boolean {
  return id.startsWith(mark);
}

/** The data folder's database, and one in memory for conversations that must leave nothing behind. */
export interface Stores {
  readonly onDisk: ChatStore;
  readonly folders: ReturnType<typeof createFolderStore>;
  /** Returns the store with this conversation or message. @throws AppError `not-found` */
  of(id: string): ChatStore;
  /** Returns both, for lists. */
  all(): readonly ChatStore[];
  /** Opens the one in memory on first use; returns the store with its id prefix. */
  forNew(temporary: boolean): Promise<{ store: ChatStore; prefix: string }>;
  close(): Promise<void>;
}

/** @param onUnsaved called when the unsaved messages of a conversation change */
export function createStores(
  database: Database,
  openMemory: () => Promise<Database>,
  onUnsaved: (conversationId: string, error: unknown) => void,
): Stores {
  const onDisk = createChatStore(database, onUnsaved);
  let memory: Promise<Database> | null = null;
  let inMemory: ChatStore | null = null;
  return {
    onDisk,
    folders: createFolderStore(database),
    of(id) {
      if (!isTemporary(id)) return onDisk;
      if (inMemory === null) throw new AppError('not-found', { details: { what: 'conversation' } });
      return inMemory;
    },
    all: () => (inMemory === null ? [onDisk] : [onDisk, inMemory]),
    async forNew(temporary) {
      if (!temporary) return { store: onDisk, prefix: '' };
      memory ??= openMemory();
      inMemory ??= createChatStore(await memory, onUnsaved);
      return { store: inMemory, prefix: mark };
    },
    async close() {
      await onDisk.unsaved.close();
      if (memory !== null) await (await memory).close();
    },
  };
}
