import type { StoreApi } from 'zustand/vanilla';
import type { Conversation, Message } from '../../../../../preload/contract/chat/conversation.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { type Branch, emptyBranch } from './branch.ts';
import type { LatestDraft } from './latestDraft.ts';

/** A conversation without its messages, which are in the branch. */
export type Head = Omit<Conversation, 'messages' | 'sequence'>;

export interface OpenConversation {
  readonly head: Head | null;
  readonly branch: Branch;
  /** Streaming answers by id: separate from the branch, so that only they are rendered again. */
  readonly live: Readonly<Record<string, Message>>;
  /** Completed answers beside the branch that were requested or seen to end. */
  readonly beside: Readonly<Record<string, Message>>;
  /** Answers waiting for a retry, by id. */
  readonly retries: Readonly<Record<string, Retry>>;
  readonly problem: AppErrorData | null;
}

/** A wait for a retry, by this window's clock: main's may differ. */
export interface Retry {
  /** As `performance.now`. */
  readonly at: number;
  readonly problem: AppErrorData;
}

export interface ConversationStore extends StoreApi<OpenConversation> {
  /** The draft while typing: separate, because the rest is not rendered again for it. */
  readonly heard: StoreApi<LatestDraft>;
  /** Fetches missing messages in this range of the branch. */
  fetch(start: number, end: number): void;
  /** Fetches missing answers beside the branch. */
  fetchBeside(ids: readonly string[], depth: number): void;
}

/** State before the first snapshot. */
export const closedState: OpenConversation = {
  head: null,
  branch: emptyBranch,
  live: {},
  beside: {},
  retries: {},
  problem: null,
};
