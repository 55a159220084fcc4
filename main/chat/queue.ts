import { AppError } from '../../preload/contract/errors.ts';
import { announceDetails } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import type { Begun, Question } from './question.ts';

/** Sends what waits until the turn before it has ended. */
export interface Queue {
  /** Sends the first queued message; null when none waits. @throws AppError as `begin`, `turn-running` */
  sendNext(conversationId: string, options?: Pick<Question, 'anyway'>): Promise<Begun | null>;
  /** The same where it can be done now; else the message waits. */
  sendNextIfFree(conversationId: string): Promise<void>;
}

export function createQueue(
  context: ChatContext,
  begin: (question: Question) => Promise<Begun>,
): Queue {
  const { stores, running, log } = context;

  function sendNext(
    conversationId: string,
    { anyway = false }: Pick<Question, 'anyway'> = {},
  ): Promise<Begun | null> {
    return running.exclusively(conversationId, async () => {
      const store = stores.of(conversationId);
      const conversation = await store.conversation(conversationId);
      const [next] = await store.queued(conversationId);
      if (next === undefined) return null;
      const { id: queuedId, text, attachments: files } = next;
      // as far as the branch that it was written for has grown since; whoever looks at another stays there
      const below = await store.belowOf(queuedId);
      const endId =
        below === null ? conversation.leafId : await store.newestLeaf(conversationId, below);
      const parent = endId === null ? null : await store.message(endId);
      const staysAt = endId === conversation.leafId ? null : conversation.leafId;
      try {
        const question = {
          conversation,
          parent,
          text,
          files,
          models: undefined,
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
    /** The next of the queue, unless something else runs or it cannot be sent: then it says why and waits. */
    async sendNextIfFree(conversationId) {
      // Nothing is locked where nothing waits: the user's own next message must not find a turn running.
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
