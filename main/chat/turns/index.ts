import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Log } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Systems } from '../../systems/list/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import { readAttachedFile } from './attachment-tool.ts';
import { createCheck } from './check/index.ts';
import type { ChatContext, ChatGenai } from './context.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createEdit } from './edit.ts';
import { createAnswerEdit } from './edit-answer.ts';
import { createQueue } from './queue.ts';
import { createRegeneration } from './regenerate.ts';
import { createRequestContent } from './request-content.ts';
import { createSender } from './send.ts';
import { createSentRequests } from './sent-requests.ts';
import { createSummaries } from './summaries.ts';
import { createAutoTitle, retitle } from './titles.ts';

export { newDraftRows } from './drafts/new-drafts.ts';

export interface ChatDeps {
  readonly systems: Pick<Systems, 'get'>;
  readonly conversations: Pick<Conversations, 'stores' | 'running'>;
  readonly genai: ChatGenai;
  readonly tools: ChatContext['tools'];
  readonly attachments: ChatContext['attachments'];
  readonly database: Database;
  readonly emit: Emit;
  readonly log: Log;
  /** Whether the model names a conversation after its first answer. */
  readonly titledByModel?: () => boolean;
  readonly now?: () => Date;
}

/** Turns of conversations: drafts, requests, answers and the queue. */
export interface Chat {
  readonly calls: {
    readonly chat: Handlers<'chat'>;
    readonly drafts: Handlers<'drafts'>;
    readonly newDraft: Handlers<'newDraft'>;
    readonly requests: Handlers<'requests'>;
  };
  /** What models may call of conversations, for the registry. */
  readonly tools: readonly ToolDefinition[];
  forget(systemId: string): Promise<void>;
  /** Ends running turns as interrupted, with everything received so far stored. */
  close(): Promise<void>;
}

export function createChat(deps: ChatDeps): Chat {
  const { systems, conversations, genai, tools, attachments, database, emit, log } = deps;
  const { titledByModel = () => false, now = () => new Date() } = deps;
  const { stores, running } = conversations;
  const sentRequests = createSentRequests({ stores, log });
  const context: ChatContext = {
    systems,
    genai,
    tools,
    attachments,
    stores,
    emit,
    log,
    now,
    running,
    sentRequests,
  };
  const autoTitle = createAutoTitle(context, titledByModel);
  const drafts = createDrafts(context, database);
  const sent = createRequestContent(context);
  const summaries = createSummaries(context);
  const sender = createSender(context, autoTitle.answered);
  const regeneration = createRegeneration(context, sender);

  return {
    tools: [readAttachedFile(context)],
    calls: {
      chat: {
        send: sender.send,
        edit: createEdit(context, sender, drafts.putAside),
        editAnswer: createAnswerEdit(context, drafts.putAside),
        regenerate: regeneration.regenerate,
        resume: regeneration.resume,
        ...createQueue(context, sender, drafts.putAside),
        stop: ({ conversationId, messageId }) => running.stop(conversationId, messageId),
        suggestTitle: async ({ id }) => ({ title: await retitle(context, id) }),
      },
      drafts: {
        set: drafts.set,
        resolveOther: drafts.resolveOther,
        setEdit: drafts.setEdit,
        dropEdit: drafts.dropEdit,
      },
      newDraft: {
        snapshot: drafts.snapshotOfNew,
        set: drafts.setOfNew,
        forget: drafts.forgetOfNew,
      },
      requests: {
        ...createCheck(context),
        ...sent,
        listAttachments: ({ id }) => sent.listAttachments(id),
        sent: async ({ messageId }) => ({ request: await sentRequests.of(messageId) }),
        summarise: summaries.summarise,
      },
    },
    forget: drafts.forget,
    async close() {
      summaries.close();
      autoTitle.close();
      await running.close();
      await sentRequests.close();
    },
  };
}
