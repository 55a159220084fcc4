import {
  Archive,
  ArrowLeft,
  FileDown,
  FileUp,
  FolderPlus,
  ListChecks,
  MoreHorizontal,
  PanelLeftClose,
  Plus,
  Tag,
  X,
} from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { useCommand } from '../../../../kit/useCommand.ts';
import { IconButton, Menu, type MenuItem } from '../../../../ui/index.ts';

interface ListHeaderProps {
  readonly archive: boolean;
  readonly tags: readonly { readonly tag: string; readonly count: number }[];
  readonly tag: string | null;
  readonly onTag: (tag: string | null) => void;
  readonly onArchive: (archive: boolean) => void;
  readonly onNewFolder: () => void;
  readonly onSelect: () => void;
  readonly onImport: () => void;
  readonly onExport: () => void;
}

/** The list's title with its main action; the other actions are in a menu. */
export function ListHeader(props: ListHeaderProps) {
  const { archive, tags, tag, onTag, onArchive } = props;
  const t = useT();
  const fresh = useCommand('new');
  const fold = useCommand('toggle-list');
  const tagItems: MenuItem[] = [
    { heading: t('conversations.list.tag') },
    ...tags.slice(0, 30).map((one) => ({
      id: `tag:${one.tag}`,
      label: `#${one.tag}`,
      note: String(one.count),
      checked: one.tag === tag,
      onSelect: () => onTag(one.tag === tag ? null : one.tag),
    })),
    ...(tags.length === 0
      ? [
          {
            id: 'no-tags',
            label: t('conversations.list.noTags'),
            icon: Tag,
            disabled: true,
            onSelect: () => undefined,
          },
        ]
      : []),
  ];
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-0.5 pr-3 pl-4">
        {archive && (
          <IconButton
            icon={ArrowLeft}
            label={t('conversations.list.back')}
            onClick={() => onArchive(false)}
            className="-ml-2"
          />
        )}
        <h1 className="min-w-0 flex-1 truncate font-semibold text-title">
          {archive ? t('conversations.list.archive') : t('frame.screens.chat')}
        </h1>
        <Menu
          align="end"
          trigger={<IconButton icon={MoreHorizontal} label={t('conversations.list.more')} />}
          items={[
            {
              id: 'folder',
              label: t('conversations.list.newFolder'),
              icon: FolderPlus,
              onSelect: props.onNewFolder,
            },
            {
              id: 'select',
              label: t('conversations.list.select'),
              icon: ListChecks,
              onSelect: props.onSelect,
            },
            {
              id: 'archive',
              label: archive ? t('conversations.list.back') : t('conversations.list.archive'),
              icon: archive ? ArrowLeft : Archive,
              onSelect: () => onArchive(!archive),
            },
            'separator',
            {
              id: 'import',
              label: t('conversations.transfer.import'),
              icon: FileUp,
              onSelect: props.onImport,
            },
            {
              id: 'export',
              label: t('conversations.transfer.export'),
              icon: FileDown,
              onSelect: props.onExport,
            },
            'separator',
            {
              id: 'fold',
              label: t('conversations.list.fold'),
              icon: PanelLeftClose,
              keys: fold.keys,
              onSelect: fold.run,
            },
            'separator',
            ...tagItems,
          ]}
        />
        <IconButton icon={Plus} keys={fresh.keys} label={fresh.label} onClick={fresh.run} />
      </header>
      {tag !== null && (
        <div className="px-3 pb-2">
          <span className="inline-flex max-w-full items-center gap-0.5 rounded-control bg-accent-soft pl-2 text-small text-accent-text">
            <span className="min-w-0 truncate">{`#${tag}`}</span>
            <IconButton
              size="small"
              icon={X}
              label={t('conversations.list.tagOff')}
              onClick={() => onTag(null)}
            />
          </span>
        </div>
      )}
    </>
  );
}
