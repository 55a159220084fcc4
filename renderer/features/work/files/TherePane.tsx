import { EllipsisVertical, FolderPlus, RefreshCw, SquareTerminal } from 'lucide-react';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import type { FileEntry, Transfer } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useLoaded } from '../../../kit/loading/useLoaded.ts';
import {
  DropHint,
  ErrorBar,
  IconButton,
  Menu,
  onDemand,
  Select,
  useDrop,
} from '../../../ui/index.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { type Change, ChangeDialog } from './ChangeDialog.tsx';
import { useCommands } from './commands/useCommands.ts';
import { doneCount } from './doneCount.ts';
import { type Dragged, rowsOf } from './dragging.ts';
import { entryOf, FileTable, isMovable } from './FileTable.tsx';
import { LeftOut } from './LeftOut.tsx';
import { joined, shownName } from './names.ts';
import { pane } from './paneKeys.ts';
import { nothing, orFocused, type Selection, toggled } from './selection.ts';
import type { Place } from './usePlace.ts';
import { useRowFocus } from './useRowFocus.ts';

const CommandDialog = onDemand(() => import('./commands/CommandDialog.tsx'));

interface TherePaneProps {
  readonly systemId: string;
  readonly place: Place;
  readonly transfers: readonly Transfer[] | undefined;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  /** Folders can be downloaded: there is a folder for them. */
  readonly folders: boolean;
  /** The file whose preview is open. */
  readonly opened: FileEntry | null;
  readonly onOpened: (entry: FileEntry | null) => void;
  readonly onFetch: (selected: Selection) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly dragged: Dragged;
  /** Copies what is dragged to it. */
  readonly onCopy: (selected: Selection) => void;
}

/** The files of a machine. Files and rows of the other pane that are dropped on it are uploaded. */
export function TherePane(props: TherePaneProps) {
  const { systemId, place, transfers, selected, onSelect, opened, onOpened } = props;
  const { folders, onFetch, onFiles, dragged, onCopy } = props;
  const t = useT();
  const { client } = useStores();
  const { machine, path } = place;
  const [change, setChange] = useState<Change | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const ended = doneCount(transfers, 'up');
  const folder = machine === null || path === null ? null : { systemId, machine, path };
  const key = folder === null ? null : JSON.stringify(folder);
  const load = () => client.call('files.list', folder ?? { systemId, machine: '', path: '' });
  const { value, problem, busy, reload } = useLoaded(key, load, ended);
  const { over, drop } = useDrop(['Files', rowsOf('here')], ({ files, types }, taken) => {
    if (taken || folder === null) return;
    if (types.includes('Files')) onFiles([...files]);
    else onCopy(dragged.taken());
  });

  const go = (next: string) => {
    onOpened(null);
    onSelect(nothing);
    place.setPath(next);
  };
  const names = path === null || path === '/' ? [] : path.slice(1).split('/');
  const goUp = (depth: number) => {
    setLeft(names[depth] ?? null);
    go(`/${names.slice(0, depth).join('/')}`);
  };
  const open = (entry: FileEntry) => {
    if (path === null) return;
    if (entry.kind === 'folder') go(joined(path, entry.name));
    else onOpened(entry);
  };
  const makeFolder = () =>
    setChange({
      kind: 'new',
      make: async (name) => {
        if (folder === null) return;
        await client.call('files.makeFolder', { ...folder, path: joined(folder.path, name) });
      },
    });
  const keys = (event: KeyboardEvent) => {
    const entry = entryOf(event, value?.entries);
    const copied = orFocused(selected, entry && isMovable(entry, folders) ? entry : undefined);
    if (event.key === 'Backspace' && names.length > 0) goUp(names.length - 1);
    else if (event.key === 'F5' && copied.size > 0) onFetch(copied);
    else if (event.key === ' ' && entry && entry.kind !== 'folder' && onRow(event)) {
      onOpened(opened?.name === entry.name ? null : entry);
    } else if (event.key === 'Insert' && entry && isMovable(entry, folders)) {
      onSelect(toggled(selected, entry));
    } else if (event.key === 'F2' && entry) setChange({ kind: 'rename', entry });
    else return;
    event.preventDefault();
  };
  const actions = useRowMenu({ open, folders, onFetch, onChange: setChange });

  return (
    <section
      aria-label={t('files.there.title')}
      onKeyDown={keys}
      {...drop}
      {...dragged.from('there', { entries: value?.entries, selected, folders })}
      {...pane}
      {...useRowFocus(value ?? problem, left)}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <ThereHead
        systemId={systemId}
        place={place}
        busy={busy}
        onMachine={(next) => {
          onOpened(null);
          onSelect(nothing);
          place.setMachine(next);
        }}
        onMakeFolder={makeFolder}
        onReload={reload}
      />
      {path !== null && (
        <Breadcrumbs label={t('files.there.way')} root="/" names={names} onGo={goUp} />
      )}
      {problem && <ErrorBar error={problem} className="mx-3 mb-2" onRetry={reload} />}
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto px-1">
        {value && (
          <FileTable
            label={t('files.there.title')}
            entries={value.entries}
            selected={selected}
            onSelect={onSelect}
            folders={folders}
            onOpen={open}
            onDelete={(entry) => setChange({ kind: 'delete', entry })}
            openName={opened?.name ?? null}
            actions={actions}
            scroller={scroller}
          />
        )}
        <LeftOut count={value?.leftOut} />
      </div>
      {over && path !== null && (
        <DropHint>{t('files.there.dropTo', { folder: shownName(path) })}</DropHint>
      )}
      {change && folder && (
        <ChangeDialog
          change={change}
          folder={folder}
          onDone={() => {
            onOpened(null);
            onSelect(nothing);
            reload();
          }}
          onLate={reload}
          onClose={() => setChange(null)}
        />
      )}
    </section>
  );
}

