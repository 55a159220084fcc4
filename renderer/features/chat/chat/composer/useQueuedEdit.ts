import { useEffect, useRef, useState } from 'react';
import type { QueuedMessage } from '../../../../../preload/contract/chat/conversation.ts';
import { useSharedEdit } from './useSharedEdit.ts';

/** Actions for editing a queued message; `over` is the revision of the text to replace. */
export interface QueuedEditActions {
  /** `saved` is called after success. */
  readonly edit: (queuedId: string, text: string, over: string, saved: () => void) => void;
  /** Stores the current state of an edit; the original text ends it. False: main refused it. */
  readonly keepEdit: (queuedId: string, text: string, over: string) => Promise<boolean>;
}

/**
 * Editing of a queued message, stored in main while typing: it survives leaving the conversation, the screen or the
 * window, and the message is not sent meanwhile.
 */
export function useQueuedEdit(
  { id, text: said, edit: theirs }: QueuedMessage,
  { edit, keepEdit }: QueuedEditActions,
) {
  const [open, setOpen] = useState(theirs !== null);
  /** Whether the user started it here, and not in another window or earlier. */
  const [asked, setAsked] = useState(false);
  /** Main's state as known here; null if it is not edited. */
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
