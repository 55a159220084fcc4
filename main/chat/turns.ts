import type { Message } from '../../preload/contract/chat/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { ParsedInput } from '../../preload/contract/index.ts';
import { announceDetails, keepFiles } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import { leavesOut, type PutAside } from './kept/written.ts';
import type { Begun } from './question.ts';
import { createQueueing } from './queueing.ts';
import { createTurnEngine } from './turn-engine.ts';

/** What gave an answer goes on with it. */
const modelsOf = ({ model }: Message): readonly string[] | undefined =>
  model === null ? undefined : [model];

/** Sending, asking again, going on, stopping and queueing. */
export function createTurns(
  context: ChatContext,
  answered: (message: Message) => void,
  putAside: PutAside,
) {
  const { stores, running } = context;
  const engine = createTurnEngine(context, answered);
  const { begin, sendNext, sendNextIfFree } = engine;

  function told({ user, answers }: Begun) {
    const answerIds = answers.map(({ id }) => id);
    return { messageId: user?.id ?? '', answerId: answerIds[0] ?? '', answerIds };
  }

  /** The message that an answer replies to: above it, past the answers it may go on from. */
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
      return told(await begin({ conversation, parent, text: null, models, anyway: true }));
    });
  }

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
        const known = (await store.edits(conversationId)).find(
          (one) => one.messageId === messageId,
        );
        if (known !== undefined && leavesOut(known.text, text, over)) {
          await putAside(conversationId, known.text, over);
        }
        await store.dropEdit(messageId);
        await announceDetails(context, conversationId);
        return told(begun);
      });
    },

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
          await engine.resumeCalls(await store.conversation(conversationId), parent);
          return { answerId: messageId };
        });
      }
      // Nothing of an answer: there is nothing to go on from.
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
        return { answerId: told(await begin(question)).answerId };
      });
    },

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
