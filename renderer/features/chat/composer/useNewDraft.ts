import { useCallback, useEffect, useRef, useState } from 'react';
import { useStores } from '../../../kit/index.ts';

/**
 * What is being written of a conversation that has not begun: kept in main, so that it survives leaving
 * the screen and the app. What is meant for a temporary conversation is kept in this window only.
 */
export function useNewDraft(systemId: string, shown: boolean, temporary: boolean) {
  const { client, conversations } = useStores();
  const [draft, setDraft] = useState<string | null>(null);
  const now = useRef({ draft, temporary });
  now.current = { draft, temporary };
  useEffect(() => {
    if (!shown || (now.current.temporary && now.current.draft !== null)) return;
    let open = true;
    void conversations.carryOut(async () => {
      const kept = await client.call('drafts.ofNew', { systemId });
      if (open) setDraft(kept.draft);
    });
    return () => {
      open = false;
    };
  }, [client, conversations, systemId, shown]);
  const write = useCallback(
    (text: string) =>
      void conversations.carryOut(() => client.call('drafts.setOfNew', { systemId, draft: text })),
    [client, conversations, systemId],
  );
  const keep = (text: string) => {
    setDraft(text);
    if (!temporary) write(text);
  };
  useTurned(
    temporary,
    // what was written before it was made temporary does not stay behind either
    () => void conversations.carryOut(() => client.call('drafts.forgetOfNew', { systemId })),
    () => write(now.current.draft ?? ''),
  );
  return { draft, keep };
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
