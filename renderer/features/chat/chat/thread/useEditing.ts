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
  /** Whether it says or has something else than the message. */
  readonly isChanged: () => boolean;
  /** What is attached, where that is not what the message has. */
  readonly files: () => Attachment[] | undefined;
  /** What is sent goes over what this window knows: the revision of that, when all of it has been kept. */
  readonly over: () => Promise<string>;
  /** It was sent, or nothing of it is wanted any more. */
  readonly giveUp: () => void;
}

const same = (one: readonly Attachment[], other: readonly Attachment[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The editing of a message, kept in main as it goes: it survives that the row leaves the page, another
 * conversation or screen, and the window.
 */
export function useEditing(
  message: Message,
  begun: EditedMessage | undefined,
  store: ConversationStore,
): Editing {
  const { client, writing } = useStores();
  const { id: messageId, content, attachments } = message;
  const ended = useRef(false);
  /** Of the files that this window knows of: others stay. */
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
