import {
  Archive,
  ChevronRight,
  Folder as FolderIcon,
  MoreHorizontal,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { Folder } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { NameDialog } from '../../../../kit/NameDialog.tsx';
import { cx, IconButton, Menu, useToasts } from '../../../../ui/index.ts';
import { useDropOfConversations } from './dragging.ts';
import type { HeadingName } from './groups.ts';
import type { Bulk } from './useBulk.ts';

const dropLook = 'bg-accent-soft outline-2 outline-accent -outline-offset-2';

/** A heading above conversations; dropping on it pins them, or removes them from their folder. */
export function GroupHeading({ name, bulk }: { readonly name: HeadingName; readonly bulk: Bulk }) {
  const t = useT();
  const { over, drop } = useDropOfConversations((ids) =>
    name === 'pinned' ? bulk.pin(ids) : bulk.move(ids, null),
  );
  return (
    <h2
      {...drop}
      className={cx(
        'mt-1 flex h-7 w-full items-center rounded-control px-2.5 text-small font-medium text-text-soft first:mt-0',
        over && dropLook,
      )}
    >
      {t(`chat.groups.${name}`)}
    </h2>
  );
}

interface ArchiveRowProps {
  readonly count: number;
  readonly bulk: Bulk;
  readonly onOpen: () => void;
}

/** Opens the archive; dropping on it archives. */
export function ArchiveRow({ count, bulk, onOpen }: ArchiveRowProps) {
  const t = useT();
  const { over, drop } = useDropOfConversations((ids) => bulk.archive(ids, true));
  return (
    <button
      type="button"
      data-row="archive"
      aria-label={t('conversations.list.archiveCount', { count })}
      onClick={onOpen}
      {...drop}
      className={cx(
        'mt-1 flex h-8 w-full items-center gap-1.5 rounded-control pl-2.5 pr-2 text-left hover:bg-hover',
        over && dropLook,
      )}
    >
      <Archive size={14} aria-hidden className="shrink-0 text-text-soft" />
      <span className="min-w-0 flex-1 truncate font-medium">{t('conversations.list.archive')}</span>
      <span className="tabular text-small text-text-soft">{count}</span>
    </button>
  );
}

interface FolderRowProps {
  readonly folder: Folder;
  readonly count: number;
  readonly open: boolean;
  readonly onFold: () => void;
  readonly bulk: Bulk;
  readonly perform: (work: () => Promise<unknown>) => void;
}

/** A folder: folds its conversations, accepts dropped ones, can be renamed and deleted. */
export function FolderRow({ folder, count, open, onFold, bulk, perform }: FolderRowProps) {
  const t = useT();
  const { client, conversations } = useStores();
  const toasts = useToasts();
  const [renaming, setRenaming] = useState(false);
  const { id, name, systemId } = folder;
  const { over, drop } = useDropOfConversations((ids) => bulk.move(ids, folder));
  const remove = () => {
    const filed = (conversations.getState().value ?? []).filter((one) => one.folderId === id);
    perform(async () => {
      await client.call('folders.remove', { id });
      toasts.show({
        text: t('chat.folder.removed', { name }),
        undo: () =>
          perform(async () => {
            const again = await client.call('folders.add', { systemId, name });
            for (const one of filed) {
              await client.call('conversations.organise', { id: one.id, folderId: again.id });
            }
          }),
      });
    });
  };
  return (
    <div
      {...drop}
      className={cx(
        'group relative mb-0.5 flex items-center rounded-control hover:bg-hover',
        over && dropLook,
      )}
    >
      <button
        type="button"
        data-row={id}
        aria-expanded={open}
        onClick={onFold}
        className="flex h-8 min-w-0 flex-1 items-center gap-1.5 rounded-control pl-2 text-left"
      >
        <ChevronRight
          size={12}
          aria-hidden
          className={cx('shrink-0 text-text-soft', open && 'rotate-90')}
        />
        <FolderIcon size={14} aria-hidden className="shrink-0 text-text-soft" />
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {name}
        </span>
        <span className="tabular text-small text-text-soft">{count}</span>
      </button>
      <span className="mx-0.5 opacity-0 focus-within:opacity-100 [.group:hover_&]:opacity-100">
        <Menu
          align="end"
          trigger={
            <IconButton
              size="small"
              icon={MoreHorizontal}
              label={t('chat.folder.actionsOf', { name })}
            />
          }
          items={[
            {
              id: 'rename',
              label: t('chat.folder.rename'),
              icon: Pencil,
              onSelect: () => setRenaming(true),
            },
            {
              id: 'remove',
              label: t('chat.folder.remove'),
              icon: Trash2,
              danger: true,
              onSelect: remove,
            },
          ]}
        />
      </span>
      {renaming && (
        <NameDialog
          title={t('chat.folder.renameTitle')}
          label={t('chat.organise.folderName')}
          name={name}
          onRename={(next) => client.call('folders.rename', { id, name: next })}
          onClose={() => setRenaming(false)}
        />
      )}
    </div>
  );
}
