import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type {
  ConversationSummary,
  Message,
  TurnDelta,
} from '../../../../../preload/contract/chat/conversation.ts';
import type { Client } from '../../../../client/index.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';
import { type Branch, mergeBranch, withMessage, withoutMessages } from './branch.ts';
import type { LatestDraft } from './latestDraft.ts';
import { missingOf, pageSize } from './missing.ts';
import { type ConversationStore, closedState, type OpenConversation, type Retry } from './store.ts';

type Change =
  | { readonly sequence: number; readonly delta: TurnDelta }
  | { readonly sequence: number; readonly message: Message };

/**
 * Opens a conversation: the end of its branch first, other pages as they come into view, then every event with a higher
 * number than the snapshot's. Events during a snapshot wait for it, so that a window that attaches during an answer
 * misses nothing and shows nothing twice.
 */
export function openConversation(
  client: Client,
  id: string,
): { readonly store: ConversationStore; close(): void } {
  const state = createStore<OpenConversation>(() => closedState);
  const heard = createStore<LatestDraft>(() => ({ value: null }));
  let waiting: Change[] = [];
  /** The latest event of the conversation during a snapshot. */
  let latest: ConversationSummary | null = null;
  let opening = 0;
  let sequence = 0;
  const missing = missingOf(client, id, state);

  const apply = (change: Change): void => {
    // the snapshot already includes changes up to its number
    if (change.sequence <= sequence) return;
    sequence = change.sequence;
    state.setState(
      'message' in change
        ? changed(state.getState(), change.message)
        : grown(state.getState(), change.delta),
    );
  };
  const accept = (change: Change): void => {
    if (state.getState().head === null || opening > 0) waiting.push(change);
    else apply(change);
  };
  /** @param again main was away: the draft may have changed since */
  const take = async (again = false): Promise<void> => {
    opening += 1;
    latest = null;
    const { value: heardBefore } = heard.getState();
    try {
      const opened = await client.call('conversations.openEnd', { id, count: pageSize });
      const { conversation, page, running } = opened;
      const { messages, sequence: counted, ...head } = conversation;
      missing.forgetPages();
      sequence = counted;
      // the composer has followed its draft since opening, and this one may be older
      const isNews = state.getState().head === null || again;
      if (isNews && heard.getState().value === heardBefore) {
        heard.setState({ value: { draft: head.draft, writer: null } });
      }
      state.setState(({ branch, beside }) => ({
        head,
        // answers side by side stay there when the branch switches to another of them
        beside: { ...Object.fromEntries(besideOf(branch)), ...beside },
        branch: mergeBranch(branch, { ...page, messages }),
        live: liveOf([...messages, ...running]),
        retries: retriesOf([...messages, ...running]),
        problem: null,
      }));
    } catch (error) {
      state.setState({ problem: toProblem(error) });
    } finally {
      opening -= 1;
    }
    if (opening > 0) return;
    const changes = waiting;
    waiting = [];
    for (const change of changes) apply(change);
    if (latest !== null) follow(latest);
  };
  /** Switches to another branch: fetches its end. */
  const follow = (summary: ConversationSummary): void => {
    const { head, branch } = state.getState();
    if (head === null) return;
    state.setState({ head: { ...head, ...summary } });
    const last = branch.slots.at(-1);
    if (summary.leafId !== (last?.id ?? null)) void take();
  };
  const stops = [
    client.on('chat.delta', (delta) => {
      if (delta.conversationId === id) accept({ sequence: delta.sequence, delta });
    }),
    client.on('chat.messageChanged', (change) => {
      if (change.message.conversationId === id) accept(change);
    }),
    client.on('conversations.changed', (summary) => {
      if (summary.id !== id) return;
      if (opening > 0) latest = summary;
      else follow(summary);
    }),
    client.on('branches.moved', ({ conversationId, removed }) => {
      if (conversationId !== id) return;
      state.setState(({ branch }) => ({ branch: withoutMessages(branch, removed) }));
      void take();
    }),
    client.on('conversations.detailsChanged', ({ conversationId, ...details }) => {
      const { head } = state.getState();
      if (conversationId === id && head !== null) state.setState({ head: { ...head, ...details } });
    }),
    client.on('drafts.changed', ({ conversationId, draft, writer, attachments, otherDrafts }) => {
      if (conversationId !== id) return;
      heard.setState({ value: { draft, writer } });
      const { head } = state.getState();
      if (head === null) return;
      const before = [head.draftAttachments, head.otherDrafts];
      if (JSON.stringify(before) === JSON.stringify([attachments, otherDrafts])) return;
      state.setState({ head: { ...head, draftAttachments: attachments, otherDrafts } });
    }),
    client.onAttached(() => void take(true)),
  ];
  const store = Object.assign(state, {
    heard,
    fetch: missing.fetch,
    fetchBeside: missing.fetchBeside,
  });
  return { store, close: () => stops.forEach((stop) => void stop()) };
}

