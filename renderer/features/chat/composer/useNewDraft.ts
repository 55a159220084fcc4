import { useCallback, useEffect, useRef, useState } from 'react';
import { type Asking, draftRevision } from '../../../../preload/contract/drafts.ts';
import { useStores } from '../../../kit/index.ts';

/**
 * What is being written of a conversation that has not begun: kept in main, so that it survives leaving
 * the screen and the app. What is meant for a temporary conversation is kept in this window only.
 */
export function useNewDraft(systemId: string, shown: boolean, temporary: boolean) {
  const { client, conversations } = useStores();
  const [draft, setDraft] = useState<string | null>(null);
  const [otherDrafts, setOtherDrafts] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const asked = useRef<Asking | null>(null);
  /** As it stands in the composer. */
  const written = useRef<string | null>(null);
  const present = useRef(temporary);
  present.current = temporary;
  useEffect(() => {
    if (!shown || (present.current && written.current !== null)) return;
    let open = true;
    void conversations.carryOut(async () => {
      const kept = await client.call('drafts.ofNew', { systemId });
      if (!open) return;
      setDraft(kept.draft);
      setOtherDrafts(kept.otherDrafts);
      setAsking(kept.asking);
      asked.current ??= kept.asking;
      written.current ??= kept.draft;
    });
    return () => {
      open = false;
    };
  }, [client, conversations, systemId, shown]);
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
    async (text: string, over: string, writer?: string) => {
      let kept = false;
      await conversations.carryOut(async () => {
        await client.call('drafts.setOfNew', { systemId, draft: text, over, writer });
        kept = true;
      });
      return kept;
    },
    [client, conversations, systemId],
  );
  const keep = async (text: string, over: string, writer: string): Promise<boolean> => {
    written.current = text;
    if (!temporary) return write(text, over, writer);
    setDraft(text);
    return true;
  };
  const keepAsking = (now: Asking): void => {
    asked.current = now;
    if (temporary) return;
    void conversations.carryOut(() => client.call('drafts.setOfNew', { systemId, asking: now }));
  };
  useTurned(
    temporary,
    // what was written before it was made temporary does not stay behind either
    () => void conversations.carryOut(() => client.call('drafts.forgetOfNew', { systemId })),
    // what another window has begun meanwhile stays
    () => {
      void write(written.current ?? '', draftRevision(''));
      if (asked.current !== null) keepAsking(asked.current);
    },
  );
  return { draft, otherDrafts, keep, asking, keepAsking };
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
