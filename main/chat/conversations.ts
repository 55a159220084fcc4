import { randomUUID } from 'node:crypto';
import type { Attachment, SentImage } from '../../preload/contract/attachments.ts';
import { parameters as parametersShape } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Handlers } from '../../preload/contract/index.ts';
import { announceConversation, announceDetails, type ChatContext, settled } from './context.ts';
import { modelOf } from './requests.ts';
import {
  type ConversationChange,
  isTemporary,
  type StoredConversation,
  withImages,
} from './store/index.ts';
import { suggestTitle } from './title.ts';

type ConversationCalls = Pick<
  Handlers<'chat'>,
  | 'list'
  | 'create'
  | 'open'
  | 'setModel'
  | 'rename'
  | 'suggestTitle'
  | 'organise'
  | 'setDraft'
  | 'setParameters'
  | 'setStart'
  | 'listAttachments'
  | 'setImagesLeftOut'
  | 'replaceImages'
  | 'replaceAttachments'
  | 'remove'
  | 'restore'
  | 'fork'
  | 'duplicate'
>;

export interface Conversations {
  readonly calls: ConversationCalls;
  remove(id: string): Promise<void>;
}

/** Conversations as things to list, name, file and copy. */
export function createConversations(
  context: ChatContext,
  stop: (conversationId: string) => Promise<void>,
): Conversations {
  const { systems, stores, emit, now, running, genai } = context;

  async function change(id: string, what: ConversationChange): Promise<void> {
    await stores.of(id).update(id, what);
    await announceConversation(context, id);
  }

  /** Changes what is attached, and tells the windows. */
  async function rewrite(id: string, change: (one: Attachment) => Attachment): Promise<void> {
    const store = stores.of(id);
    const changed = await store.rewriteAttachments(id, change);
    for (const messageId of changed) running.announceMessage(await store.message(messageId));
    await announceDetails(context, id);
  }

  async function remove(id: string): Promise<void> {
    const store = stores.of(id);
    const { systemId } = await store.conversation(id);
    await stop(id);
    await store.setRemoved(id, now().toISOString());
    emit('chat.conversationRemoved', { id, systemId });
  }

  async function requireFolder(folderId: string, systemId: string, id: string): Promise<void> {
    const folder = await stores.folders.folder(folderId);
    if (folder.systemId === systemId && !isTemporary(id)) return;
    throw new AppError('not-found', { details: { what: 'folder' } });
  }

  function fresh(change: Partial<StoredConversation> & { id: string; systemId: string }) {
    const at = now().toISOString();
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

  /** Copies within the same store: what is temporary stays so. */
  async function copy(source: StoredConversation, leafId: string | null, branchEnd: string | null) {
    const {
      id: sourceId,
      systemId,
      title,
      model,
      folderId,
      tags,
      parameters,
      startId,
      startSummary,
      imagesLeftOut,
    } = source;
    const { store, prefix } = await stores.forNew(isTemporary(sourceId));
    const id = `${prefix}${randomUUID()}`;
    const kept = {
      ...{ systemId, title, model, folderId, tags },
      ...{ parameters, startId, startSummary, imagesLeftOut },
    };
    await store.copy(sourceId, fresh({ ...kept, id, leafId }), branchEnd);
    const summary = running.summary(await store.conversation(id));
    emit('chat.conversationChanged', summary);
    return summary;
  }

  const calls: ConversationCalls = {
    async list({ systemId }) {
      const lists = await Promise.all(stores.all().map((store) => store.list(systemId)));
      return lists
        .flat()
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
        .map(running.summary);
    },

    async create({ systemId, model, temporary = false, folderId = null }) {
      systems.get(systemId);
      const { store, prefix } = await stores.forNew(temporary);
      const id = `${prefix}${randomUUID()}`;
      if (folderId !== null) await requireFolder(folderId, systemId, id);
      const conversation = fresh({ id, systemId, model, folderId });
      await store.create(conversation);
      emit('chat.conversationChanged', running.summary(conversation));
      return running.open(context, id);
    },

    open: ({ id }) => running.open(context, id),

    setModel: ({ id, model }) => change(id, { model }),
    rename: ({ id, title }) => change(id, { title }),

    async suggestTitle({ id }) {
      const store = stores.of(id);
      const conversation = await store.conversation(id);
      const { systemId, leafId } = conversation;
      const chosen = modelOf(genai, conversation);
      if (leafId === null) throw new AppError('not-found', { details: { what: 'message' } });
      const title = await suggestTitle(genai, systemId, chosen, await store.branch(leafId));
      await change(id, { title });
      return { title };
    },

    async organise({ id, pinned, archived, folderId, tags }) {
      const { systemId } = await stores.of(id).conversation(id);
      if (typeof folderId === 'string') await requireFolder(folderId, systemId, id);
      await change(id, {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
        ...(folderId === undefined ? {} : { folderId }),
        ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
      });
    },

    async setDraft({ id, draft, attachments }) {
      await stores.of(id).update(id, {
        ...(draft === undefined ? {} : { draft }),
        ...(attachments === undefined
          ? {}
          : { draftAttachments: await settled(context, id, attachments) }),
      });
    },

    async setParameters({ id, parameters }) {
      await stores.of(id).update(id, { parameters });
      await announceDetails(context, id);
    },

    async setStart({ id, messageId }) {
      const store = stores.of(id);
      if (messageId !== null) {
        const { conversationId } = await store.message(messageId);
        if (conversationId !== id)
          throw new AppError('not-found', { details: { what: 'message' } });
      }
      await store.update(id, { startId: messageId, startSummary: null });
      await announceDetails(context, id);
    },

    listAttachments: ({ id }) => stores.of(id).attachmentsOf(id),

    async setImagesLeftOut({ id, leftOut }) {
      await stores.of(id).update(id, { imagesLeftOut: leftOut });
      await announceDetails(context, id);
    },

    async replaceImages({ id, images }) {
      const store = stores.of(id);
      await store.conversation(id);
      const replacing = new Map(images.map(({ from, to }) => [from, to]));
      const carried = images.map(({ to }): Attachment => carrying(to));
      const verified = await settled(context, id, carried);
      for (const [at, { from }] of images.entries()) {
        const file = verified[at]?.file;
        if (file !== undefined) replacing.set(from, { ...file, page: null });
      }
      await rewrite(id, (one) => withImages(one, replacing));
    },

    async replaceAttachments({ id, files }) {
      await stores.of(id).conversation(id);
      const replacing = new Map<string, Attachment | null>();
      for (const { from, to } of files) {
        replacing.set(from, to === null ? null : ((await settled(context, id, [to]))[0] ?? null));
      }
      await rewrite(id, (one): Attachment => {
        const to = replacing.get(one.file.hash);
        if (to === undefined) return one;
        return to === null ? { ...one, mode: 'left-out' } : { ...to, name: one.name };
      });
    },

    remove: ({ id }) => remove(id),

    async restore({ id }) {
      const store = stores.of(id);
      await store.conversation(id, { removed: true });
      await store.setRemoved(id, null);
      await announceConversation(context, id);
    },

    async fork({ messageId }) {
      const store = stores.of(messageId);
      const { conversationId, state } = await store.message(messageId);
      if (state === 'streaming') throw new AppError('turn-running');
      return copy(await store.conversation(conversationId), messageId, messageId);
    },

    duplicate: ({ id }) =>
      running.exclusively(id, async () => {
        const source = await stores.of(id).conversation(id);
        return copy(source, source.leafId, null);
      }),
  };
  return { calls, remove };
}

/** An image as an attachment of its own, to be made sure of and kept as one. */
function carrying({ page: _page, ...file }: SentImage): Attachment {
  const rest = { encoding: null, text: null, images: [], pages: null, mode: 'whole' as const };
  return { name: file.hash, kind: 'image', file, ...rest };
}
