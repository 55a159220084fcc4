import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../../../preload/contract/attachments.ts';
import type { EditedMessage, Message } from '../../../../preload/contract/conversation.ts';
import { type Basket, useEditBasket } from '../../../attachments/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useDraft } from '../composer/useDraft.ts';
import type { ConversationStore } from '../conversation/conversation.ts';

interface Editing {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly basket: Basket;
  /** Whether it says or has something else than the message. */
  readonly isChanged: () => boolean;
  /** What is attached, where that is not what the message has. */
  readonly files: () => Attachment[] | undefined;
  /** Nothing of it is wanted any more. */
  readonly giveUp: () => void;
}

const same = (one: readonly Attachment[], other: readonly Attachment[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The editing of a message, kept in main as it goes: it survives that the row leaves the page, another
 * conversation or screen, and the window. What another window writes of it is taken over, unless this one
 * has written on.
 */
export function useEditing(
  message: Message,
  begun: EditedMessage | undefined,
  store: ConversationStore,
): Editing {
  const { client, writing } = useStores();
  const { id: messageId, content, attachments } = message;
  const [text, setText] = useState(begun?.text ?? content);
  const latest = useRef(text);
  /** As far as main knows it. */
  const kept = useRef(text);
  const over = useRef(false);

  const keep = useCallback(
    (written: string, files: readonly Attachment[]) => {
      if (over.current) return;
      kept.current = written;
      const edit = { messageId, text: written, attachments: [...files] };
      const unchanged = written === content && same(files, attachments);
      // known here at once: the row may come back before main has answered
      place(store, messageId, unchanged ? null : edit);
      void writing.carryOut(() => client.call('drafts.setEdit', edit));
    },
    [attachments, client, content, messageId, store, writing],
  );
  const basket = useEditBasket(begun?.attachments ?? attachments, (files) =>
    keep(latest.current, files),
  );
  const later = useDraft((written) => keep(written, basket.ready()));
  const theirs = begun?.text;
  useEffect(() => {
    if (theirs === undefined || theirs === kept.current || latest.current !== kept.current) return;
    kept.current = theirs;
    latest.current = theirs;
    setText(theirs);
  }, [theirs]);

  return {
    text,
    basket,
    write(next) {
      latest.current = next;
      setText(next);
      later(next);
    },
    isChanged: () => latest.current !== content || !same(basket.ready(), attachments),
    files: () => (same(basket.ready(), attachments) ? undefined : basket.ready()),
    giveUp() {
      over.current = true;
      place(store, messageId, null);
      void writing.carryOut(() => client.call('drafts.dropEdit', { messageId }));
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
