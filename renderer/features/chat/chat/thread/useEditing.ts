import { useRef } from 'react';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { EditedMessage, Message } from '../../../../../preload/contract/chat/conversation.ts';
import { type Basket, useEditBasket } from '../../../../attachments/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useSharedEdit } from '../composer/useSharedEdit.ts';
import type { ConversationStore } from '../conversation/store.ts';

interface Editing {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly basket: Basket;
  /** Whether its text or files differ from the message's. */
  readonly isChanged: () => boolean;
  /** The attachments, if they differ from the message's. */
  readonly files: () => Attachment[] | undefined;
  /** Returns the revision that the message replaces, once all of it is stored. */
  readonly over: () => Promise<string>;
  /** Ends the edit: it was sent, or is no longer wanted. */
  readonly giveUp: () => void;
}

const same = (one: readonly Attachment[], other: readonly Attachment[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Editing of a message, stored in main while typing: it survives removing the row from the page, changing conversation
 * or screen, and closing the window.
 */
export function useEditing(
  message: Message,
  begun: EditedMessage | undefined,
  store: ConversationStore,
): Editing {
  const { client, writing } = useStores();
  const { id: messageId, content, attachments } = message;
  const ended = useRef(false);
  /** Files known to this window: others stay. */
  const known = useRef(new Set<string>());
  const know = (files: readonly Attachment[]) => {
    for (const { file } of files) known.current.add(file.hash);
  };
  const shared = useSharedEdit({
    theirs: begun?.text ?? null,
    start: content,
    async save(written, over) {
      if (ended.current) return true;
      const files = basket.ready();
      know([...attachments, ...(begun?.attachments ?? []), ...files]);
      const edit = { messageId, text: written, attachments: [...files] };
      const unchanged = written === content && same(files, attachments);
      // known here at once: the row may come back before main has answered
      place(store, messageId, unchanged ? null : edit);
      let kept = false;
      await writing.carryOut(async () => {
        await client.call('drafts.setEdit', { ...edit, over, knownFiles: [...known.current] });
        kept = true;
      });
      return kept;
    },
  });
  const basket = useEditBasket(begun?.attachments ?? attachments, () => shared.keep(true));

  return {
    text: shared.text,
    basket,
    write: shared.write,
    isChanged: () => shared.written() !== content || !same(basket.ready(), attachments),
    files: () => (same(basket.ready(), attachments) ? undefined : basket.ready()),
    async over() {
      await shared.settled();
      return shared.over();
    },
    giveUp() {
      ended.current = true;
      place(store, messageId, null);
      const over = shared.over();
      void writing.carryOut(() => client.call('drafts.dropEdit', { messageId, over }));
    },
  };
}

function place(store: ConversationStore, messageId: string, edit: EditedMessage | null): void {
  store.setState(({ head }) => {
    if (head === null) return {};
    const others = head.edits.filter((one) => one.messageId !== messageId);
    return { head: { ...head, edits: edit === null ? others : [...others, edit] } };
  });
}
