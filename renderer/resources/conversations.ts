import type { ConversationSummary } from '../../preload/contract/conversation.ts';
import type { Client } from '../client/index.ts';
import { createSnapshots, type FollowedStore } from './followed.ts';
import { onSelection } from './per-system.ts';
import type { SystemsStore } from './systems.ts';

/** The conversations of the selected system, last changed first. */
export type ConversationsStore = FollowedStore<readonly ConversationSummary[]>;

export function createConversationsStore(
  client: Client,
  systems: SystemsStore,
): ConversationsStore {
  const selected = () => systems.getState().value?.selectedId ?? null;
  const snapshots = createSnapshots<readonly ConversationSummary[]>(async () => {
    const systemId = selected();
    return systemId === null
      ? null
      : newestFirst(await client.call('conversations.list', { systemId }));
  });
  const present = () => snapshots.store.getState().value ?? [];
  client.on('conversations.changed', (changed) => {
    if (changed.systemId !== selected()) return;
    const others = present().filter(({ id }) => id !== changed.id);
    snapshots.accept(newestFirst([...others, changed]));
  });
  client.on('conversations.removed', (removed) => {
    if (removed.systemId !== selected()) return;
    snapshots.accept(present().filter(({ id }) => id !== removed.id));
  });
  onSelection(systems, () => void snapshots.restart());
  client.onAttached(() => void snapshots.store.retake());
  return snapshots.store;
}

function newestFirst(list: readonly ConversationSummary[]): ConversationSummary[] {
  return [...list].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}
