import { useEffect, useRef, useState } from 'react';
import { draftRevision } from '../../../../../preload/contract/chat/drafts.ts';
import { useDraft } from './useDraft.ts';

interface SharedEditOptions {
  /** Main's text; null while nobody edits. */
  readonly theirs: string | null;
  /** The initial text. */
  readonly start: string;
  /** Stores a text in place of the one with this revision. False: main refused it. */
  readonly save: (text: string, over: string) => Promise<boolean>;
}

/**
 * A text that several windows may edit, stored in main while typing: each version replaces the one that this window
 * knew, so that main puts aside another window's text. Foreign text is shown while this window has nothing pending.
 */
export function useSharedEdit({ theirs, start, save }: SharedEditOptions) {
  const [text, setText] = useState(theirs ?? start);
  const latest = useRef(text);
  /** Main's text as known here. */
  const base = useRef(text);
  const heard = useRef(theirs);
  const saving = useRef(new Set<Promise<void>>());
  const show = (next: string) => {
    latest.current = next;
    setText(next);
  };
  const adopt = () => {
    const next = heard.current;
    if (next === null || saving.current.size > 0 || latest.current !== base.current) return;
    base.current = next;
    show(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another text is heard of
  useEffect(() => {
    heard.current = theirs;
    adopt();
  }, [theirs]);
  const keep = (written: string, force = false) => {
    // given up meanwhile
    if (written !== latest.current) return;
    const before = base.current;
    if (written === before && !force) return;
    base.current = written;
    const asked = heard.current;
    const done = save(written, draftRevision(before)).then((taken) => {
      if (!taken && base.current === written) base.current = before;
      saving.current.delete(done);
      if (heard.current !== asked) adopt();
    });
    saving.current.add(done);
  };
  const later = useDraft(keep);
  return {
    text,
    write(next: string) {
      show(next);
      later(next);
    },
    /** @param force stores it even if parts are stored already */
    keep: (force = false) => keep(latest.current, force),
    written: () => latest.current,
    /** Revision of main's text as known here. */
    over: () => draftRevision(base.current),
    isKept: () => saving.current.size === 0 && latest.current === base.current,
    /** Shows another text that main already has. */
    reset(next: string) {
      base.current = next;
      show(next);
    },
    /** Waits for pending calls. */
    settled: async () => void (await Promise.all(saving.current)),
  };
}
