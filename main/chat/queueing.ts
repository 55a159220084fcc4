import { randomUUID } from 'node:crypto';
import type { QueuedMessage } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { ParsedInput } from '../../preload/contract/index.ts';
import { announceDetails, keepFiles } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import type { Queue } from './queue.ts';

/** What a user does with messages that wait: each belongs to the branch that it was written for. */
export function createQueueing(context: ChatContext, sendNextIfFree: Queue['sendNextIfFree']) {
  const { stores, now, running } = context;
  return {
    async queue({ conversationId, text, attachments = [] }: ParsedInput<'chat.queue'>) {
      const store = stores.of(conversationId);
      const { leafId } = await store.conversation(conversationId);
      const queued: QueuedMessage = {
        id: randomUUID(),
        text,
        attachments: await keepFiles(context, conversationId, attachments),
        createdAt: now().toISOString(),
        problem: null,
      };
      await store.enqueue(conversationId, queued, leafId);
      await announceDetails(context, conversationId);
      if (running.of(conversationId).length === 0) await sendNextIfFree(conversationId);
      return queued;
    },

    async unqueue({ conversationId, queuedId }: ParsedInput<'chat.unqueue'>) {
      const store = stores.of(conversationId);
      const queued = (await store.queued(conversationId)).find(({ id }) => id === queuedId);
      await store.dequeue(conversationId, queuedId);
      await announceDetails(context, conversationId);
      return { text: queued?.text ?? '', attachments: queued?.attachments ?? [] };
    },

    async orderQueue({ conversationId, queuedIds }: ParsedInput<'chat.orderQueue'>) {
      await stores.of(conversationId).orderQueue(conversationId, queuedIds);
      await announceDetails(context, conversationId);
    },

    async editQueued({
      conversationId,
      queuedId,
      text,
      attachments,
    }: ParsedInput<'chat.editQueued'>) {
      const store = stores.of(conversationId);
      const before = (await store.queued(conversationId)).find(({ id }) => id === queuedId);
      const files =
        attachments === undefined
          ? (before?.attachments ?? [])
          : await keepFiles(context, conversationId, attachments);
      if (text === '' && files.length === 0) {
        const details = { name: 'chat.editQueued', where: 'text' };
        throw new AppError('contract-invalid-input', { details });
      }
      await store.rewriteQueued(conversationId, { id: queuedId, text, attachments: files });
      await announceDetails(context, conversationId);
    },

    async emptyQueue({ conversationId }: ParsedInput<'chat.emptyQueue'>) {
      const store = stores.of(conversationId);
      const taken: Pick<QueuedMessage, 'text' | 'attachments'>[] = [];
      for (const { id, text, attachments } of await store.queued(conversationId)) {
        await store.dequeue(conversationId, id);
        taken.push({ text, attachments });
      }
      await announceDetails(context, conversationId);
      return taken;
    },
  };
}
