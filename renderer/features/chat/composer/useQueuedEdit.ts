import { useEffect, useRef, useState } from 'react';
import type { QueuedMessage } from '../../../../preload/contract/conversation.ts';
import { useDraft } from './useDraft.ts';

/** What is done with the edit of a message that waits. */
export interface QueuedEditActions {
  /** `saved` is called once it is. */
  readonly edit: (queuedId: string, text: string, saved: () => void) => void;
  /** Has an edit kept as far as it has come; the text as it was ends it. */
  readonly keepEdit: (queuedId: string, text: string) => void;
}

/**
 * The editing of a message that waits, kept in main as it goes: it survives that the conversation, the screen or the
 * window is left, and the message is not sent meanwhile. What another window writes of it is taken over, unless this
 * one has written on.
 */
export function useQueuedEdit(
  { id, text: said, edit: theirs }: QueuedMessage,
  { edit, keepEdit }: QueuedEditActions,
) {
  const [text, setText] = useState<string | null>(theirs);
  /** Whether the user asked for it here, and not in another window or at another time. */
  const [asked, setAsked] = useState(false);
  const latest = useRef(text);
  /** As far as main knows it; null: it is not edited. */
  const kept = useRef(theirs);
  const show = (next: string | null) => {
    latest.current = next;
    setText(next);
  };
  const keep = (next: string) => {
    // saved or given up meanwhile
    if (latest.current === null || next === kept.current) return;
    kept.current = next === said ? null : next;
    keepEdit(id, next);
  };
  const later = useDraft(keep);
  useEffect(() => {
    if (theirs === kept.current) return;
    const isOurs = latest.current !== kept.current && latest.current !== null;
    kept.current = theirs;
    if (isOurs) return;
    latest.current = theirs;
    setText(theirs);
  }, [theirs]);

  return {
    text,
    asked,
    begin() {
      setAsked(true);
      show(said);
    },
    write(next: string) {
      show(next);
      later(next);
    },
    keep() {
      if (latest.current !== null) keep(latest.current);
    },
    save() {
      if (latest.current === null) return;
      edit(id, latest.current, () => {
        kept.current = null;
        show(null);
      });
    },
    giveUp() {
      show(null);
      if (kept.current !== null) keepEdit(id, said);
      kept.current = null;
    },
  };
}
