import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  SearchHit,
  SearchQuery,
  SearchResult,
} from '../../../../../preload/contract/chat/search.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { Client } from '../../../../client/index.ts';
import { toProblem } from '../../../../kit/index.ts';
import { groupBy } from '../groupBy.ts';

/** Search filters; an absent one does not restrict. */
export type Filters = Pick<SearchQuery, 'role' | 'model' | 'folderId' | 'from' | 'to'>;

export interface SearchState {
  /** The query that `hits` answer; null before the first answer. */
  readonly answered: string | null;
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
  /** Terms to mark in an opened message. */
  readonly terms: readonly string[];
  /** The index is being built; its content is found meanwhile, and the search repeated. */
  readonly indexing: SearchResult['indexing'];
  /** Still searching: messages this old and older were not searched yet. Null if there is nothing to report. */
  readonly searchedBackTo: string | null;
  readonly busy: boolean;
  readonly problem: AppErrorData | null;
}

export interface Search extends StoreApi<SearchState> {
  /** Searches for this after a debounce; an empty text finds nothing. */
  look(text: string, filters: Filters): void;
  /** Fetches further hits. */
  goOn(): void;
  close(): void;
}

const nothing: SearchState = {
  answered: null,
  hits: [],
  more: false,
  terms: [],
  indexing: null,
  searchedBackTo: null,
  busy: false,
  problem: null,
};
/** Debounce of typing, ms. */
const rest = 120;
/** Milliseconds between searches while the index is being built. */
const again = 2000;

/** A search in the messages of a system: the results always belong to the last query. */
export function createSearch(client: Client, systemId: string, limit = 40): Search {
  const store = createStore<SearchState>(() => nothing);
  let asked: { readonly text: string; readonly filters: Filters } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** Start of the next page. */
  let next: number | undefined;

  /** @param wanted missing hits of this page: an answer may end early if searching takes long */
  const fetch = async (before: number | undefined, wanted: number) => {
    if (asked === null) return;
    const { text, filters } = asked;
    attempt += 1;
    const own = attempt;
    try {
      const found = await client.call('conversations.search', {
        ...filters,
        systemId,
        text,
        limit: wanted,
        ...(before === undefined ? {} : { before }),
      });
      if (own !== attempt) return;
      const { unsearched, hits: arrived, ...facts } = found;
      const missing = wanted - arrived.length;
      const goesOn = unsearched !== null && missing > 0;
      next = unsearched?.before ?? arrived.at(-1)?.number;
      store.setState(({ hits }) => ({
        ...facts,
        hits: before === undefined ? arrived : [...hits, ...arrived],
        answered: text,
        searchedBackTo: goesOn ? unsearched.at : null,
        busy: goesOn,
        problem: null,
      }));
      if (goesOn) void fetch(next, missing);
      // further pages stay where they are
      else if (found.indexing !== null && before === undefined) {
        timer = setTimeout(() => void fetch(undefined, limit), again);
      }
    } catch (error) {
      if (own === attempt)
        store.setState({ busy: false, searchedBackTo: null, problem: toProblem(error) });
    }
  };
  return Object.assign(store, {
    look(text: string, filters: Filters) {
      clearTimeout(timer);
      attempt += 1;
      if (text.trim() === '') {
        asked = null;
        store.setState(nothing, true);
        return;
      }
      asked = { text, filters };
      next = undefined;
      store.setState({ busy: true, searchedBackTo: null });
      timer = setTimeout(() => void fetch(undefined, limit), rest);
    },
    goOn() {
      if (next === undefined || store.getState().busy) return;
      clearTimeout(timer);
      store.setState({ busy: true });
      void fetch(next, limit);
    },
    close() {
      clearTimeout(timer);
      attempt += 1;
    },
  });
}

/** Groups hits by conversation, in the order in which each conversation's newest hit was found. */
export function byConversation(
  hits: readonly SearchHit[],
): { readonly id: string; readonly title: string; readonly hits: readonly SearchHit[] }[] {
  return [...groupBy(hits, ({ conversationId }) => conversationId)].map(([id, group]) => ({
    id,
    title: group[0]?.title ?? '',
    hits: group,
  }));
}
