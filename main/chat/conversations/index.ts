import type { Emit } from '../../../preload/contract/index.ts';
import type { Files, Log, Printing } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { Attachments } from '../attachments/index.ts';
import { createBranches } from './branches.ts';
import { createConversationCalls } from './calls.ts';
import { announceDetails, type ConversationsContext } from './context.ts';
import { createCollection } from './conversations.ts';
import { createFind } from './find.ts';
import { createFolders } from './folders.ts';
import { createMessageRemoval } from './removal.ts';
import { createRunningTurns, type RunningTurns } from './running-turns.ts';
import { createSearch } from './search/index.ts';
import { createStores, type Stores } from './store/index.ts';
import { createTransfer } from './transfer/index.ts';

export { announceConversation, announceDetails, announceDraft, keepFiles } from './context.ts';
export type { RunningTurn, RunningTurns } from './running-turns.ts';
export {
  type ChatStore,
  type HistoryEntry,
  newMessageId,
  readOtherDrafts,
  replaceOtherDrafts,
  type StoredConversation,
  type StoredDraft,
  type Stores,
  withImages,
} from './store/index.ts';
export * as chatRows from './store/rows.ts';
export { partRows, sentRows } from './store/sent.ts';

export interface ConversationsDeps {
  readonly systems: SystemsReader;
  readonly attachments: Attachments;
  readonly files: Files;
  readonly printing?: Printing;
  readonly database: Database;
  /** Opens a database in memory, for temporary conversations. */
  readonly openMemory: () => Promise<Database>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Stored conversations: list, search, branches, folders, import and export. */
export interface Conversations {
  readonly calls: ReturnType<typeof createConversationCalls>;
  readonly stores: Stores;
  /** The running turns in them. */
  readonly running: RunningTurns;
  /** Stops and removes the conversations of a system that is being removed. */
  forget(systemId: string): Promise<void>;
  /** Call once no turns run any more. */
  close(): Promise<void>;
}

/** Opens the store, which marks answers that an earlier process left streaming as interrupted. */
export async function createConversations(deps: ConversationsDeps): Promise<Conversations> {
  const { systems, attachments, database, openMemory, emit, log } = deps;
  const { now = () => new Date() } = deps;
  const stores = createStores(database, openMemory, (conversationId, error) => {
    if (error !== null) log.error('chat-not-saved', error, { conversationId });
    emit('unsaved.changed', unsavedIn(stores));
    announceDetails({ stores, emit }, conversationId).catch((failed: unknown) =>
      log.error('chat-not-saved-told', failed, { conversationId }),
    );
  });
  const recovered = stores.onDisk.recover();
  // Requested afterwards, and answered in that order: deleted messages use no files.
  void attachments
    .collect(stores.onDisk.usedFiles())
    .catch((error: unknown) => log.error('chat-attachments-collect', error));

  const running = createRunningTurns(emit);
  const context: ConversationsContext = { systems, attachments, stores, running, emit, now };
  const collection = createCollection(context);
  const { search, close: closeSearch } = createSearch(database, attachments, log);
  await recovered;

  return {
    calls: createConversationCalls({
      collection,
      branches: createBranches(context),
      folders: createFolders(context),
      removal: createMessageRemoval(context),
      transfer: createTransfer(context, deps),
      search,
      find: createFind(context),
      unsaved: () => unsavedIn(stores),
    }),
    stores,
    running,
    async forget(systemId) {
      for (const store of stores.all()) {
        for (const { id } of await store.list(systemId)) await collection.remove(id);
      }
      await stores.folders.removeFoldersOf(systemId);
    },
    async close() {
      await closeSearch();
      await stores.close();
    },
  };
}

/** A temporary conversation is never on the disk, so nothing of it counts as unsaved. */
function unsavedIn({ onDisk }: Stores) {
  const all = onDisk.unsaved.all();
  return { messages: all.length, problem: all.at(-1)?.problem ?? null };
}
