import type { Handlers, ResourceValue } from '../../../preload/contract/index.ts';
import type { createBranches } from './branches.ts';
import type { createCollection } from './conversations.ts';
import type { createFind } from './find.ts';
import type { createFolders } from './folders.ts';
import type { createMessageRemoval } from './removal.ts';
import type { Search } from './search/index.ts';
import type { createTransfer } from './transfer/index.ts';

/** Maps the contract's calls to operations. */
export function createConversationCalls(parts: {
  readonly collection: ReturnType<typeof createCollection>;
  readonly branches: ReturnType<typeof createBranches>;
  readonly folders: ReturnType<typeof createFolders>;
  readonly removal: ReturnType<typeof createMessageRemoval>;
  readonly transfer: ReturnType<typeof createTransfer>;
  readonly search: Search;
  readonly find: ReturnType<typeof createFind>;
  readonly unsaved: () => ResourceValue<'unsaved'>;
}): {
  readonly conversations: Handlers<'conversations'>;
  readonly branches: Handlers<'branches'>;
  readonly tree: Handlers<'tree'>;
  readonly folders: Handlers<'folders'>;
  readonly unsaved: Handlers<'unsaved'>;
} {
  const { collection, branches, folders, removal, transfer, search, find, unsaved } = parts;
  return {
    conversations: {
      snapshot: ({ systemId }) => collection.list(systemId),
      create: collection.create,
      open: ({ id }) => collection.open(id),
      openEnd: branches.openEnd,
      search,
      setModel: collection.setModel,
      rename: collection.rename,
      organise: collection.organise,
      setParameters: collection.setParameters,
      remove: ({ id }) => collection.remove(id),
      restore: ({ id }) => collection.restore(id),
      fork: ({ messageId }) => collection.fork(messageId),
      duplicate: ({ id }) => collection.duplicate(id),
      exportFile: transfer.exportFile,
      savePage: transfer.savePage,
      print: transfer.print,
      importFile: transfer.importFile,
    },
    branches: {
      page: branches.page,
      find,
      show: ({ messageId }) => branches.show(messageId),
      locate: ({ messageId }) => branches.locate(messageId),
      remove: ({ messageId }) => removal.remove(messageId),
      restore: (one) => removal.restore(one.removal),
    },
    tree: { snapshot: ({ conversationId }) => branches.tree(conversationId) },
    folders: {
      snapshot: ({ systemId }) => folders.list(systemId),
      add: folders.add,
      rename: folders.rename,
      remove: ({ id }) => folders.remove(id),
    },
    unsaved: { snapshot: async () => unsaved() },
  };
}
