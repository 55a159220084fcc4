import {
  type KeyboardEvent,
  type ReactElement,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer } from 'virtua';
import { useStore } from 'zustand';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import { useT } from '../../../i18n/index.ts';
import { asProblem, useFollowed, useStores } from '../../../kit/index.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { cx, ErrorBar, useDrop, useNow } from '../../../ui/index.ts';
import { SearchField } from '../search/SearchField.tsx';
import { SearchFilters } from '../search/SearchFilters.tsx';
import { SearchResults } from '../search/SearchResults.tsx';
import { createSearch, type Filters } from '../search/search.ts';
import { useJump } from '../search/useJump.ts';
import { ExportDialog } from '../transfer/ExportDialog.tsx';
import { ImportDialog } from '../transfer/ImportDialog.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { ArchiveRow, FolderRow, GroupHeading } from './GroupRows.tsx';
import { byTitle, conversationsIn, type Row, rowsOf, tagsOf } from './groups.ts';
import { ListHeader } from './ListHeader.tsx';
import { NameDialog } from './RenameDialog.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useSelection } from './selection.ts';
import { useBulk } from './useBulk.ts';
import { useConversationActions } from './useConversationActions.tsx';
import { useFolders } from './useFolders.ts';
import '../search/search.css';

interface ConversationListProps {
  readonly systemId: string;
  readonly openId: string | null;
}

/** Lists that are longer are drawn only as far as they are in view. */
const shortList = 60;
const noFilters: Filters = {};

