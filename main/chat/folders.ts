import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../preload/contract/index.ts';
import { announceConversation, type ChatContext } from './context.ts';

type FolderCalls = Pick<
  Handlers<'chat'>,
  | 'folders'
  | 'addFolder'
  | 'renameFolder'
  | 'removeFolder'
  | 'presets'
  | 'savePreset'
  | 'removePreset'
>;

/** Folders of conversations, and presets of parameters. */
export function createFolders(context: ChatContext): FolderCalls {
  const { systems, stores, emit, now } = context;
  const { folders: store } = stores;

  async function announceFolders(systemId: string): Promise<void> {
    emit('chat.foldersChanged', { systemId, folders: await store.folders(systemId) });
  }

  return {
    folders: ({ systemId }) => store.folders(systemId),

    async addFolder({ systemId, name }) {
      systems.get(systemId);
      const folder = { id: randomUUID(), systemId, name };
      await store.addFolder(folder, now().toISOString());
      await announceFolders(systemId);
      return folder;
    },

    async renameFolder({ id, name }) {
      const { systemId } = await store.folder(id);
      await store.renameFolder(id, name);
      await announceFolders(systemId);
    },

    async removeFolder({ id }) {
      const { systemId } = await store.folder(id);
      const filed = await store.filedIn(id);
      await store.removeFolder(id);
      await announceFolders(systemId);
      for (const conversationId of filed) await announceConversation(context, conversationId);
    },

    presets: () => store.presets(),

    async savePreset({ id, name, model, parameters }) {
      const preset = { id: id ?? randomUUID(), name, model, parameters };
      await store.savePreset(preset);
      emit('chat.presetsChanged', await store.presets());
      return preset;
    },

    async removePreset({ id }) {
      await store.removePreset(id);
      emit('chat.presetsChanged', await store.presets());
    },
  };
}
