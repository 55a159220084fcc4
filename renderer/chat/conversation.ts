import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Conversation, Message, TurnDelta } from '../../preload/contract/chat.ts';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import type { Client } from '../client/index.ts';
import { asProblem, useClient } from '../stores/index.ts';

export interface OpenConversation {
  readonly conversation: Conversation | null;
  readonly problem: AppErrorData | null;
}

type Change =
  | { readonly sequence: number; readonly delta: TurnDelta }
  | { readonly sequence: number; readonly message: Message };

/**
 * One open conversation: the snapshot, then every event with a higher number. Events that come while the
 * snapshot is under way wait for it, so that a window that attaches in mid-answer misses nothing and
 * shows nothing twice.
 */
export function openConversation(
  client: Client,
  id: string,
): { readonly store: StoreApi<OpenConversation>; close(): void } {
  const store = createStore<OpenConversation>(() => ({ conversation: null, problem: null }));
  let waiting: Change[] = [];
  let opening = 0;

  const accept = (change: Change): void => {
    const { conversation } = store.getState();
    if (conversation === null || opening > 0) waiting.push(change);
    else store.setState({ conversation: apply(conversation, change) });
  };
  const take = async (): Promise<void> => {
    opening += 1;
    try {
      const snapshot = await client.call('chat.open', { id });
      const changes = waiting;
      waiting = [];
      store.setState({ conversation: changes.reduce(apply, snapshot), problem: null });
    } catch (error) {
      store.setState({ problem: asProblem(error) });
    } finally {
      opening -= 1;
    }
  };

  const stops = [
    client.on('chat.delta', (delta) => {
      if (delta.conversationId === id) accept({ sequence: delta.sequence, delta });
    }),
    client.on('chat.messageChanged', ({ sequence, message }) => {
      if (message.conversationId === id) accept({ sequence, message });
    }),
    client.on('chat.conversationChanged', (summary) => {
      const { conversation } = store.getState();
      if (summary.id === id && conversation !== null) {
        store.setState({ conversation: { ...conversation, ...summary } });
      }
    }),
    client.onAttached(() => void take()),
  ];
  return { store, close: () => stops.forEach((stop) => void stop()) };
}

/** A change whose number the snapshot already counts is in it already. */
function apply(conversation: Conversation, change: Change): Conversation {
  const { sequence } = change;
  if (sequence <= conversation.sequence) return conversation;
  if ('message' in change) {
    const { message } = change;
    const known = conversation.messages.some(({ id }) => id === message.id);
    return {
      ...conversation,
      sequence,
      messages: known
        ? conversation.messages.map((one) => (one.id === message.id ? message : one))
        : [...conversation.messages, message],
      leafId: known ? conversation.leafId : message.id,
    };
  }
  const { messageId, content, reasoning } = change.delta;
  return {
    ...conversation,
    sequence,
    messages: conversation.messages.map((one) =>
      one.id === messageId
        ? {
            ...one,
            content: one.content + content,
            reasoning: one.reasoning + reasoning,
            // main's own times come with the whole message when the turn ends
            firstByteAt: one.firstByteAt ?? new Date().toISOString(),
            contentAt: one.contentAt ?? (content === '' ? null : new Date().toISOString()),
          }
        : one,
    ),
  };
}

/** The messages from the first to the leaf of the branch on screen. */
export function branchOf({ messages, leafId }: Conversation): Message[] {
  const byId = new Map(messages.map((one) => [one.id, one]));
  const branch: Message[] = [];
  let at = leafId === null ? undefined : byId.get(leafId);
  while (at !== undefined) {
    branch.push(at);
    byId.delete(at.id);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return branch.reverse();
}

const closed = createStore<OpenConversation>(() => ({ conversation: null, problem: null }));

/** Opens a conversation for as long as it is on screen. */
export function useConversation(id: string | null): OpenConversation {
  const client = useClient();
  const [store, setStore] = useState(closed);
  useEffect(() => {
    if (id === null) {
      setStore(closed);
      return;
    }
    const opened = openConversation(client, id);
    setStore(opened.store);
    return opened.close;
  }, [client, id]);
  return useStore(store);
}
