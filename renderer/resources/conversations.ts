import type { ConversationSummary } from '../../preload/contract/chat/conversation.ts';

/** Sorts a list: last changed first. */
export function newestFirst(list: readonly ConversationSummary[]): ConversationSummary[] {
  return [...list].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}
