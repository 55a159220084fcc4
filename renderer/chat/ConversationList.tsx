import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import { useT } from '../i18n/index.ts';
import { asProblem, useFollowed, useStores } from '../stores/index.ts';
import { ErrorBar, IconButton, TextField, useNow } from '../ui/index.ts';
import { ConversationRow, FolderRow, GroupHeading } from './ConversationRow.tsx';
import { type Row, rowsOf } from './groups.ts';
import { useConversationActions } from './useConversationActions.tsx';
import { useFolders } from './useFolders.ts';

interface ConversationListProps {
  readonly systemId: string;
  readonly openId: string | null;
  readonly onNew: () => void;
}

/** Lists that are longer are drawn only as far as they are in view. */
const shortList = 60;

/** The conversations of the system: pinned, in folders, by age, archived; searched by title and tag. */
export function ConversationList({ systemId, openId, onNew }: ConversationListProps) {
  const t = useT();
  const { conversations } = useStores();
  const { value, problem } = useFollowed(() => conversations);
  const folders = useFolders(systemId);
  const now = useNow(60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(['archived']));
  const [failed, setFailed] = useState<AppErrorData | null>(null);
  const trouble = failed ?? problem;

  const perform = (work: () => Promise<unknown>) => {
    setFailed(null);
    work().catch((error: unknown) => setFailed(asProblem(error)));
  };
  const { itemsFor, dialog } = useConversationActions(folders, perform);
  const fold = (id: string) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const rows = rowsOf(value ?? [], folders, folded, wanted, now);

  const rowOf = (row: Row): ReactElement => {
    if (row.kind === 'conversation') {
      const { conversation, inset } = row;
      return (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          open={conversation.id === openId}
          inset={inset}
          items={itemsFor(conversation)}
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
          open={wanted !== '' || !folded.has(folder.id)}
          onFold={() => fold(folder.id)}
          perform={perform}
        />
      );
    }
    const { name, count } = row;
    const folding =
      name === 'archived' && wanted === ''
        ? { open: !folded.has(name), onFold: () => fold(name), count }
        : null;
    return <GroupHeading key={name} name={name} folding={folding} />;
  };

  return (
    <section
      aria-label={t('chat.conversations')}
      className="flex w-60 shrink-0 flex-col border-line border-r max-[62rem]:w-50"
    >
      <header className="flex h-14 items-center justify-between pr-3 pl-4">
        <h1 className="font-semibold text-title">{t('frame.screens.chat')}</h1>
        <IconButton icon={Plus} label={t('chat.new')} onClick={onNew} />
      </header>
      <div className="px-3 pb-2">
        <TextField
          type="search"
          label={t('chat.search')}
          labelHidden
          placeholder={t('chat.search')}
          value={wanted}
          onValueChange={setWanted}
          trailing={<Search size={13} aria-hidden className="mr-1.5 text-text-faint" />}
        />
      </div>
      {trouble && (
        <ErrorBar error={trouble} className="mx-3 mb-2" onDismiss={() => setFailed(null)} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go from row to row */}
      <div
        ref={scroller}
        onKeyDown={stepByArrows}
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-3"
      >
        {rows.length <= shortList ? (
          rows.map(rowOf)
        ) : (
          <Virtualizer scrollRef={scroller} itemSize={32}>
            {rows.map(rowOf)}
          </Virtualizer>
        )}
        {value?.length === 0 && (
          <p className="px-2.5 py-2 text-small text-text-soft">{t('chat.noConversations')}</p>
        )}
        {wanted !== '' && rows.length === 0 && (
          <p className="phrases px-2.5 py-2 text-small text-text-soft">
            {t('chat.noMatch', { text: wanted })}
          </p>
        )}
      </div>
      {dialog}
    </section>
  );
}

/** Up and down go from row to row. */
function stepByArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (at < 0) return;
  event.preventDefault();
  rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