function besideOf({ slots, together }: Branch): [id: string, message: Message][] {
  return slots.flatMap((slot) =>
    slot !== undefined && slot.id in together && slot.state !== 'streaming'
      ? [[slot.id, slot]]
      : [],
  );
}

function liveOf(messages: readonly Message[]): Record<string, Message> {
  return Object.fromEntries(
    messages.filter(({ state }) => state === 'streaming').map((one) => [one.id, one]),
  );
}

function retriesOf(messages: readonly Message[]): Record<string, Retry> {
  const told = performance.now();
  return Object.fromEntries(
    messages.flatMap(({ id, retryWait }) =>
      retryWait === undefined
        ? []
        : [[id, { at: told + retryWait.seconds * 1000, problem: retryWait.problem }]],
    ),
  );
}

function changed(
  { branch, live, beside, retries }: OpenConversation,
  message: Message,
): Partial<OpenConversation> {
  const { [message.id]: _before, ...others } = live;
  const { [message.id]: _wait, ...otherRetries } = retries;
  return {
    retries: { ...otherRetries, ...retriesOf([message]) },
    ...(message.state === 'streaming' ? {} : { beside: { ...beside, [message.id]: message } }),
    branch: withMessage(branch, message),
    live: message.state === 'streaming' ? { ...others, [message.id]: message } : others,
  };
}

function grown({ live }: OpenConversation, delta: TurnDelta): Partial<OpenConversation> {
  const { messageId, content, reasoning, firstByteAt, contentAt } = delta;
  const message = live[messageId];
  if (message === undefined) return {};
  const next = {
    ...message,
    content: message.content + content,
    reasoning: message.reasoning + reasoning,
    // main's times: this window's clock may differ
    firstByteAt: firstByteAt ?? message.firstByteAt,
    contentAt: contentAt ?? message.contentAt,
  };
  return { live: { ...live, [messageId]: next } };
}

const closed: ConversationStore = Object.assign(
  createStore<OpenConversation>(() => closedState),
  {
    heard: createStore<LatestDraft>(() => ({ value: null })),
    fetch: () => undefined,
    fetchBeside: () => undefined,
  },
);

/** Opens a conversation while it is on screen; its store exists from the first frame. */
export function useConversation(id: string | null): ConversationStore {
  const client = useClient();
  const [opened, setOpened] = useState<{ id: string | null; store: ConversationStore }>({
    id: null,
    store: closed,
  });
  useEffect(() => {
    if (id === null) return;
    const conversation = openConversation(client, id);
    setOpened({ id, store: conversation.store });
    return conversation.close;
  }, [client, id]);
  return opened.id === id ? opened.store : closed;
}

/** Returns the current message including streamed text. */
export function useLive(store: ConversationStore, message: Message): Message {
  return useStore(store, ({ live }) => live[message.id]) ?? message;
}