function ThereHead(props: {
  readonly systemId: string;
  readonly place: Place;
  readonly busy: boolean;
  readonly onMachine: (name: string) => void;
  readonly onMakeFolder: () => void;
  readonly onReload: () => void;
}) {
  const { systemId, place, busy, onMachine, onMakeFolder, onReload } = props;
  const commands = useCommands(systemId, place.machine);
  const { machine, machines, path } = place;
  const t = useT();
  return (
    <header className="flex min-h-10 items-center gap-2 px-3 py-1">
      <h2 className="sr-only">{t('files.there.title')}</h2>
      <Select
        label={t('files.there.machine')}
        labelHidden
        value={machine ?? ''}
        disabled={machine === null}
        options={machines.map((name) => ({ value: name, label: shownName(name) }))}
        onValueChange={onMachine}
        className="mr-auto min-w-0 max-w-96 flex-1"
      />
      <IconButton
        icon={FolderPlus}
        label={t('files.newFolder.action')}
        disabled={machine === null || path === null}
        onClick={onMakeFolder}
      />
      {commands.state?.offered === true && (
        <IconButton
          icon={SquareTerminal}
          label={t(commands.state.locked ? 'files.command.locked' : 'frame.files.command')}
          disabled={commands.open === null}
          onClick={() => commands.open?.()}
        />
      )}
      {commands.shown !== null && <CommandDialog {...commands.shown} onClose={commands.close} />}
      <IconButton
        icon={RefreshCw}
        label={t('files.there.refresh')}
        busy={busy}
        onClick={onReload}
      />
    </header>
  );
}

const onRow = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('[data-row-button]');

/** Returns what draws the menu of a row. */
function useRowMenu(does: {
  readonly open: (entry: FileEntry) => void;
  readonly folders: boolean;
  readonly onFetch: (selected: Selection) => void;
  readonly onChange: (change: Change) => void;
}) {
  const t = useT();
  const latest = useRef(does);
  latest.current = does;
  return useCallback(
    (entry: FileEntry) => {
      const { open, folders, onFetch, onChange } = latest.current;
      return (
        <Menu
          align="end"
          trigger={
            <IconButton
              size="small"
              icon={EllipsisVertical}
              label={t('files.actions', { name: shownName(entry.name) })}
            />
          }
          items={[
            { id: 'open', label: t('files.open'), onSelect: () => open(entry) },
            ...(isMovable(entry, folders)
              ? [
                  {
                    id: 'download',
                    label: t('files.fetch'),
                    onSelect: () => onFetch(new Map([[entry.name, entry]])),
                  },
                ]
              : []),
            {
              id: 'rename',
              label: t('files.rename.action'),
              keys: 'f2',
              onSelect: () => onChange({ kind: 'rename', entry }),
            },
            'separator',
            {
              id: 'delete',
              label: t('files.delete.action'),
              danger: true,
              onSelect: () => onChange({ kind: 'delete', entry }),
            },
          ]}
        />
      );
    },
    [t],
  );
}
