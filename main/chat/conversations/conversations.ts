import { randomUUID } from 'node:crypto';
import { parameters as parametersShape } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { announceConversation, announceDetails, type ConversationsContext } from './context.ts';
import { type ConversationChange, isTemporary, type StoredConversation } from './store/index.ts';

/** Lists, names, files and copies conversations. */
export function createCollection(context: ConversationsContext) {
  const { systems, stores, emit, now, running } = context;

  async function change(id: string, what: ConversationChange): Promise<void> {
    await stores.of(id).update(id, what);
    await announceConversation(context, id);
  }

  /** Removes it from the list and stops its turns. */
  async function remove(id: string): Promise<void> {
    const store = stores.of(id);
    const { systemId } = await store.conversation(id);
    await running.stop(id);
    await store.setRemoved(id, now().toISOString());
    emit('conversations.removed', { id, systemId });
  }

  async function requireFolder(folderId: string, systemId: string, id: string): Promise<void> {
    const folder = await stores.folders.folder(folderId);
    if (folder.systemId === systemId && !isTemporary(id)) return;
    throw new AppError('not-found', { details: { what: 'folder' } });
  }

  /** Copies within the same store: temporary ones stay temporary. */
  async function copy(source: StoredConversation, leafId: string | null, branchEnd: string | null) {
    const { store, prefix } = await stores.forNew(isTemporary(source.id));
    const id = `${prefix}${randomUUID()}`;
    await store.copy(source.id, copyOf(source, { id, leafId }, now()), branchEnd);
    const summary = running.summary(await store.conversation(id));
    emit('conversations.changed', summary);
    return summary;
  }

  return {
    remove,

    async list(systemId: string) {
      const lists = await Promise.all(stores.all().map((store) => store.list(systemId)));
      return lists
        .flat()
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
        .map(running.summary);
    },

    async create({
      systemId,
      model,
      temporary = false,
      folderId = null,
    }: ParsedInput<'conversations.create'>) {
      systems.get(systemId);
      const { store, prefix } = await stores.forNew(temporary);
      const id = `${prefix}${randomUUID()}`;
      if (folderId !== null) await requireFolder(folderId, systemId, id);
      const conversation = fresh({ id, systemId, model, folderId }, now());
      await store.create(conversation);
      emit('conversations.changed', running.summary(conversation));
      return running.open(context, id);
    },

    open: (id: string) => running.open(context, id),

    setModel: ({ id, model }: ParsedInput<'conversations.setModel'>) => change(id, { model }),
    rename: ({ id, title }: ParsedInput<'conversations.rename'>) => change(id, { title }),

    async organise({
      id,
      pinned,
      archived,
      folderId,
      tags,
    }: ParsedInput<'conversations.organise'>) {
      const { systemId } = await stores.of(id).conversation(id);
      if (typeof folderId === 'string') await requireFolder(folderId, systemId, id);
      await change(id, {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
        ...(folderId === undefined ? {} : { folderId }),
        ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
      });
    },

    async setParameters({ id, parameters }: ParsedInput<'conversations.setParameters'>) {
      await stores.of(id).update(id, { parameters });
      await announceDetails(context, id);
    },

    async restore(id: string) {
      const store = stores.of(id);
      await store.conversation(id, { removed: true });
      await store.setRemoved(id, null);
      await announceConversation(context, id);
    },

    async fork(messageId: string) {
      const store = stores.of(messageId);
      const { conversationId, state } = await store.message(messageId);
      if (state === 'streaming') throw new AppError('turn-running');
      return copy(await store.conversation(conversationId), messageId, messageId);
    },

    duplicate: (id: string) =>
      running.exclusively(id, async () => {
        const source = await stores.of(id).conversation(id);
        return copy(source, source.leafId, null);
      }),
  };
}

function fresh(
  change: Partial<StoredConversation> & Pick<StoredConversation, 'id' | 'systemId'>,
  now: Date,
): StoredConversation {
  const at = now.toISOString();
  return {
    title: '',
    model: null,
    leafId: null,
    folderId: null,
    pinned: false,
    archived: false,
    tags: [],
    draft: '',
    draftAttachments: [],
    parameters: parametersShape.parse({}),
    startId: null,
    startSummary: null,
    imagesLeftOut: false,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

/** Returns a new conversation with everything that a copy includes: neither the draft nor the place in the list. */
function copyOf(
  source: StoredConversation,
  own: Pick<StoredConversation, 'id' | 'leafId'>,
  now: Date,
): StoredConversation {
  const { systemId, title, model, folderId, tags } = source;
  const { parameters, startId, startSummary, imagesLeftOut } = source;
  const kept = { parameters, startId, startSummary, imagesLeftOut };
  return fresh({ systemId, title, model, folderId, tags, ...kept, ...own }, now);
}
