import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../../../client/index.ts';
import { toProblem } from '../../../../kit/index.ts';
import { withPage } from './branch.ts';
import type { ConversationStore, OpenConversation } from './store.ts';

/** Messages per request. */
export const pageSize = 50;

interface Missing extends Pick<ConversationStore, 'fetch' | 'fetchBeside'> {
  /** Allows requesting pages again: another branch may be shown. */
  forgetPages(): void;
}

/** Fetches missing messages on and beside the branch of an open conversation, once each. */
export function missingOf(client: Client, id: string, state: StoreApi<OpenConversation>): Missing {
  const askedPages = new Set<number>();
  const askedBeside = new Set<string>();

  const fetchPage = async (start: number): Promise<void> => {
    askedPages.add(start);
    const leafId = state.getState().head?.leafId;
    try {
      const page = await client.call('branches.page', {
        conversationId: id,
        ...(leafId ? { leafId } : {}),
        start,
        count: pageSize,
      });
      if (state.getState().head?.leafId !== leafId) return;
      state.setState(({ branch }) => ({ branch: withPage(branch, page) }));
    } catch (error) {
      askedPages.delete(start);
      state.setState({ problem: toProblem(error) });
    }
  };

  const fetchBeside = async (messageId: string, depth: number): Promise<void> => {
    askedBeside.add(messageId);
    try {
      const { messages } = await client.call('branches.page', {
        conversationId: id,
        leafId: messageId,
        start: depth,
        count: 1,
      });
      const [message] = messages;
      // a streaming message arrives by events, and whole at its end
      if (message === undefined || message.state === 'streaming') return;
      state.setState(({ beside }) => ({ beside: { ...beside, [message.id]: message } }));
    } catch (error) {
      askedBeside.delete(messageId);
      state.setState({ problem: toProblem(error) });
    }
  };

  return {
    forgetPages: () => askedPages.clear(),
    fetch(start: number, end: number) {
      const { slots } = state.getState().branch;
      for (let at = Math.floor(start / pageSize) * pageSize; at < end; at += pageSize) {
        const missing = slots.slice(at, at + pageSize).some((slot) => slot === undefined);
        if (missing && !askedPages.has(at)) void fetchPage(at);
      }
    },
    fetchBeside(ids: readonly string[], depth: number) {
      const { branch, live, beside } = state.getState();
      for (const one of ids) {
        const known = one in live || one in beside || branch.slots[depth]?.id === one;
        if (!known && !askedBeside.has(one)) void fetchBeside(one, depth);
      }
    },
  };
}
