import { useEffect, useRef, useState } from 'react';
import { draftRevision } from '../../../../../preload/contract/chat/drafts.ts';
import { useDraft } from './useDraft.ts';

interface SharedEditOptions {
  /** As main has it; null where nobody edits. */
  readonly theirs: string | null;
  /** What editing begins with. */
  readonly start: string;
  /** Has a text kept over the one of this revision. False: main did not take it. */
  readonly save: (text: string, over: string) => Promise<boolean>;
}

/**
 * A text that several windows may be editing, kept in main as it goes: each time over the one that this window knew,
 * so that main puts aside what another has written meanwhile. What another window writes is shown while nothing of
 * this one is on its way.
 */
export function useSharedEdit({ theirs, start, save }: SharedEditOptions) {
  const [text, setText] = useState(theirs ?? start);
  const latest = useRef(text);
  /** As main has it, as far as it is known here. */
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
    /** @param force whatever of the text is kept already */
    keep: (force = false) => keep(latest.current, force),
    written: () => latest.current,
    /** Of what this window knows that main has. */
    over: () => draftRevision(base.current),
    isKept: () => saving.current.size === 0 && latest.current === base.current,
    /** Shows another text, which main has. */
    reset(next: string) {
      base.current = next;
      show(next);
    },
    /** Waits for what is on its way. */
    settled: async () => void (await Promise.all(saving.current)),
  };
}
