import { TextSearch } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createSearch, useJump } from '../../features/chat/conversations/index.ts';
import { useFollowed, useStores } from '../../kit/index.ts';
import { type Entry, markSize } from './entry.ts';

const most = 8;

/** Messages of all conversations that match the typed text; choosing one opens it. */
export function useFoundMessages(wanted: string): Entry[] {
  const { client, window } = useStores();
  const systemId = useFollowed((stores) => stores.systems).value?.selectedId ?? null;
  const search = useMemo(() => createSearch(client, systemId ?? '', most), [client, systemId]);
  const { hits, terms } = useStore(search);
  const goTo = useJump();
  useEffect(() => search.close, [search]);
  useEffect(() => {
    if (systemId !== null) search.look(wanted, {});
  }, [search, systemId, wanted]);
  return hits.map(({ messageId, title, excerpt, in: place, name }) => ({
    id: `message:${messageId}`,
    label: excerpt.map(({ text }) => text).join(''),
    note: title,
    mark: <TextSearch size={markSize} />,
    run: () => void window.carryOut(() => goTo({ messageId, terms, in: place, name })),
  }));
}
