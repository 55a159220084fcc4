import { randomUUID } from 'node:crypto';
import type { QueuedMessage } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { announceDetails, keepFiles } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import { isOutdated, lacksContent, type SetAside } from './drafts/merge.ts';
import { turnIds } from './question.ts';
import type { Sender } from './send.ts';
import { branchEndOf, textOf } from './send-next.ts';

/** The user's actions on queued messages: each belongs to the branch that it was written for. */
export function createQueue(
  context: ChatContext,
  { sendNext, sendNextIfFree }: Pick<Sender, 'sendNext' | 'sendNextIfFree'>,
  putAside: SetAside,
) {
  const { stores, now, running, log } = context;

  /** Sends a message that waited only for the end of its edit. */
  async function sendIfItsTurn(id: string, before: QueuedMessage | undefined): Promise<void> {
    if (before === undefined || before.edit === null || before.problem !== null) return;
    if (running.of(id).length > 0) return;
    const store = stores.of(id);
    const endId = await branchEndOf(store, await store.conversation(id), before.id);
    const end = endId === null ? null : await store.message(endId);
    // after a turn that ended badly the user sends it
    if (end === null || end.state === 'complete') await sendNextIfFree(id);
  }

  /** Takes one back, or all. From then on only the caller has the text: nothing may fail in between. */
  async function take(conversationId: string, queuedId: string | null) {
    const taken = await stores.of(conversationId).takeQueued(conversationId, queuedId);
    await announceDetails(context, conversationId).catch((error: unknown) =>
      log.error('chat-queue-told', error, { conversationId }),
    );
    return taken.map((one) => ({ text: textOf(one), attachments: one.attachments }));
  }

  return {
    async queue({ conversationId, text, attachments = [], models }: ParsedInput<'chat.queue'>) {
      const store = stores.of(conversationId);
      const { leafId } = await store.conversation(conversationId);
      const queued: QueuedMessage = {
        id: randomUUID(),
        text,
        attachments: await keepFiles(context, conversationId, attachments),
        createdAt: now().toISOString(),
        problem: null,
        edit: null,
        ...(models === undefined ? {} : { models }),
      };
      await store.enqueue(conversationId, queued, leafId);
      await announceDetails(context, conversationId);
      if (running.of(conversationId).length === 0) await sendNextIfFree(conversationId);
      return queued;
    },

    async unqueue({ conversationId, queuedId }: ParsedInput<'chat.unqueue'>) {
      const [taken] = await take(conversationId, queuedId);
      // already sent or removed
      if (taken === undefined) {
        throw new AppError('not-found', { details: { what: 'queued-message' } });
      }
      return taken;
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
      saved,
      over,
    }: ParsedInput<'chat.editQueued'>) {
      const store = stores.of(conversationId);
      const before = (await store.queued(conversationId)).find(({ id }) => id === queuedId);
      const known = before?.edit ?? before?.text ?? '';
      if (!saved) {
        if (before !== undefined && before.edit !== null && isOutdated(known, over)) {
          // emptying or cancelling it means the text that was there
          if (text === '' || text === before.text) {
            await announceDetails(context, conversationId);
            return;
          }
          if (lacksContent(known, text, over)) await putAside(conversationId, known, over);
        }
        const edit = text === before?.text ? null : text;
        await store.setQueuedEdit(conversationId, queuedId, edit);
        await announceDetails(context, conversationId);
        if (edit === null) await sendIfItsTurn(conversationId, before);
        return;
      }
      const files =
        attachments === undefined
          ? (before?.attachments ?? [])
          : await keepFiles(context, conversationId, attachments);
      if (text === '' && files.length === 0) {
        const details = { name: 'chat.editQueued', where: 'text' };
        throw new AppError('contract-invalid-input', { details });
      }
      if (lacksContent(known, text, over)) await putAside(conversationId, known, over);
      await store.rewriteQueued(conversationId, { id: queuedId, text, attachments: files });
      await announceDetails(context, conversationId);
      await sendIfItsTurn(conversationId, before);
    },

    async sendQueued({ conversationId }: ParsedInput<'chat.sendQueued'>) {
      const begun = await sendNext(conversationId, { anyway: true });
      if (begun === null) throw new AppError('not-found', { details: { what: 'queued-message' } });
      return turnIds(begun);
    },

    emptyQueue: ({ conversationId }: ParsedInput<'chat.emptyQueue'>) => take(conversationId, null),
  };
}
