import type { StoreApi } from 'zustand/vanilla';
import type { Conversation, Message } from '../../../../../preload/contract/chat/conversation.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { type Branch, emptyBranch } from './branch.ts';
import type { Heard } from './heard.ts';

/** A conversation without its messages, which the branch holds. */
export type Head = Omit<Conversation, 'messages' | 'sequence'>;

export interface OpenConversation {
  readonly head: Head | null;
  readonly branch: Branch;
  /** Answers that are being written, by id: apart from the branch, so that only they are drawn again. */
  readonly live: Readonly<Record<string, Message>>;
  /** Ended answers that stand beside the branch, as far as they were asked for or seen to end. */
  readonly beside: Readonly<Record<string, Message>>;
  /** Answers whose request waits to be sent again, by id. */
  readonly retries: Readonly<Record<string, Retry>>;
  readonly problem: AppErrorData | null;
}

/** A wait for another try, by the clock of this window: main's may be set otherwise. */
export interface Retry {
  /** As `performance.now`. */
  readonly at: number;
  readonly problem: AppErrorData;
}

export interface ConversationStore extends StoreApi<OpenConversation> {
  /** What is being written, as it is typed: apart from the rest, which is not drawn again for it. */
  readonly heard: StoreApi<Heard>;
  /** Fetches what is missing of this stretch of the branch. */
  fetch(start: number, end: number): void;
  /** Fetches what is missing of these answers beside the branch. */
  fetchBeside(ids: readonly string[], depth: number): void;
}

/** Before the first snapshot. */
export const closedState: OpenConversation = {
  head: null,
  branch: emptyBranch,
  live: {},
  beside: {},
  retries: {},
  problem: null,
};
