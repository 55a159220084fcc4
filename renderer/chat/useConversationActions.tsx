import {
  Archive,
  ArchiveRestore,
  Copy,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Sparkles,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ConversationSummary, Folder } from '../../preload/contract/chat.ts';
import { useT } from '../i18n/index.ts';
import { useStores } from '../stores/index.ts';
import { type MenuItem, useToasts } from '../ui/index.ts';
import { OrganiseDialog } from './OrganiseDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

interface ConversationActions {
  readonly itemsFor: (conversation: ConversationSummary) => readonly MenuItem[];
  /** The dialog that an action has opened. */
  readonly dialog: ReactNode;
}

/** What can be done with a conversation, for every menu that offers it. */
export function useConversationActions(
  folders: readonly Folder[],
  perform: (work: () => Promise<unknown>) => void,
): ConversationActions {
  const t = useT();
  const { client, route } = useStores();
  const toasts = useToasts();
  const [asked, setAsked] = useState<{
    readonly kind: 'rename' | 'organise';
    readonly conversation: ConversationSummary;
  } | null>(null);

  const remove = ({ id, title }: ConversationSummary) =>
    perform(async () => {
      await client.call('chat.remove', { id });
      toasts.show({
        text: t('chat.removed', { title: title || t('chat.untitled') }),
        undo: () => perform(() => client.call('chat.restore', { id })),
      });
    });
  const itemsFor = (conversation: ConversationSummary): readonly MenuItem[] => {
    const { id, pinned, archived, temporary, leafId, streaming } = conversation;
    return [
      {
        id: 'rename',
        label: t('chat.rename'),
        icon: Pencil,
        onSelect: () => setAsked({ kind: 'rename', conversation }),
      },
      {
        id: 'suggest',
        label: t('chat.suggestTitle'),
        icon: Sparkles,
        disabled: leafId === null || streaming,
        onSelect: () => perform(() => client.call('chat.suggestTitle', { id })),
      },
      {
        id: 'pin',
        label: pinned ? t('chat.unpin') : t('chat.pin'),
        icon: pinned ? PinOff : Pin,
        onSelect: () => perform(() => client.call('chat.organise', { id, pinned: !pinned })),
      },
      {
        id: 'organise',
        label: t('chat.organise.action'),
        icon: FolderInput,
        disabled: temporary,
        onSelect: () => setAsked({ kind: 'organise', conversation }),
      },
      {
        id: 'duplicate',
        label: t('chat.duplicate'),
        icon: Copy,
        disabled: streaming,
        onSelect: () =>
          perform(async () => {
            const copy = await client.call('chat.duplicate', { id });
            route.go({ screen: 'chat', conversationId: copy.id });
          }),
      },
      {
        id: 'archive',
        label: archived ? t('chat.unarchive') : t('chat.archive'),
        icon: archived ? ArchiveRestore : Archive,
        onSelect: () => perform(() => client.call('chat.organise', { id, archived: !archived })),
      },
      'separator',
      {
        id: 'delete',
        label: t('common.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => remove(conversation),
      },
    ];
  };
  const close = () => setAsked(null);
  const dialog =
    asked === null ? null : asked.kind === 'rename' ? (
      <RenameDialog conversation={asked.conversation} onClose={close} />
    ) : (
      <OrganiseDialog conversation={asked.conversation} folders={folders} onClose={close} />
    );
  return { itemsFor, dialog };
}
