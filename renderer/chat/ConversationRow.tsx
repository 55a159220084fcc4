import { ChevronRight, Folder as FolderIcon, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConversationSummary, Folder } from '../../preload/contract/chat.ts';
import { useT } from '../i18n/index.ts';
import { useStores } from '../stores/index.ts';
import { cx, IconButton, Menu, type MenuItem, Spinner, useToasts } from '../ui/index.ts';
import type { Row } from './groups.ts';
import { NameDialog } from './RenameDialog.tsx';

interface ConversationRowProps {
  readonly conversation: ConversationSummary;
  readonly open: boolean;
  readonly inset: boolean;
  readonly items: readonly MenuItem[];
}

/** One conversation of the list. */
export function ConversationRow({ conversation, open, inset, items }: ConversationRowProps) {
  const t = useT();
  const { route } = useStores();
  const { id, title, streaming, temporary } = conversation;
  const shown = title || t('chat.untitled');
  return (
    <div
      className={cx(
        'group relative mb-0.5 flex items-center rounded-control hover:bg-hover',
        open && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <button
        type="button"
        data-row
        aria-current={open || undefined}
        onClick={() => route.go({ screen: 'chat', conversationId: id })}
        className={cx(
          'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control pr-1 text-left',
          inset ? 'pl-7.5' : 'pl-2.5',
        )}
      >
        <span className={cx('min-w-0 flex-1 truncate', temporary && 'italic')}>{shown}</span>
        {streaming && <Spinner size={12} className="shrink-0 text-accent-text" />}
      </button>
      <span
        className={cx(
          'mr-0.5 opacity-0 focus-within:opacity-100 group-hover:opacity-100',
          open && 'opacity-100',
        )}
      >
        <Menu
          align="end"
          trigger={
            <IconButton
              size="small"
              icon={MoreHorizontal}
              label={t('chat.actionsOf', { title: shown })}
            />
          }
          items={items}
        />
      </span>
    </div>
  );
}

interface GroupHeadingProps {
  readonly name: Extract<Row, { readonly kind: 'heading' }>['name'];
  readonly folding: {
    readonly open: boolean;
    readonly onFold: () => void;
    readonly count: number;
  } | null;
}

/** A word over the conversations that follow; the archive's folds them. */
export function GroupHeading({ name, folding }: GroupHeadingProps) {
  const t = useT();
  const look = 'flex h-7 w-full items-center gap-1 px-2.5 text-small font-medium text-text-soft';
  if (folding === null) {
    return <h2 className={cx(look, 'mt-1 first:mt-0')}>{t(`chat.groups.${name}`)}</h2>;
  }
  return (
    <h2 className="mt-1">
      <button
        type="button"
        data-row
        aria-expanded={folding.open}
        onClick={folding.onFold}
        className={cx(look, 'rounded-control hover:bg-hover')}
      >
        <ChevronRight
          size={12}
          aria-hidden
          className={cx('-ml-0.5', folding.open && 'rotate-90')}
        />
        {t(`chat.groups.${name}`)}
        <span className="tabular ml-auto font-normal">{folding.count}</span>
      </button>
    </h2>
  );
}

interface FolderRowProps {
  readonly folder: Folder;
  readonly count: number;
  readonly open: boolean;
  readonly onFold: () => void;
  readonly perform: (work: () => Promise<unknown>) => void;
}

/** A folder: folds its conversations, can be renamed and removed. */
export function FolderRow({ folder, count, open, onFold, perform }: FolderRowProps) {
  const t = useT();
  const { client } = useStores();
  const toasts = useToasts();
  const [renaming, setRenaming] = useState(false);
  const { id, name } = folder;
  const remove = () =>
    perform(async () => {
      await client.call('chat.removeFolder', { id });
      toasts.show({ text: t('chat.folder.removed', { name }) });
    });
  return (
    <div className="group relative mb-0.5 flex items-center rounded-control hover:bg-hover">
      <button
        type="button"
        data-row
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
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <span className="tabular text-small text-text-soft">{count}</span>
      </button>
      <span className="mx-0.5 opacity-0 focus-within:opacity-100 group-hover:opacity-100">
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
          onRename={(next) => client.call('chat.renameFolder', { id, name: next })}
          onClose={() => setRenaming(false)}
        />
      )}
    </div>
  );
}
