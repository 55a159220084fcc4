import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { announceConversation, newMessageId } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import { endEdit } from './drafts/edits.ts';
import type { SetAside } from './drafts/merge.ts';

/** Replaces an answer by the user's text, as a branch beside it. */
export function createAnswerEdit(context: ChatContext, putAside: SetAside) {
  const { stores, running, now } = context;
  return async ({ messageId, text, over }: ParsedInput<'chat.editAnswer'>) => {
    const store = stores.of(messageId);
    const message = await store.message(messageId);
    if (message.role !== 'assistant') {
      throw new AppError('not-found', { details: { what: 'message' } });
    }
    const { conversationId } = message;
    return running.exclusively(conversationId, async () => {
      const answer = editedAnswer(message, text, now().toISOString());
      await store.addAnswer(answer);
      running.announceMessage(answer);
      await endEdit(context, putAside, message, { text, over });
      await announceConversation(context, conversationId);
      return { answerId: answer.id };
    });
  };
}

/**
 * Keeps images, sources and the requested format. Removes what only the model can have produced: reasoning, tool calls,
 * token counts, the end of the stream.
 */
function editedAnswer(message: Message, content: string, at: string): Message {
  const { answeredBy: _model, reasoningField: _field, ...rest } = message;
  return {
    ...rest,
    id: newMessageId(message.conversationId),
    content,
    edited: true,
    reasoning: '',
    state: 'complete',
    finishReason: null,
    usage: null,
    problem: null,
    toolCalls: [],
    attachments: message.attachments.filter(({ callId }) => callId === undefined),
    createdAt: at,
    firstByteAt: null,
    contentAt: null,
    endedAt: at,
  };
}
