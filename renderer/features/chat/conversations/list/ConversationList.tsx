import { useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { useT } from '../../../../i18n/index.ts';
import { toProblem, useFollowed, useStores } from '../../../../kit/index.ts';
import { useTrouble } from '../../../../kit/useTrouble.ts';
import { DropHint, ErrorBar, useDrop, useNow } from '../../../../ui/index.ts';
import { SearchField } from '../search/SearchField.tsx';
import { SearchFilters } from '../search/SearchFilters.tsx';
import { SearchResults } from '../search/SearchResults.tsx';
import { conversationsIn, rowsOf, tagsOf } from './groups.ts';
import { type ListDialog, ListDialogs } from './ListDialogs.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListRows } from './ListRows.tsx';
import { listKeys } from './listKeys.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useSelection } from './selection.ts';
import { useBulk } from './useBulk.ts';
import { useConversationActions } from './useConversationActions.tsx';
import { useFolders } from './useFolders.ts';
import { useListCommands } from './useListCommands.ts';
import { useSearching } from './useSearching.ts';
import '../search/search.css';

interface ConversationListProps {
  readonly systemId: string;
  readonly openId: string | null;
}

/** The conversations of the system, with a search over all messages. */
export function ConversationList({ systemId, openId }: ConversationListProps) {
  const t = useT();
  const { conversations } = useStores();
  const { value, problem } = useFollowed(() => conversations);
  const folders = useFolders(systemId);
  const now = useNow(60_000);
  const field = useRef<HTMLInputElement>(null);
  const [archive, setArchive] = useState(false);
  const [tag, setTag] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());
  const [failed, setFailed] = useState<AppErrorData | null>(null);
  const [asked, setAsked] = useState<ListDialog | null>(null);
  const [dropped, setDropped] = useState<File | null>(null);
  const { trouble, dismiss } = useTrouble(failed, problem);

  const perform = (work: () => Promise<unknown>) => {
    setFailed(null);
    work().catch((error: unknown) => setFailed(toProblem(error)));
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
  const searching = useSearching(systemId, all, perform);
  const begin = (what: ListDialog, file: File | null = null) => {
    setDropped(file);
    setAsked(what);
  };
  const files = useDrop('Files', ({ files: [file] }) => {
    if (file !== undefined) begin('import', file);
  });
  useListCommands({
    field,
    neighbours:
      all.length === 0
        ? null
        : () => rowsOf(all, folders, { archive, tag, folded: new Set() }, now),
    openId,
    select: selection.begin,
    begin,
    showArchive: () => setArchive(true),
  });

  const noneLeft = archive ? rows.length === 0 : value?.length === 0;
  const empty = noneLeft
    ? t(archive ? 'conversations.list.archiveEmpty' : 'chat.noConversations')
    : null;

  return (
    <section
      aria-label={t('chat.conversations')}
      onKeyDown={(event) => listKeys(event, field.current, selection, searching)}
      {...files.drop}
      className="relative flex w-70 shrink-0 flex-col border-line border-r max-[81rem]:w-60 max-[40rem]:w-50"
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
        <SearchField field={field} {...searching.field} />
      </div>
      {searching.filters && <SearchFilters {...searching.filters} folders={folders} />}
      {trouble && <ErrorBar error={trouble} className="mx-3 mb-2" onDismiss={dismiss} />}
      {searching.active ? (
        <SearchResults {...searching.results} />
      ) : (
        <ListRows
          rows={rows}
          openId={openId}
          organising={{ itemsFor, run, bulk, selection, perform }}
          isOpen={(id) => tag !== null || !folded.has(id)}
          onFold={(id) => setFolded((before) => toggled(before, id))}
          onArchive={() => setArchive(true)}
          empty={empty}
        />
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
      {files.over && <DropHint>{t('conversations.transfer.dropList')}</DropHint>}
      {dialog}
      <ListDialogs
        systemId={systemId}
        asked={asked}
        dropped={dropped}
        chosen={all.filter(({ id }) => selection.ids.has(id))}
        onClose={() => setAsked(null)}
        onExported={() => {
          setAsked(null);
          selection.end();
        }}
      />
    </section>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
