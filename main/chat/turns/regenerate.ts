import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import type { ChatContext } from './context.ts';
import { turnIds } from './question.ts';
import type { Sender } from './send.ts';

/** Returns the models of an answer, which also continue it. */
const modelsOf = ({ model }: Message): readonly string[] | undefined =>
  model === null ? undefined : [model];

/** Regenerates an answer, and continues a cut one. */
export function createRegeneration(
  { stores, running }: ChatContext,
  { begin, resumeCalls }: Pick<Sender, 'begin' | 'resumeCalls'>,
) {
  /** Returns the message that an answer replies to: above it, past the answers that it may continue. */
  async function questionOf(message: Message): Promise<Message> {
    let at = message;
    while (at.role !== 'user') {
      if (at.parentId === null) throw new AppError('not-found', { details: { what: 'message' } });
      at = await stores.of(at.conversationId).message(at.parentId);
    }
    return at;
  }

  async function regenerate(message: Message, models: readonly string[] | undefined) {
    const { conversationId } = message;
    const parent = await questionOf(message);
    return running.exclusively(conversationId, async () => {
      const conversation = await stores.of(conversationId).conversation(conversationId);
      return turnIds(await begin({ conversation, parent, text: null, models, anyway: true }));
    });
  }

  return {
    async regenerate({ messageId, models }: ParsedInput<'chat.regenerate'>) {
      const { answerId, answerIds } = await regenerate(
        await stores.of(messageId).message(messageId),
        models,
      );
      return { answerId, answerIds };
    },

    async resume({ messageId }: ParsedInput<'chat.resume'>) {
      const store = stores.of(messageId);
      const parent = await store.message(messageId);
      const { conversationId, content, role } = parent;
      if (role !== 'assistant') throw new AppError('not-found', { details: { what: 'message' } });
      if (parent.state === 'interrupted' && parent.toolCalls.length > 0) {
        return running.exclusively(conversationId, async () => {
          await resumeCalls(await store.conversation(conversationId), parent);
          return { answerId: messageId };
        });
      }
      // The answer is empty: there is nothing to continue.
      if (content.trim() === '') {
        const { answerId } = await regenerate(parent, modelsOf(parent));
        return { answerId };
      }
      return running.exclusively(conversationId, async () => {
        const conversation = await store.conversation(conversationId);
        const models = modelsOf(parent);
        const question = {
          conversation,
          parent,
          text: null,
          models,
          continues: true,
          anyway: true,
        };
        return { answerId: turnIds(await begin(question)).answerId };
      });
    },
  };
}
