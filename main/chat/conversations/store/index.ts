import { randomUUID } from 'node:crypto';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Database } from '../../../base/storage/database.ts';
import { createAttachmentStore } from './attachments.ts';
import { createConversationStore, inserting as insertingConversation } from './conversations.ts';
import { createDraftStore } from './drafts.ts';
import { createEditStore } from './edits.ts';
import { createFolderStore } from './folders.ts';
import { createMessageStore, inserting } from './messages.ts';
import { createQueueStore } from './queue.ts';
import type { StoredConversation } from './rows.ts';
import { createSentStore } from './sent.ts';
import { createTreeStore } from './tree.ts';

export { attachmentsIn, withImages } from './attachments.ts';
export type { Columns } from './columns.ts';
export type { ConversationChange } from './conversations.ts';
export { readOthers, type StoredDraft, writingOthers } from './drafts.ts';
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
      await database.runAll([insertingConversation(conversation), ...messages.map(inserting)]);
    },
    ...conversations,
    /** Copies the database's state: retries pending writes first. */
    async copy(...input: Parameters<typeof copy>) {
      await unsaved.flush();
      await copy(...input);
    },
    ...messages,
    unsaved,
    ...createTreeStore(database, unsaved),
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
  readonly kept: ChatStore;
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
  const kept = createChatStore(database, onUnsaved);
  let memory: Promise<Database> | null = null;
  let inMemory: ChatStore | null = null;
  return {
    kept,
    folders: createFolderStore(database),
    of(id) {
      if (!isTemporary(id)) return kept;
      if (inMemory === null) throw new AppError('not-found', { details: { what: 'conversation' } });
      return inMemory;
    },
    all: () => (inMemory === null ? [kept] : [kept, inMemory]),
    async forNew(temporary) {
      if (!temporary) return { store: kept, prefix: '' };
      memory ??= openMemory();
      inMemory ??= createChatStore(await memory, onUnsaved);
      return { store: inMemory, prefix: mark };
    },
    async close() {
      await kept.unsaved.close();
      if (memory !== null) await (await memory).close();
    },
  };
}
