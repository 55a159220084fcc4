import type { QueuedMessage } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  announceDetails,
  type ChatStore,
  type StoredConversation,
} from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import type { Question, StartedTurn } from './question.ts';

/** Returns a queued message's latest text. */
export function textOf({ text, edit }: Pick<QueuedMessage, 'text' | 'edit'>): string {
  return edit === null || edit.trim() === '' ? text : edit;
}

/** Returns the end of the branch that a queued message was written for, including later messages. */
export async function branchEndOf(
  store: ChatStore,
  { id, leafId }: Pick<StoredConversation, 'id' | 'leafId'>,
  queuedId: string,
): Promise<string | null> {
  const below = await store.belowOf(queuedId);
  if (below === null) return leafId;
  // of the answers of several models below it, the one on screen
  const isShown = leafId !== null && (await store.onBranch(leafId, await store.message(below)));
  return isShown ? leafId : store.newestLeaf(id, below);
}

/** Sends messages that wait until the previous turn has ended. */
export interface NextSender {
  /**
   * Sends the first queued message; null if there is none, or it is being edited and not to be sent `anyway`. @throws
   * AppError as `begin`, `turn-running`
   */
  sendNext(conversationId: string, options?: Pick<Question, 'anyway'>): Promise<StartedTurn | null>;
  /** Does the same if possible now; otherwise the message waits. */
  sendNextIfFree(conversationId: string): Promise<void>;
}

export function createNextSender(
  context: ChatContext,
  begin: (question: Question) => Promise<StartedTurn>,
): NextSender {
  const { stores, running, log } = context;

  function sendNext(
    conversationId: string,
    { anyway = false }: Pick<Question, 'anyway'> = {},
  ): Promise<StartedTurn | null> {
    return running.exclusively(conversationId, async () => {
      const store = stores.of(conversationId);
      const conversation = await store.conversation(conversationId);
      const [next] = await store.queued(conversationId);
      if (next === undefined) return null;
      // a message being edited waits, and those behind it too, until the user decides otherwise
      if (next.edit !== null && !anyway) return null;
      const { id: queuedId, attachments: files } = next;
      const text = textOf(next);
      // a user who is looking at another branch stays there
      const endId = await branchEndOf(store, conversation, queuedId);
      const parent = endId === null ? null : await store.message(endId);
      const staysAt = endId === conversation.leafId ? null : conversation.leafId;
      try {
        const question = {
          conversation,
          parent,
          text,
          files,
          models: next.models,
          queuedId,
          staysAt,
          anyway,
        };
        const begun = await begin(question);
        await announceDetails(context, conversationId);
        return begun;
      } catch (error) {
        if (error instanceof AppError) {
          await store.setQueuedProblem(queuedId, error.toData());
          await announceDetails(context, conversationId);
        }
        throw error;
      }
    });
  }

  return {
    sendNext,
    /** Sends the next one, unless something else runs or it cannot be sent: then it says why and waits. */
    async sendNextIfFree(conversationId) {
      // Takes no lock if nothing waits: the user's own next message must not find a turn running.
      if ((await stores.of(conversationId).queued(conversationId)).length === 0) return;
      try {
        await sendNext(conversationId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'turn-running' || error.code === 'cancelled') return;
        log.info('chat-queue-waits', { conversationId, code: error.code });
      }
    },
  };
}
