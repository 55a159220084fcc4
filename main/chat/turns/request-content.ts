import type { Attachment, SentImage } from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { announceDetails, keepFiles, withImages } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';

/** Changes what a conversation's requests contain: from which message on, and which files. */
export function createRequestContent(context: ChatContext) {
  const { stores, running } = context;

  /** Changes attachments, and sends events to the windows. */
  async function rewrite(id: string, change: (one: Attachment) => Attachment): Promise<void> {
    const store = stores.of(id);
    const changed = await store.rewriteAttachments(id, change);
    for (const messageId of changed) running.announceMessage(await store.message(messageId));
    await announceDetails(context, id);
  }

  return {
    async setStart({ id, messageId, summary }: ParsedInput<'requests.setStart'>) {
      const store = stores.of(id);
      if (messageId !== null) {
        const { conversationId } = await store.message(messageId);
        if (conversationId !== id)
          throw new AppError('not-found', { details: { what: 'message' } });
      }
      const startSummary = messageId === null ? null : summary;
      await store.update(id, { startId: messageId, startSummary });
      await announceDetails(context, id);
    },

    async setLeftOut({ messageId, leftOut }: ParsedInput<'requests.setLeftOut'>) {
      const store = stores.of(messageId);
      const { role } = await store.message(messageId);
      if (role !== 'user') throw new AppError('not-found', { details: { what: 'message' } });
      await store.setLeftOut(messageId, leftOut);
      running.announceMessage(await store.message(messageId));
    },

    listAttachments: (id: string) => stores.of(id).attachmentsOf(id),

    async setImagesLeftOut({ id, leftOut }: ParsedInput<'requests.setImagesLeftOut'>) {
      await stores.of(id).update(id, { imagesLeftOut: leftOut });
      await announceDetails(context, id);
    },

    async replaceImages({ id, images }: ParsedInput<'requests.replaceImages'>) {
      const store = stores.of(id);
      await store.conversation(id);
      const replacing = new Map(images.map(({ from, to }) => [from, to]));
      const carried = images.map(({ to }): Attachment => carrying(to));
      const verified = await keepFiles(context, id, carried);
      for (const [at, { from }] of images.entries()) {
        const file = verified[at]?.file;
        if (file !== undefined) replacing.set(from, { ...file, page: null });
      }
      await rewrite(id, (one) => withImages(one, replacing));
    },

    async replaceAttachments({ id, files }: ParsedInput<'requests.replaceAttachments'>) {
      await stores.of(id).conversation(id);
      const replacing = new Map<string, Attachment | null>();
      for (const { from, to } of files) {
        replacing.set(from, to === null ? null : ((await keepFiles(context, id, [to]))[0] ?? null));
      }
      await rewrite(id, (one): Attachment => {
        const to = replacing.get(one.file.hash);
        if (to === undefined) return one;
        return to === null ? { ...one, mode: 'left-out' } : { ...to, name: one.name };
      });
    },
  };
}

/** Returns an image as an attachment of its own, for verifying and storing it as one. */
function carrying({ page: _page, ...file }: SentImage): Attachment {
  const rest = { encoding: null, text: null, images: [], pages: null, mode: 'whole' as const };
  return { name: file.hash, kind: 'image', file, ...rest };
}
