import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { keepFiles } from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import { endEdit } from './drafts/edits.ts';
import type { SetAside } from './drafts/merge.ts';
import { turnIds } from './question.ts';
import type { Sender } from './send.ts';

/** Sends an edited question as another branch beside the old one. */
export function createEdit(
  context: ChatContext,
  { begin }: Pick<Sender, 'begin'>,
  putAside: SetAside,
) {
  const { stores, running } = context;
  return async ({ messageId, text, attachments, models, over }: ParsedInput<'chat.edit'>) => {
    const store = stores.of(messageId);
    const message = await store.message(messageId);
    if (message.role !== 'user') throw new AppError('not-found', { details: { what: 'message' } });
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
      return turnIds(begun);
    });
  };
}
