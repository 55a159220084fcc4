import type {
  ConversationSummary,
  Folder,
} from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useToasts } from '../../../../ui/index.ts';

type Perform = (work: () => Promise<unknown>) => void;
type Change = { readonly [K in 'pinned' | 'archived' | 'folderId']?: ConversationSummary[K] };

/** Performs one action on several conversations, with one message and one undo. */
export function useBulk(perform: Perform) {
  const t = useT();
  const { client, conversations } = useStores();
  const toasts = useToasts();
  const known = (ids: readonly string[]) => {
    const all = conversations.getState().value ?? [];
    return all.filter(({ id }) => ids.includes(id));
  };
  const organise = (
    ids: readonly string[],
    change: Change,
    text: (count: number) => string,
  ): void => {
    const present = known(ids);
    const wanted = present.filter(
      (one) =>
        // temporary conversations belong to no folder
        !(one.temporary && typeof change.folderId === 'string') &&
        Object.entries(change).some(([name, value]) => one[name as keyof Change] !== value),
    );
    if (wanted.length === 0) return;
    perform(async () => {
      for (const { id } of wanted) await client.call('conversations.organise', { id, ...change });
      toasts.show({
        text: text(wanted.length),
        undo: () =>
          perform(async () => {
            for (const { id, pinned, archived, folderId } of wanted) {
              const before = { pinned, archived, folderId };
              const names = Object.keys(change) as (keyof Change)[];
              const back = Object.fromEntries(names.map((name) => [name, before[name]]));
              await client.call('conversations.organise', { id, ...back });
            }
          }),
      });
    });
  };
  return {
    move(ids: readonly string[], folder: Folder | null) {
      organise(ids, { folderId: folder?.id ?? null, pinned: false }, (count) =>
        folder === null
          ? t('conversations.list.movedOut', { count })
          : t('conversations.list.moved', { count, folder: folder.name }),
      );
    },
    pin(ids: readonly string[]) {
      organise(ids, { pinned: true }, (count) => t('conversations.list.pinned', { count }));
    },
    archive(ids: readonly string[], archived: boolean) {
      organise(ids, { archived }, (count) =>
        t(archived ? 'conversations.list.archived' : 'conversations.list.unarchived', { count }),
      );
    },
    remove(ids: readonly string[]) {
      const wanted = known(ids).map(({ id }) => id);
      if (wanted.length === 0) return;
      perform(async () => {
        for (const id of wanted) await client.call('conversations.remove', { id });
        toasts.show({
          text: t('conversations.list.deleted', { count: wanted.length }),
          undo: () =>
            perform(async () => {
              for (const id of wanted) await client.call('conversations.restore', { id });
            }),
        });
      });
    },
  };
}
export type Bulk = ReturnType<typeof useBulk>;
