import type { Message, Page } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { announceConversation, type ConversationsContext } from './context.ts';
import type { ChatStore, Columns } from './store/index.ts';

const emptyPage: Page = { messages: [], start: 0, total: 0, siblings: {}, together: {} };

/** The message tree of a conversation: its branches, and sections of them. */
export function createBranches(context: ConversationsContext) {
  const { stores, running } = context;

  async function stretch(
    store: ChatStore,
    leaf: Message | null,
    start: number,
    count: number,
  ): Promise<Page> {
    if (leaf === null) return emptyPage;
    const total = leaf.depth + 1;
    const stored = await store.stretch(leaf.id, start, start + count);
    const siblings = await store.siblings(stored);
    const columns = await store.columns(stored.filter(({ id }) => id in siblings));
    const live = new Map(running.of(leaf.conversationId).map((turn) => [turn.shown().id, turn]));
    const messages = stored.map((message) => live.get(message.id)?.shown() ?? message);
    return { messages, start: Math.min(start, total), total, siblings, ...besides(columns) };
  }

  return {
    async openEnd({ id, count }: ParsedInput<'conversations.openEnd'>) {
      const store = stores.of(id);
      let page: Page = emptyPage;
      const conversation = await running.openWith(context, id, async ({ leafId }) => {
        const leaf = leafId === null ? null : await store.message(leafId);
        const start = Math.max(0, (leaf?.depth ?? -1) + 1 - count);
        page = await stretch(store, leaf, start, count);
        return page.messages;
      });
      const { messages: _shown, ...place } = page;
      const shown = new Set(conversation.messages.map((message) => message.id));
      const beside = running
        .of(id)
        .map((turn) => turn.shown())
        .filter((message) => !shown.has(message.id));
      return { conversation, page: place, running: beside };
    },

    async page({ conversationId, leafId, start, count }: ParsedInput<'branches.page'>) {
      const store = stores.of(conversationId);
      const conversation = await store.conversation(conversationId);
      const end = leafId ?? conversation.leafId;
      const leaf = end === null ? null : await store.message(end);
      if (leaf !== null && leaf.conversationId !== conversationId) throw gone();
      return stretch(store, leaf, start, count);
    },

    async tree(id: string) {
      const store = stores.of(id);
      await store.conversation(id);
      const live = new Map(running.of(id).map((turn) => [turn.shown().id, turn]));
      return (await store.tree(id)).map((node) => {
        const shown = live.get(node.id)?.shown();
        return shown === undefined ? node : { ...node, beginning: shown.content.slice(0, 120) };
      });
    },

    /** Shows the branch through this message, down to its newest end. */
    async show(messageId: string) {
      const store = stores.of(messageId);
      const { conversationId } = await store.message(messageId);
      const leafId = await store.newestLeaf(conversationId, messageId);
      await store.update(conversationId, { leafId });
      await announceConversation(context, conversationId);
      return { leafId };
    },

    async locate(messageId: string) {
      const store = stores.of(messageId);
      const message = await store.message(messageId);
      const { conversationId, depth } = message;
      const { leafId } = await store.conversation(conversationId);
      const shown = leafId !== null && (await store.onBranch(leafId, message));
      const end = shown ? leafId : await store.newestLeaf(conversationId, messageId);
      return { conversationId, leafId: end, depth };
    },
  };
}

function besides(columns: ReadonlyMap<string, Columns>): Pick<Page, 'together' | 'again'> {
  const together: Page['together'] = {};
  const again: NonNullable<Page['again']> = {};
  for (const [id, beside] of columns) {
    together[id] = [...beside.together];
    for (const [one, versions] of Object.entries(beside.again)) again[one] = [...versions];
  }
  return { together, ...(Object.keys(again).length === 0 ? {} : { again }) };
}

function gone(): AppError {
  return new AppError('not-found', { details: { what: 'message' } });
}
