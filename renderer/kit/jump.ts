import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchHit } from '../../preload/contract/chat/search.ts';

/** A message to be brought in view, and what to mark in it. */
export interface Jump {
  readonly conversationId: string;
  readonly messageId: string;
  /** Its place on its branch. */
  readonly depth: number;
  /** Folded, as `conversations.search` gives them. */
  readonly terms: readonly string[];
  /** What of the message it is, and the name of the tool that was called: it is unfolded. */
  readonly in: SearchHit['in'];
  readonly name: string | null;
}

/** Where the reader is to be taken: set by a search or the tree, followed by the thread. */
export type JumpStore = StoreApi<{ readonly target: Jump | null }>;

export function createJumpStore(): JumpStore {
  return createStore(() => ({ target: null }));
}
