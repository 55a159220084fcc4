import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { keepFiles } from '../conversations/index.ts';
import { createAgain } from './again.ts';
import type { ChatContext } from './context.ts';
import { createAnswerEdit } from './edit-answer.ts';
import { endEdit } from './kept/edits.ts';
import type { PutAside } from './kept/written.ts';
import { told } from './question.ts';
import { createQueueing } from './queueing.ts';
import { createTurnEngine } from './turn/engine.ts';

/** Sending, asking again, going on, stopping and queueing. */
export function createTurns(
  context: ChatContext,
  answered: (message: Message) => void,
  putAside: PutAside,
) {
  const { stores, running } = context;
  const engine = createTurnEngine(context, answered);
  const again = createAgain(context, engine);
  const { begin, sendNext, sendNextIfFree } = engine;

  return {
    send: ({ conversationId, text, attachments = [], ...how }: ParsedInput<'chat.send'>) =>
      running.exclusively(conversationId, async () => {
        const store = stores.of(conversationId);
        const conversation = await store.conversation(conversationId);
        const files = await keepFiles(context, conversationId, attachments);
        const { leafId } = conversation;
        const parent = leafId === null ? null : await store.message(leafId);
        const { models, anyway = false } = how;
        const isDraft = true;
        return told(await begin({ conversation, parent, text, files, models, anyway, isDraft }));
      }),

    async edit({ messageId, text, attachments, models, over }: ParsedInput<'chat.edit'>) {
      const store = stores.of(messageId);
      const message = await store.message(messageId);
      if (message.role !== 'user')
        throw new AppError('not-found', { details: { what: 'message' } });
      const { conversationId, parentId, attachments: before } = message;
      const claimed = attachments ?? before;
      if (text === '' && claimed.length === 0) {
        const details = { name: 'chat.edit', where: 'text' };
        throw new AppError('contract-invalid-input', { details });
      }
      return running.exclusively(conversationId, async () => {
        const conversation = await store.conversation(conversationId);
        const files = await keepFiles(context, conversationId, claimed);
        const parent = parentId === null ? null : await store.message(parentId);
        const begun = await begin({ conversation, parent, text, files, models, anyway: true });
        await endEdit(context, putAside, message, { text, over });
        return told(begun);
      });
    },

    editAnswer: createAnswerEdit(context, putAside),
    regenerate: again.regenerate,
    resume: again.resume,

    async decideToolCall({ messageId, callId, allow }: ParsedInput<'chat.decideToolCall'>) {
      if (engine.decide(messageId, callId, allow)) return;
      throw new AppError('not-found', { details: { what: 'tool-call' } });
    },

    ...createQueueing(context, sendNextIfFree, putAside),

    async sendQueued({ conversationId }: ParsedInput<'chat.sendQueued'>) {
      const begun = await sendNext(conversationId, { anyway: true });
      if (begun === null) throw new AppError('not-found', { details: { what: 'queued-message' } });
      return told(begun);
    },
  };
}
