import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchHit } from '../../preload/contract/chat/search.ts';

/** A message to scroll to, and the terms to mark in it. */
export interface Jump {
  readonly conversationId: string;
  readonly messageId: string;
  /** Its index on its branch. */
  readonly depth: number;
  /** Folded, as `conversations.search` gives them. */
  readonly terms: readonly string[];
  /** The part of the message, and the name of the called tool: it is unfolded. */
  readonly in: SearchHit['in'];
  readonly name: string | null;
}

/** Target of a navigation: set by a search or the tree, followed by the thread. */
export type JumpStore = StoreApi<{ readonly target: Jump | null }>;

export function createJumpStore(): JumpStore {
  return createStore(() => ({ target: null }));
}
