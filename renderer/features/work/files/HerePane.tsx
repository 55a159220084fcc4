import { FileDown, FolderOpen, FolderPlus, Laptop, RefreshCw } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { FilesState } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useLoaded } from '../../../kit/loading/useLoaded.ts';
import { useAction } from '../../../kit/useAction.ts';
import {
  Button,
  cx,
  DropHint,
  DropZone,
  EmptyState,
  ErrorBar,
  IconButton,
  useDrop,
} from '../../../ui/index.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { type Change, ChangeDialog } from './ChangeDialog.tsx';
import { doneCount } from './doneCount.ts';
import { type Dragged, rowsOf } from './dragging.ts';
import { entryOf, FileTable } from './FileTable.tsx';
import { LeftOut } from './LeftOut.tsx';
import { shownName } from './names.ts';
import { pane } from './paneKeys.ts';
import { orFocused, type Selection, toggled } from './selection.ts';
import { useRowFocus } from './useRowFocus.ts';

interface HerePaneProps {
  readonly state: FilesState | null;
  readonly way: readonly string[];
  readonly onWay: (way: readonly string[]) => void;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  /** Copies files and folders over. */
  readonly onCopy: (selected: Selection) => void;
  /** Uploads files that the page was given. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly dragged: Dragged;
  /** Copies what is dragged to it. */
  readonly onFetch: (selected: Selection) => void;
  readonly machine: string | null;
  /** The folder that files go to is not known yet. */
  readonly waiting: boolean;
  /** A preview is open. */
  readonly previewed: boolean;
}

/**
 * This computer: the folder that the user chose, or a place to drop files where the page has no folders. Rows of the other
 * pane that are dropped on it are downloaded.
 */
export function HerePane(props: HerePaneProps) {
  const { state, way, onWay, selected, onSelect, onCopy, onFiles, machine, previewed } = props;
  const { dragged, onFetch } = props;
  const t = useT();
  const { client } = useStores();
  const { problem, attempt, forget } = useAction();
  const [change, setChange] = useState<Change | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const folder = state?.folder ?? null;
  const drops = state?.asksFolder === false;
  const ended = doneCount(state?.transfers, 'down');
  const key = folder === null ? null : JSON.stringify([folder, way]);
  const {
    value,
    problem: failed,
    busy,
    reload,
  } = useLoaded(key, () => client.call('files.listHere', { way: [...way] }), ended);
  const choose = async () => {
    if (await attempt(() => client.call('files.chooseFolder'))) onWay([]);
  };
  const goUp = (depth: number) => {
    setLeft(way[depth] ?? null);
    onWay(way.slice(0, depth));
  };
  const makeFolder = () =>
    setChange({
      kind: 'new',
      make: (name) => client.call('files.makeFolderHere', { way: [...way], name }),
    });
  const keys = (event: KeyboardEvent) => {
    const entry = entryOf(event, value?.entries);
    const copied = orFocused(selected, entry);
    if (event.key === 'Backspace' && way.length > 0) goUp(way.length - 1);
    else if (event.key === 'F5' && copied.size > 0) onCopy(copied);
    else if (event.key === 'Insert' && entry) onSelect(toggled(selected, entry));
    else return;
    event.preventDefault();
  };
  const { over, drop } = useDrop(rowsOf('there'), () => onFetch(dragged.taken()));
  const trouble = problem ?? failed;
  return (
    <section
      aria-label={t('files.here.title')}
      onKeyDown={keys}
      {...drop}
      {...dragged.from('here', { entries: value?.entries, selected, folders: true })}
      {...pane}
      {...useRowFocus(value ?? failed, left)}
      className={paneClass(drops, previewed)}
    >
      <header className={drops ? 'sr-only' : 'flex min-h-10 items-center gap-2 px-3 py-1'}>
        <Laptop size={15} aria-hidden className="text-text-soft" />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{t('files.here.title')}</h2>
        {folder !== null && (
          <>
            <IconButton icon={FolderPlus} label={t('files.newFolder.here')} onClick={makeFolder} />
            <IconButton
              icon={FolderOpen}
              label={t('files.here.choose')}
              onClick={() => void choose()}
            />
            <IconButton
              icon={RefreshCw}
              label={t('files.here.refresh')}
              busy={busy}
              onClick={reload}
            />
          </>
        )}
      </header>
      {trouble && (
        <ErrorBar error={trouble} className="mx-3 mb-2" onDismiss={problem ? forget : undefined} />
      )}
      {folder !== null && (
        <>
          <Breadcrumbs
            label={t('files.here.way')}
            root={lastName(folder)}
            names={way}
            onGo={goUp}
          />
          <div ref={scroller} className="min-h-0 flex-1 overflow-auto px-1">
            <FileTable
              label={t('files.here.title')}
              entries={value?.entries ?? []}
              selected={selected}
              onSelect={onSelect}
              folders
              onOpen={(entry) => {
                if (entry.kind === 'folder') onWay([...way, entry.name]);
              }}
              scroller={scroller}
            />
            <LeftOut count={value?.leftOut} />
          </div>
        </>
      )}
      {state !== null && folder === null && (machine !== null || !drops) && (
        <WithoutFolder
          asks={state.asksFolder}
          machine={machine}
          waiting={props.waiting}
          onChoose={() => void choose()}
          onFiles={onFiles}
        />
      )}
      {over && <DownloadHint folder={folder} way={way} />}
      {change && (
        <ChangeDialog
          change={change}
          folder={null}
          onDone={reload}
          onLate={reload}
          onClose={() => setChange(null)}
        />
      )}
    </section>
  );
}

const lastName = (folder: string): string => folder.split(/[/\\]/).at(-1) || folder;

function DownloadHint({
  folder,
  way,
}: {
  readonly folder: string | null;
  readonly way: HerePaneProps['way'];
}) {
  const t = useT();
  return (
    <DropHint icon={FileDown}>
      {folder === null
        ? t('files.here.dropToDownload')
        : t('files.here.dropTo', { folder: shownName(way.at(-1) ?? lastName(folder)) })}
    </DropHint>
  );
}

const paneClass = (drops: boolean, previewed: boolean) =>
  cx(
    'relative flex min-w-0 flex-col border-line',
    drops
      ? 'shrink-0 border-b'
      : 'flex-1 border-r max-[48rem]:min-h-0 max-[48rem]:border-r-0 max-[48rem]:border-b',
    // beside a preview there is no room for both panes
    previewed && !drops && 'max-[68.75rem]:hidden',
  );

/** Asks for a folder, or takes files where the page has no folders. */
function WithoutFolder(
  props: Pick<HerePaneProps, 'machine' | 'waiting' | 'onFiles'> & {
    readonly asks: boolean;
    readonly onChoose: () => void;
  },
) {
  const { asks, machine, waiting, onChoose, onFiles } = props;
  const t = useT();
  if (asks) {
    return (
      <EmptyState
        icon={FolderOpen}
        title={t('files.here.none')}
        action={<Button onClick={onChoose}>{t('files.here.choose')}</Button>}
      >
        {t('files.here.noneText')}
      </EmptyState>
    );
  }
  return (
    <div className="px-3 py-2">
      <DropZone
        multiple
        busy={waiting}
        label={t('files.here.drop', { name: machine ?? t('files.there.title') })}
        hint={t('files.here.dropText')}
        chooseLabel={t('files.here.chooseFiles')}
        onFiles={onFiles}
      />
    </div>
  );
}
