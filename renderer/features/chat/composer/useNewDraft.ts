import { useCallback, useEffect, useState } from 'react';
import { useStores } from '../../../kit/index.ts';

/**
 * What is being written of a conversation that has not begun: kept in main, so that it survives leaving
 * the screen and the app. What is meant for a temporary conversation is kept nowhere.
 */
export function useNewDraft(systemId: string, shown: boolean, temporary: boolean) {
  const { client, conversations } = useStores();
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (!shown) return;
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
    write(temporary ? '' : text);
  };
  // what was written before it was made temporary does not stay behind either
  useEffect(() => {
    if (temporary) write('');
  }, [temporary, write]);
  return { draft, keep };
}
