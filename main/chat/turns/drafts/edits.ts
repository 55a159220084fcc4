import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import type { Emit, ParsedInput } from '../../../../preload/contract/index.ts';
import type { serialQueues } from '../../../base/async/serial-queue.ts';
import type { Attachments } from '../../attachments/index.ts';
import { announceDetails, keepFiles, type Stores } from '../../conversations/index.ts';
import { isOutdated, lacksContent, type SetAside, withFiles } from './merge.ts';

/**
 * Removes the edit of a message after it was saved. Moves text that another window has written meanwhile to the other
 * drafts.
 */
export async function endEdit(
  { stores, emit }: { readonly stores: Stores; readonly emit: Emit },
  putAside: SetAside,
  { id: messageId, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  { text, over }: { readonly text: string; readonly over: string | undefined },
): Promise<void> {
  const store = stores.of(conversationId);
  const known = (await store.edits(conversationId)).find((one) => one.messageId === messageId);
  if (known !== undefined && lacksContent(known.text, text, over)) {
    await putAside(conversationId, known.text, over);
  }
  await store.dropEdit(messageId);
  await announceDetails({ stores, emit }, conversationId);
}

/** Messages that are being edited, in any window. */
export function createEdits(
  context: {
    readonly stores: Stores;
    readonly attachments: Pick<Attachments, 'verified' | 'keep' | 'hold'>;
    readonly emit: Emit;
  },
  inTurn: ReturnType<typeof serialQueues>,
  putAside: SetAside,
) {
  const { stores, attachments } = context;
  const editOf = async (messageId: string, conversationId: string) =>
    (await stores.of(messageId).edits(conversationId)).find((one) => one.messageId === messageId);

  return {
    setEdit: ({
      messageId,
      text,
      attachments: claimed,
      over,
      knownFiles,
    }: ParsedInput<'drafts.setEdit'>) =>
      inTurn(messageId, async () => {
        const store = stores.of(messageId);
        const message = await store.message(messageId);
        const { conversationId, content } = message;
        const now = await keepFiles({ attachments }, conversationId, claimed);
        const edit = await editOf(messageId, conversationId);
        const files = withFiles(edit?.attachments ?? [], now, knownFiles);
        if (edit !== undefined && isOutdated(edit.text, over)) {
          // clearing the field is meant for the earlier text
          if (text === '') {
            await announceDetails(context, conversationId);
            return;
          }
          if (lacksContent(edit.text, text, over)) await putAside(conversationId, edit.text, over);
        }
        const asItStands =
          text === content && JSON.stringify(files) === JSON.stringify(message.attachments);
        if (asItStands) await store.dropEdit(messageId);
        else await store.setEdit(conversationId, { messageId, text, attachments: files });
        await announceDetails(context, conversationId);
      }),

    dropEdit: ({ messageId, over }: ParsedInput<'drafts.dropEdit'>) =>
      inTurn(messageId, async () => {
        const { conversationId } = await stores.of(messageId).message(messageId);
        const edit = await editOf(messageId, conversationId);
        if (edit !== undefined && !isOutdated(edit.text, over)) {
          await stores.of(messageId).dropEdit(messageId);
        }
        await announceDetails(context, conversationId);
      }),
  };
}
