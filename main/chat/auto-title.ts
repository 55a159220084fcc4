import type { Message } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { announceConversation, type ChatContext } from './context.ts';
import { suggestTitle, titleFrom } from './title.ts';

/**
 * Titles by the model without being asked, where the user wants that: after the first complete answer,
 * and only in place of the first words. What fails leaves the first words.
 */
export function createAutoTitle(context: ChatContext, wanted: () => boolean) {
  const { stores, genai, log } = context;
  const underWay = new Set<string>();
  let closed = false;

  async function retitle({ id: messageId, conversationId, model }: Message): Promise<void> {
    const store = stores.of(conversationId);
    const branch = await store.branch(messageId);
    const [first] = branch;
    if (first === undefined || branch.filter(({ role }) => role === 'user').length !== 1) return;
    const { systemId, title: before } = await store.conversation(conversationId);
    if (before !== titleFrom(first.content) || model === null) return;
    const title = await suggestTitle(genai, systemId, model, branch);
    // one that the user gave meanwhile stays
    if (closed || (await store.conversation(conversationId)).title !== before) return;
    await store.update(conversationId, { title });
    await announceConversation(context, conversationId);
  }

  return {
    answered(message: Message): void {
      const { conversationId, state } = message;
      if (state !== 'complete' || !wanted() || underWay.has(conversationId)) return;
      underWay.add(conversationId);
      retitle(message)
        .catch((error: unknown) => {
          if (closed) return;
          const code = error instanceof AppError ? error.code : 'internal';
          log.info('chat-auto-title', { conversationId, code });
        })
        .finally(() => underWay.delete(conversationId));
    },
    close(): void {
      closed = true;
    },
  };
}
