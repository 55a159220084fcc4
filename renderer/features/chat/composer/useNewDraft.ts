import { useCallback, useEffect, useRef, useState } from 'react';
import { draftRevision } from '../../../../preload/contract/drafts.ts';
import { useStores } from '../../../kit/index.ts';

/**
 * What is being written of a conversation that has not begun: kept in main, so that it survives leaving
 * the screen and the app. What is meant for a temporary conversation is kept in this window only.
 */
export function useNewDraft(systemId: string, shown: boolean, temporary: boolean) {
  const { client, writing } = useStores();
  const [draft, setDraft] = useState<string | null>(null);
  const [otherDrafts, setOtherDrafts] = useState<readonly string[]>([]);
  /** As it stands in the composer. */
  const written = useRef<string | null>(null);
  const present = useRef(temporary);
  present.current = temporary;
  useEffect(() => {
    if (!shown || (present.current && written.current !== null)) return;
    let open = true;
    void writing.carryOut(async () => {
      const kept = await client.call('drafts.ofNew', { systemId });
      if (!open) return;
      setDraft(kept.draft);
      setOtherDrafts(kept.otherDrafts);
      written.current ??= kept.draft;
    });
    return () => {
      open = false;
    };
  }, [client, writing, systemId, shown]);
  useEffect(
    () =>
      client.on('drafts.changed', (changed) => {
        if (changed.conversationId !== null || changed.systemId !== systemId) return;
        if (present.current) return;
        setOtherDrafts(changed.otherDrafts);
        written.current = changed.draft;
      }),
    [client, systemId],
  );
  const write = useCallback(
    (text: string, over: string, writer?: string) =>
      writing.carryOut(() =>
        client.call('drafts.setOfNew', { systemId, draft: text, over, writer }),
      ),
    [client, writing, systemId],
  );
  const keep = async (text: string, over: string, writer: string): Promise<boolean> => {
    written.current = text;
    if (!temporary) return write(text, over, writer);
    setDraft(text);
    return true;
  };
  useTurned(
    temporary,
    // what was written before it was made temporary does not stay behind either
    () => void writing.carryOut(() => client.call('drafts.forgetOfNew', { systemId })),
    // what another window has begun meanwhile stays
    () => void write(written.current ?? '', draftRevision('')),
  );
  return { draft, otherDrafts, keep };
}

/** Tells of a switch that was turned on or off, not of how it stood at first. */
export function useTurned(state: boolean, on: () => void, off: () => void): void {
  const before = useRef(false);
  const latest = useRef({ on, off });
  latest.current = { on, off };
  useEffect(() => {
    if (state === before.current) return;
    before.current = state;
    if (state) latest.current.on();
    else latest.current.off();
  }, [state]);
}
