import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import type { SearchHit } from '../../../../../preload/contract/chat/search.ts';
import { useStores } from '../../../../kit/index.ts';
import { createSearch, type Filters } from '../search/search.ts';
import { useJump } from '../search/useJump.ts';
import { byTitle } from './groups.ts';

const noFilters: Filters = {};

/** State and handlers of the search over a system's conversations: field, filters and results. */
export function useSearching(
  systemId: string,
  all: readonly ConversationSummary[],
  perform: (work: () => Promise<unknown>) => void,
) {
  const { client, route, jump } = useStores();
  const [wanted, setWanted] = useState('');
  const [filters, setFilters] = useState(noFilters);
  const [filtering, setFiltering] = useState(false);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const search = useMemo(() => createSearch(client, systemId), [client, systemId]);
  const found = useStore(search);
  const goTo = useJump();
  useEffect(() => search.close, [search]);
  useEffect(() => search.look(wanted, filters), [search, wanted, filters]);
  const deferred = useDeferredValue(wanted);
  const titles = useMemo(() => byTitle(all, deferred, filters), [all, deferred, filters]);
  const filtered = Object.keys(filters).length > 0;

  const show = ({ messageId, in: place, name }: SearchHit) => {
    setCurrentId(messageId);
    perform(() => goTo({ messageId, terms: found.terms, in: place, name }));
  };
  const clear = () => {
    setWanted('');
    setFilters(noFilters);
    setFiltering(false);
    setCurrentId(null);
    jump.setState({ target: null });
  };
  return {
    active: wanted.trim() !== '' || filtering,
    clear,
    field: {
      text: wanted,
      onText: setWanted,
      filtered,
      filtering,
      onFiltering: setFiltering,
      onClear: clear,
      onFirst: () => {
        const [hit] = found.hits;
        const [title] = titles;
        if (title !== undefined) route.go({ screen: 'chat', conversationId: title.id });
        else if (hit !== undefined) show(hit);
      },
    },
    /** Null while hidden. */
    filters: filtering ? { filters, onChange: setFilters } : null,
    results: {
      text: wanted,
      filtered,
      titles,
      state: found,
      currentId,
      onHit: show,
      onMore: search.goOn,
      onRetry: () => search.look(wanted, filters),
    },
  };
}