/** The conversations of the system, and the search over everything that was said in them. */
export function ConversationList({ systemId, openId }: ConversationListProps) {
  const t = useT();
  const { client, conversations, route, jump } = useStores();
  const { value, problem } = useFollowed(() => conversations);
  const folders = useFolders(systemId);
  const now = useNow(60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const [filters, setFilters] = useState(noFilters);
  const [filtering, setFiltering] = useState(false);
  const [archive, setArchive] = useState(false);
  const [tag, setTag] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());
  const [failed, setFailed] = useState<AppErrorData | null>(null);
  const [currentHit, setCurrentHit] = useState<string | null>(null);
  const [asked, setAsked] = useState<'folder' | 'import' | 'export' | 'export-all' | null>(null);
  const [dropped, setDropped] = useState<File | null>(null);
  const trouble = failed ?? problem;

  const perform = (work: () => Promise<unknown>) => {
    setFailed(null);
    work().catch((error: unknown) => setFailed(asProblem(error)));
  };
  const { itemsFor, run, dialog } = useConversationActions(folders, perform);
  const bulk = useBulk(perform);
  const all = useMemo(() => value ?? [], [value]);
  const rows = useMemo(
    () => rowsOf(all, folders, { archive, tag, folded }, now),
    [all, folders, archive, tag, folded, now],
  );
  const shown = useMemo(() => conversationsIn(rows), [rows]);
  const selection = useSelection(shown);
  const searching = wanted.trim() !== '' || filtering;
  const search = useMemo(() => createSearch(client, systemId), [client, systemId]);
  const found = useStore(search);
  const goTo = useJump();
  useEffect(() => search.close, [search]);
  useEffect(() => search.look(wanted, filters), [search, wanted, filters]);
  const deferred = useDeferredValue(wanted);
  const titles = useMemo(() => byTitle(all, deferred, filters), [all, deferred, filters]);

  const filtered = Object.keys(filters).length > 0;
  const show = (messageId: string) => {
    setCurrentHit(messageId);
    perform(() => goTo({ messageId, terms: found.terms }));
  };
  const clear = () => {
    setWanted('');
    setFilters(noFilters);
    setFiltering(false);
    setCurrentHit(null);
    jump.setState({ target: null });
  };
  const begin = (what: typeof asked, file: File | null = null) => {
    setDropped(file);
    setAsked(what);
  };
  const files = useDrop('Files', ({ files: [file] }) => {
    if (file !== undefined) begin('import', file);
  });
  const step = (by: 1 | -1) => {
    const list = conversationsIn(rowsOf(all, folders, { archive, tag, folded: new Set() }, now));
    const at = list.findIndex(({ id }) => id === openId);
    const next = list[at < 0 ? (by === 1 ? 0 : list.length - 1) : at + by];
    if (next !== undefined) route.go({ screen: 'chat', conversationId: next.id });
  };
  useOffer('search', () => field.current?.focus());
  useOffer('next', all.length > 0 ? () => step(1) : null);
  useOffer('previous', all.length > 0 ? () => step(-1) : null);
  useOffer('import', () => begin('import'));
  useOffer('export-all', () => begin('export-all'));
  useOffer('select', all.length > 0 ? selection.begin : null);
  useOffer('archive-view', () => setArchive(true));

  const rowOf = (row: Row): ReactElement => {
    if (row.kind === 'conversation') {
      const { conversation, inset } = row;
      const { id } = conversation;
      return (
        <ConversationRow
          key={id}
          conversation={conversation}
          open={id === openId}
          inset={inset}
          items={itemsFor(conversation)}
          selection={selection}
          onRename={() => run('rename', conversation)}
          onDelete={() =>
            selection.ids.size > 0 ? bulk.remove([...selection.ids]) : run('delete', conversation)
          }
        />
      );
    }
    if (row.kind === 'folder') {
      const { folder, count } = row;
      return (
        <FolderRow
          key={folder.id}
          folder={folder}
          count={count}
          open={tag !== null || !folded.has(folder.id)}
          onFold={() =>
            setFolded((before) => {
              const next = new Set(before);
              if (!next.delete(folder.id)) next.add(folder.id);
              return next;
            })
          }
          bulk={bulk}
          perform={perform}
        />
      );
    }
    if (row.kind === 'archive') {
      return (
        <ArchiveRow key="archive" count={row.count} bulk={bulk} onOpen={() => setArchive(true)} />
      );
    }
    return <GroupHeading key={row.name} name={row.name} bulk={bulk} />;
  };

  const inList = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isRow = event.target instanceof HTMLElement && event.target.matches('[data-row]');
    if (event.key === 'Escape') {
      if (selection.active) selection.end();
      else if (searching) {
        clear();
        field.current?.focus();
      } else return;
    } else if (isRow && event.key === 'a' && (event.ctrlKey || event.metaKey) && !searching) {
      selection.all();
    } else if (!stepByArrows(event, field.current, searching ? null : selection.extend)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section
      aria-label={t('chat.conversations')}
      onKeyDown={inList}
      {...files.drop}
      className={cx(
        'relative flex shrink-0 flex-col border-line border-r',
        searching ? 'w-80 max-[62rem]:w-70' : 'w-60 max-[62rem]:w-50',
      )}
    >
      <ListHeader
        archive={archive}
        tags={tagsOf(all)}
        tag={tag}
        onTag={setTag}
        onArchive={setArchive}
        onNewFolder={() => begin('folder')}
        onSelect={selection.begin}
        onImport={() => begin('import')}
        onExport={() => begin('export-all')}
      />
      <div className="px-3 pb-2">
        <SearchField
          field={field}
          text={wanted}
          onText={setWanted}
          filtered={filtered}
          filtering={filtering}
          onFiltering={setFiltering}
          onClear={clear}
          onFirst={() => {
            const [hit] = found.hits;
            const [title] = titles;
            if (title !== undefined) route.go({ screen: 'chat', conversationId: title.id });
            else if (hit !== undefined) show(hit.messageId);
          }}
        />
      </div>
      {filtering && <SearchFilters filters={filters} folders={folders} onChange={setFilters} />}
      {trouble && (
        <ErrorBar error={trouble} className="mx-3 mb-2" onDismiss={() => setFailed(null)} />
      )}
      {searching ? (
        <SearchResults
          text={wanted}
          filtered={filtered}
          titles={titles}
          state={found}
          currentId={currentHit}
          onHit={({ messageId }) => show(messageId)}
          onMore={search.goOn}
          onRetry={() => search.look(wanted, filters)}
        />
      ) : (
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
          {rows.length <= shortList ? (
            rows.map(rowOf)
          ) : (
            <Virtualizer scrollRef={scroller} itemSize={34} bufferSize={600}>
              {rows.map(rowOf)}
            </Virtualizer>
          )}
          {value?.length === 0 && !archive && (
            <p className="px-2.5 py-2 text-small text-text-soft">{t('chat.noConversations')}</p>
          )}
          {archive && rows.length === 0 && (
            <p className="px-2.5 py-2 text-small text-text-soft">
              {t('conversations.list.archiveEmpty')}
            </p>
          )}
        </div>
      )}
      {selection.active && (
        <SelectionBar
          selection={selection}
          folders={folders}
          bulk={bulk}
          archive={archive}
          onExport={() => begin('export')}
        />
      )}
      {files.over && (
        <div className="phrases pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-card border border-accent border-dashed bg-raised p-4 text-center font-medium">
          {t('conversations.transfer.dropList')}
        </div>
      )}
      {dialog}
      {asked === 'folder' && (
        <NameDialog
          title={t('conversations.list.newFolderTitle')}
          label={t('chat.organise.folderName')}
          name=""
          onRename={(name) => client.call('folders.add', { systemId, name })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'import' && (
        <ImportDialog systemId={systemId} dropped={dropped} onClose={() => setAsked(null)} />
      )}
      {(asked === 'export' || asked === 'export-all') && (
        <ExportDialog
          first={asked === 'export' ? all.filter(({ id }) => selection.ids.has(id)) : []}
          onClose={() => {
            setAsked(null);
            selection.end();
          }}
        />
      )}
    </section>
  );
}

/**
 * Up and down go from row to row, and between the rows and the search field; with Shift they choose the
 * rows on the way. False where there is nowhere to go.
 */
function stepByArrows(
  event: KeyboardEvent<HTMLElement>,
  field: HTMLElement | null,
  extend: ((id: string) => void) | null,
): boolean {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const down = event.key === 'ArrowDown';
  if (at < 0) {
    if (document.activeElement !== field || !down) return false;
    rows[0]?.focus();
    return rows.length > 0;
  }
  const to = rows[at + (down ? 1 : -1)];
  if (to === undefined) {
    if (!down) field?.focus();
    return true;
  }
  if (event.shiftKey && extend !== null) {
    for (const row of [rows[at], to]) {
      const id = row?.dataset.row;
      if (id !== undefined && row?.draggable === true) extend(id);
    }
  }
  to.focus();
  return true;
}
