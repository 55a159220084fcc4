import { File, FileSymlink, Folder } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import type { FileEntry } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { type Column, Table } from '../../../ui/index.ts';
import { inParts, shownName } from './names.ts';
import { type Selection, toggled } from './selection.ts';

interface FileTableProps {
  readonly label: string;
  readonly entries: readonly FileEntry[];
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  /** Folders can be moved as a whole. */
  readonly folders: boolean;
  readonly onOpen: (entry: FileEntry) => void;
  readonly onDelete?: (entry: FileEntry) => void;
  readonly openName?: string | null;
  /** Its actions, at the end of the row. */
  readonly actions?: (entry: FileEntry) => ReactNode;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** A link may lead to a file. */
export const isMovable = ({ kind }: FileEntry, folders: boolean): boolean =>
  kind === 'file' || kind === 'link' || (folders && kind === 'folder');

/** The files of a folder: folders first, then by name. */
export function FileTable(props: FileTableProps) {
  const { label, entries, selected, onSelect, folders } = props;
  const { onOpen, onDelete, openName, actions } = props;
  const t = useT();
  const rows = useMemo(
    () => [...entries].sort((a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder')),
    [entries],
  );
  const columns = useColumns({ selected, onSelect, folders, actions });
  return (
    <Table
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      onOpen={onOpen}
      draggable
      {...(onDelete && { onDelete })}
      openKey={openName ?? null}
      empty={t('files.empty')}
      scroller={props.scroller}
    />
  );
}

function useColumns({
  selected,
  onSelect,
  folders,
  actions,
}: Pick<
  FileTableProps,
  'selected' | 'onSelect' | 'folders' | 'actions'
>): readonly Column<FileEntry>[] {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    return [
      {
        id: 'select',
        title: t('files.columns.select'),
        control: true,
        width: '2.5rem',
        head: <span className="sr-only">{t('files.columns.select')}</span>,
        cell: (entry) =>
          isMovable(entry, folders) && (
            <input
              type="checkbox"
              aria-label={t('files.select', { name: shownName(entry.name) })}
              checked={selected.has(entry.name)}
              onChange={() => onSelect(toggled(selected, entry))}
              className="size-4"
            />
          ),
      },
      {
        id: 'name',
        title: t('files.columns.name'),
        sortBy: ({ name, kind }) => `${kind === 'folder' ? '\0' : ''}${name}`,
        cell: (entry) => <Name entry={entry} />,
      },
      {
        id: 'size',
        title: t('files.columns.size'),
        align: 'end',
        width: '5.5rem',
        sortBy: ({ size, kind }) => (kind === 'folder' ? null : size),
        cell: ({ size, kind }) => (kind === 'folder' || size === null ? '' : format.bytes(size)),
      },
      {
        id: 'changed',
        title: t('files.columns.changed'),
        align: 'end',
        width: '6.5rem',
        wideOnly: true,
        sortBy: ({ changedAt }) => changedAt,
        cell: ({ changedAt }) => (changedAt === null ? '' : format.brief(changedAt)),
      },
      ...(actions === undefined
        ? []
        : [
            {
              id: 'actions',
              title: t('files.columns.actions'),
              control: true,
              width: '3rem',
              head: <span className="sr-only">{t('files.columns.actions')}</span>,
              cell: actions,
            },
          ]),
    ];
  }, [t, format, selected, onSelect, folders, actions]);
}

function Name({ entry }: { readonly entry: FileEntry }) {
  const t = useT();
  const Icon = entry.kind === 'folder' ? Folder : entry.kind === 'link' ? FileSymlink : File;
  return (
    <span data-name={entry.name} className="inline-flex max-w-full items-center gap-2 align-middle">
      <Icon
        size={15}
        aria-label={t(`files.kinds.${entry.kind}`)}
        className={entry.kind === 'folder' ? 'shrink-0 text-accent' : 'shrink-0 text-text-faint'}
      />
      <Words name={shownName(entry.name)} />
    </span>
  );
}

function Words({ name }: { readonly name: string }) {
  const parts = inParts(name);
  if (parts === null) return <bdi className="min-w-0 truncate">{name}</bdi>;
  const [start, end] = parts;
  // Two boxes would be read, and found by a search, as two words.
  return (
    <span className="min-w-0" title={name}>
      <span className="sr-only">{name}</span>
      <bdi aria-hidden className="flex min-w-0">
        <span className="min-w-0 truncate whitespace-pre">{start}</span>
        <span className="shrink-0 whitespace-pre">{end}</span>
      </bdi>
    </span>
  );
}

/** Returns the row that an event comes from. */
export function entryOf(
  event: { readonly target: EventTarget },
  entries: readonly FileEntry[] | undefined,
): FileEntry | undefined {
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const name = row?.querySelector<HTMLElement>('[data-name]')?.dataset.name;
  return entries?.find((one) => one.name === name);
}
