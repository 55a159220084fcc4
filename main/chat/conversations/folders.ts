import { randomUUID } from 'node:crypto';
import type { Folder } from '../../../preload/contract/chat/conversation.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import { announceConversation, type ConversationsContext } from './context.ts';

/** Folders of conversations. */
export function createFolders(context: ConversationsContext) {
  const { systems, stores, emit, now } = context;
  const { folders: store } = stores;

  const list = async (systemId: string): Promise<{ systemId: string; folders: Folder[] }> => ({
    systemId,
    folders: await store.folders(systemId),
  });

  async function announceFolders(systemId: string): Promise<void> {
    emit('folders.changed', await list(systemId));
  }

  return {
    list,

    async add({ systemId, name }: ParsedInput<'folders.add'>) {
      systems.get(systemId);
      const folder = { id: randomUUID(), systemId, name };
      await store.addFolder(folder, now().toISOString());
      await announceFolders(systemId);
      return folder;
    },

    async rename({ id, name }: ParsedInput<'folders.rename'>) {
      const { systemId } = await store.folder(id);
      await store.renameFolder(id, name);
      await announceFolders(systemId);
    },

    /** Its conversations stay, without a folder. */
    async remove(id: string) {
      const { systemId } = await store.folder(id);
      const filed = await store.filedIn(id);
      await store.removeFolder(id);
      await announceFolders(systemId);
      for (const conversationId of filed) await announceConversation(context, conversationId);
    },
  };
}
