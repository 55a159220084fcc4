import { Archive, ArchiveRestore, FileDown, FolderInput, Trash2, X } from 'lucide-react';
import type { Folder } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, IconButton, Menu } from '../../../../ui/index.ts';
import type { Selection } from './selection.ts';
import type { Bulk } from './useBulk.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly folders: readonly Folder[];
  readonly bulk: Bulk;
  readonly archive: boolean;
  readonly onExport: () => void;
}

/** The number of selected conversations, and actions on them. */
export function SelectionBar({ selection, folders, bulk, archive, onExport }: SelectionBarProps) {
  const t = useT();
  const ids = [...selection.ids];
  const none = ids.length === 0;
  const act = (what: () => void) => () => {
    what();
    selection.end();
  };
  return (
    <section
      aria-label={t('conversations.list.selection')}
      className="border-line border-t bg-sunken px-3 py-2"
    >
      <div className="flex items-center gap-1">
        <p role="status" className="tabular min-w-0 flex-1 truncate font-medium">
          {t('conversations.list.selected', { count: ids.length })}
        </p>
        <Button size="small" variant="quiet" onClick={selection.all}>
          {t('conversations.list.selectAll')}
        </Button>
        <IconButton
          size="small"
          icon={X}
          keys="escape"
          label={t('conversations.list.endSelection')}
          onClick={selection.end}
        />
      </div>
      <div className="mt-1 flex gap-1">
        <Menu
          side="top"
          trigger={
            <IconButton
              variant="plain"
              icon={FolderInput}
              label={t('conversations.list.move')}
              disabled={none}
            />
          }
          items={[
            ...folders.map((folder) => ({
              id: folder.id,
              label: folder.name,
              onSelect: act(() => bulk.move(ids, folder)),
            })),
            ...(folders.length > 0 ? (['separator'] as const) : []),
            {
              id: 'none',
              label: t('conversations.list.noFolder'),
              onSelect: act(() => bulk.move(ids, null)),
            },
          ]}
        />
        <IconButton
          variant="plain"
          icon={archive ? ArchiveRestore : Archive}
          label={t(archive ? 'chat.unarchive' : 'chat.archive')}
          disabled={none}
          onClick={act(() => bulk.archive(ids, !archive))}
        />
        <IconButton
          variant="plain"
          icon={FileDown}
          label={t('conversations.transfer.export')}
          disabled={none}
          onClick={onExport}
        />
        <IconButton
          variant="plain"
          icon={Trash2}
          label={t('common.delete')}
          disabled={none}
          onClick={act(() => bulk.remove(ids))}
        />
      </div>
    </section>
  );
}
