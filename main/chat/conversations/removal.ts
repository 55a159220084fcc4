import { randomUUID } from 'node:crypto';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { announceConversation, announceDetails, type ConversationsContext } from './context.ts';
import type { ChatStore, Place, StoredConversation } from './store/index.ts';

/** A deleted message with the others deleted with it. */
interface Removal {
  readonly conversationId: string;
  /** In order of depth. */
  readonly ids: readonly string[];
  /** The leaf on screen and the first sent message, before and after the deletion. */
  readonly leaf: Change;
  readonly start: Change & { readonly summary: string | null };
}

interface Change {
  readonly from: string | null;
  readonly to: string | null;
}

/** The deleted messages of a conversation. */
interface Gaps {
  readonly gone: Set<string>;
  /** Original parents of the deleted messages and of their children. */
  readonly parents: Map<string, string | null>;
}

/** Returns the parents around gaps: for each message the nearest ancestor that is not deleted. */
function placesAround({ gone, parents }: Gaps): Place[] {
  const above = (id: string): string | null => parents.get(id) ?? null;
  return [...parents.keys()]
    .filter((id) => !gone.has(id))
    .map((id) => {
      let parentId = above(id);
      while (parentId !== null && gone.has(parentId)) parentId = above(parentId);
      return { id, parentId };
    });
}

/**
 * Deletes single messages, and restores them until the app ends. Children of a deleted message get its parent; restored
 * in any order, all of them get their original parents.
 */
export function createMessageRemoval(context: ConversationsContext) {
  const { stores, running, emit, now } = context;
  const removals = new Map<string, Removal>();
  const gaps = new Map<string, Gaps>();

  function gapsIn(conversationId: string): Gaps {
    const known = gaps.get(conversationId) ?? { gone: new Set(), parents: new Map() };
    gaps.set(conversationId, known);
    return known;
  }

  async function tell(id: string, removed: readonly string[]): Promise<void> {
    emit('branches.moved', { conversationId: id, removed: [...removed] });
    emit('tree.changed', { conversationId: id });
    await announceConversation(context, id);
    await announceDetails(context, id);
  }

  return {
    async remove(messageId: string) {
      const store = stores.of(messageId);
      const { conversationId } = await store.message(messageId);
      return running.exclusively(conversationId, async () => {
        const conversation = await store.conversation(conversationId);
        await store.requireSaved(conversationId);
        const removed = await withRounds(store, await store.message(messageId));
        const ids = removed.map(({ id }) => id);
        const leafId = await leafWithout(store, conversation, removed);
        const startId = await startWithout(store, conversation, removed);
        const below = await store.below(conversationId, messageId);
        const around = gapsIn(conversationId);
        const { gone, parents } = around;
        for (const { id, parentId } of removed) if (!parents.has(id)) parents.set(id, parentId);
        for (const id of below) if (!parents.has(id)) parents.set(id, messageId);
        for (const id of ids) gone.add(id);
        const removal = randomUUID();
        try {
          const aside = { id: removal, at: now().toISOString(), places: placesAround(around) };
          await store.setAside(conversationId, ids, aside);
        } catch (error) {
          for (const id of ids) gone.delete(id);
          throw error;
        }
        const { startSummary: summary } = conversation;
        await store.update(conversationId, {
          leafId,
          startId,
          startSummary: startId === null ? null : summary,
        });
        removals.set(removal, {
          ...{ conversationId, ids },
          leaf: { from: conversation.leafId, to: leafId },
          start: { from: conversation.startId, to: startId, summary },
        });
        await tell(conversationId, ids);
        return { removal };
      });
    },

    async restore(removal: string) {
      const removed = removals.get(removal);
      if (removed === undefined) throw new AppError('not-found', { details: { what: 'message' } });
      const { conversationId, ids, leaf, start } = removed;
      const store = stores.of(conversationId);
      await running.whenFree(conversationId, async () => {
        const around = gapsIn(conversationId);
        const { gone } = around;
        const { leafId, startId } = await store.conversation(conversationId);
        for (const id of ids) gone.delete(id);
        try {
          await store.takeBack(conversationId, ids, placesAround(around));
        } catch (error) {
          for (const id of ids) gone.add(id);
          throw error;
        }
        await store.update(conversationId, {
          ...(leafId === leaf.to ? { leafId: leaf.from } : {}),
          ...(startId === start.to ? { startId: start.from, startSummary: start.summary } : {}),
        });
        removals.delete(removal);
        await tell(conversationId, []);
      });
    },
  };
}

/** Returns an answer with the tool rounds that lead only to it, in order of depth. */
async function withRounds(store: ChatStore, message: Message): Promise<Message[]> {
  const { conversationId, role, toolCalls, parentId } = message;
  if (role !== 'assistant' || toolCalls.length > 0 || parentId === null) return [message];
  const whole = [message];
  for (let above: string | null = parentId; above !== null; above = whole[0]?.parentId ?? null) {
    const round: Message = await store.message(above);
    if (round.role !== 'assistant' || round.toolCalls.length === 0) break;
    if ((await store.below(conversationId, above)).length > 1) break;
    whole.unshift(round);
  }
  return whole;
}

/** Returns the leaf to show without these: of the branch below, beside, or above. */
async function leafWithout(
  store: ChatStore,
  { id, leafId }: StoredConversation,
  removed: readonly Message[],
): Promise<string | null> {
  const [top] = removed;
  const bottom = removed.at(-1);
  if (top === undefined || bottom === undefined || leafId !== bottom.id) return leafId;
  const beside = await store.beside(id, top.id);
  return beside === null ? top.parentId : store.newestLeaf(id, beside);
}

/** Returns the first sent message without these, as the branch on screen continues. */
async function startWithout(
  store: ChatStore,
  { startId, leafId }: StoredConversation,
  removed: readonly Message[],
): Promise<string | null> {
  if (startId === null || leafId === null) return startId;
  if (!removed.some(({ id }) => id === startId)) return startId;
  const depth = (removed.at(-1)?.depth ?? 0) + 1;
  const [next] = await store.stretch(leafId, depth, depth + 1);
  return next?.id ?? null;
}
