import { useEffect, useRef, useState } from 'react';
import type { QueuedMessage } from '../../../../../preload/contract/chat/conversation.ts';
import { useSharedEdit } from './useSharedEdit.ts';

/** What is done with the edit of a message that waits; `over` is the revision of the text that it goes over. */
export interface QueuedEditActions {
  /** `saved` is called once it is. */
  readonly edit: (queuedId: string, text: string, over: string, saved: () => void) => void;
  /** Has an edit kept as far as it has come; the text as it was ends it. False: main did not take it. */
  readonly keepEdit: (queuedId: string, text: string, over: string) => Promise<boolean>;
}

/**
 * The editing of a message that waits, kept in main as it goes: it survives that the conversation, the screen or the
 * window is left, and the message is not sent meanwhile.
 */
export function useQueuedEdit(
  { id, text: said, edit: theirs }: QueuedMessage,
  { edit, keepEdit }: QueuedEditActions,
) {
  const [open, setOpen] = useState(theirs !== null);
  /** Whether the user asked for it here, and not in another window or at another time. */
  const [asked, setAsked] = useState(false);
  /** As far as main knows it; null: it is not edited. */
  const kept = useRef(theirs);
  const shared = useSharedEdit({
    theirs,
    start: said,
    save(text, over) {
      kept.current = text === said ? null : text;
      return keepEdit(id, text, over);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another text is heard of
  useEffect(() => {
    if (theirs === kept.current) return;
    kept.current = theirs;
    if (theirs !== null) setOpen(true);
    else if (shared.isKept()) setOpen(false);
  }, [theirs]);

  return {
    text: open ? shared.text : null,
    asked,
    begin() {
      setAsked(true);
      shared.reset(said);
      setOpen(true);
    },
    write: shared.write,
    keep() {
      if (open) shared.keep();
    },
    async save() {
      await shared.settled();
      const text = shared.written();
      edit(id, text, shared.over(), () => {
        kept.current = null;
        shared.reset(text);
        setOpen(false);
      });
    },
    giveUp() {
      const over = shared.over();
      const isKnown = kept.current !== null;
      kept.current = null;
      shared.reset(said);
      setOpen(false);
      if (isKnown) void keepEdit(id, said, over);
    },
  };
}
