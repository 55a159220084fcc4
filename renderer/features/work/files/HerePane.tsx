import { FolderOpen, Laptop, RefreshCw } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import type { FilesState } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, cx, DropZone, EmptyState, ErrorBar, IconButton } from '../../../ui/index.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { doneCount } from './doneCount.ts';
import { FileTable } from './FileTable.tsx';
import { LeftOut } from './LeftOut.tsx';
import { useLoaded } from './useLoaded.ts';

interface HerePaneProps {
  readonly state: FilesState | null;
  readonly way: readonly string[];
  readonly onWay: (way: readonly string[]) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (names: ReadonlySet<string>) => void;
  /** Copies the selected files over. */
  readonly onCopy: () => void;
  /** Uploads files that the page was given. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly machine: string | null;
}

/** This computer: the folder that the user chose, or a place to drop files where the page has no folders. */
export function HerePane(props: HerePaneProps) {
  const { state, way, onWay, selected, onSelect, onCopy, onFiles, machine } = props;
  const t = useT();
  const { client } = useStores();
  const { problem, attempt, forget } = useAction();
  const scroller = useRef<HTMLDivElement>(null);
  const folder = state?.folder ?? null;
  const ended = doneCount(state?.transfers, 'down');
  const key = folder === null ? null : JSON.stringify([folder, way, ended]);
  const {
    value,
    problem: failed,
    busy,
    reload,
  } = useLoaded(key, () => client.call('files.listHere', { way: [...way] }));
  const choose = async () => {
    if (await attempt(() => client.call('files.chooseFolder'))) onWay([]);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && way.length > 0) onWay(way.slice(0, -1));
    else if (event.key === 'F5' && selected.size > 0) onCopy();
    else return;
    event.preventDefault();
  };
  const trouble = problem ?? failed;
  return (
    <section
      aria-label={t('files.here.title')}
      onKeyDown={keys}
      className={cx(
        'flex min-w-0 flex-col border-line border-r',
        state?.asksFolder === false ? 'w-72 shrink-0' : 'flex-1',
      )}
    >
      <header className="flex min-h-10 items-center gap-2 px-3 py-1">
        <Laptop size={15} aria-hidden className="text-text-soft" />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{t('files.here.title')}</h2>
        {folder !== null && (
          <>
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
            root={folder.split(/[/\\]/).at(-1) || folder}
            names={way}
            onGo={(depth) => onWay(way.slice(0, depth))}
          />
          <div ref={scroller} className="min-h-0 flex-1 overflow-auto px-1">
            <FileTable
              label={t('files.here.title')}
              entries={value?.entries ?? []}
              selected={selected}
              onSelect={onSelect}
              onOpen={(entry) => {
                if (entry.kind === 'folder') onWay([...way, entry.name]);
              }}
              scroller={scroller}
            />
            <LeftOut count={value?.leftOut} />
          </div>
        </>
      )}
      {state !== null && folder === null && state.asksFolder && (
        <EmptyState
          icon={FolderOpen}
          title={t('files.here.none')}
          action={<Button onClick={() => void choose()}>{t('files.here.choose')}</Button>}
        >
          {t('files.here.noneText')}
        </EmptyState>
      )}
      {state !== null && !state.asksFolder && (
        <div className="min-h-0 flex-1 overflow-auto p-3">
          <DropZone
            form="screen"
            multiple
            label={t('files.here.drop', { name: machine ?? t('files.there.title') })}
            hint={t('files.here.dropText')}
            chooseLabel={t('files.here.chooseFiles')}
            onFiles={onFiles}
          />
        </div>
      )}
    </section>
  );
}
