import { setTimeout as delay } from 'node:timers/promises';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Files, Log } from '../host.ts';
import type { Database } from '../storage/database.ts';
import type { SystemsReader } from '../systems/types.ts';
import type { ToolDefinition } from '../tools/index.ts';
import { readAttachedFile } from './attached-tool.ts';
import { createAutoTitle } from './auto-title.ts';
import { createBranches } from './branches.ts';
import { createCheck } from './check.ts';
import { type ChatContext, type ChatGenai, createRunning } from './context.ts';
import { createConversations } from './conversations.ts';
import { createFolders } from './folders.ts';
import { createNewDrafts } from './new-drafts.ts';
import { createIndexer, search } from './search/index.ts';
import { createStores } from './store/index.ts';
import { createSummaries } from './summaries.ts';
import { createTransfer } from './transfer/index.ts';
import { createTurns } from './turns.ts';

export interface ChatDeps {
  readonly systems: SystemsReader;
  readonly genai: ChatGenai;
  readonly tools: ChatContext['tools'];
  readonly attachments: Attachments;
  readonly files: Files;
  readonly database: Database;
  /** Opens a database in memory, for temporary conversations. */
  readonly openMemory: () => Promise<Database>;
  readonly emit: Emit;
  readonly log: Log;
  /** Whether the model names a conversation after its first answer. */
  readonly titledByModel?: () => boolean;
  readonly now?: () => Date;
}

/** How long a search waits for the index, ms. */
const patience = 1500;

/** Conversations and their running turns. */
export interface Chat {
  readonly calls: Handlers<'chat'>;
  /** What models may call of conversations, for the registry. */
  readonly tools: readonly ToolDefinition[];
  /** Stops and removes the conversations of a system that is being removed. */
  forget(systemId: string): Promise<void>;
  /** Ends running turns as interrupted, with everything received so far stored. */
  close(): Promise<void>;
}

/** Opens the store; what an earlier process left streaming is interrupted from here on. */
export async function createChat(deps: ChatDeps): Promise<Chat> {
  const {
    systems,
    genai,
    tools,
    attachments,
    files,
    database,
    openMemory,
    emit,
    log,
    titledByModel = () => false,
    now = () => new Date(),
  } = deps;
  const stores = createStores(database, openMemory);
  const newDrafts = createNewDrafts(database, attachments);
  await stores.kept.recover();
  const used = await stores.kept.usedFiles();
  void attachments
    .collect(used)
    .catch((error: unknown) => log.error('chat-attachments-collect', error));

  const indexer = createIndexer(database, attachments, log);
  indexer.kick();
  const running = createRunning(emit);
  const context: ChatContext = {
    ...{ systems, genai, tools, attachments, stores },
    ...{ emit, log, now, running },
  };
  const autoTitle = createAutoTitle(context, titledByModel);
  const turns = createTurns(context, autoTitle.answered);
  const summaries = createSummaries(context);
  const stop = async (conversationId: string): Promise<void> => {
    summaries.stop(conversationId);
    await turns.stop(conversationId);
  };
  const conversations = createConversations(context, stop);

  return {
    tools: [readAttachedFile(context)],

    calls: {
      ...conversations.calls,
      ...createBranches(context),
      ...createFolders(context),
      ...newDrafts.calls,
      ...turns.calls,
      ...summaries.calls,
      ...createTransfer(context, files),
      ...createCheck(context),
      async search(query) {
        // A first index of many years is not waited for: it grows from the newest message on.
        await Promise.race([indexer.upToDate(), delay(patience, undefined, { ref: false })]);
        return search(database, attachments, query);
      },
      stop: ({ conversationId }) => stop(conversationId),
    },

    async forget(systemId) {
      for (const store of stores.all()) {
        for (const { id } of await store.list(systemId)) await conversations.remove(id);
      }
      await stores.folders.removeFoldersOf(systemId);
      await newDrafts.forget(systemId);
    },

    async close() {
      summaries.close();
      autoTitle.close();
      await running.close();
      await indexer.close();
      await stores.close();
    },
  };
}
