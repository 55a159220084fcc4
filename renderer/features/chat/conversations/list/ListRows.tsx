import { type ReactElement, useRef } from 'react';
import { Virtualizer } from 'virtua';
import { ConversationRow } from './ConversationRow.tsx';
import { ArchiveRow, FolderRow, GroupHeading } from './GroupRows.tsx';
import type { Row } from './groups.ts';
import type { Selection } from './selection.ts';
import type { Bulk } from './useBulk.ts';
import type { useConversationActions } from './useConversationActions.tsx';

interface ListRowsProps {
  readonly rows: readonly Row[];
  readonly openId: string | null;
  /** Actions on the rows. */
  readonly organising: Pick<ReturnType<typeof useConversationActions>, 'itemsFor' | 'run'> & {
    readonly bulk: Bulk;
    readonly selection: Selection;
    readonly perform: (work: () => Promise<unknown>) => void;
  };
  /** Whether the folder is unfolded. */
  readonly isOpen: (folderId: string) => boolean;
  readonly onFold: (folderId: string) => void;
  readonly onArchive: () => void;
  /** Text for an empty list; null if it is not empty, or still unknown. */
  readonly empty: string | null;
}

/** Longer lists are virtualized. */
const shortList = 60;

/** The rows of the list: conversations, folders, headings. */
export function ListRows(props: ListRowsProps) {
  const { rows, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = rows.map((row) => rowOf(row, props));
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {rows.length <= shortList ? (
        drawn
      ) : (
        <Virtualizer scrollRef={scroller} itemSize={34} bufferSize={600}>
          {drawn}
        </Virtualizer>
      )}
      {empty !== null && <p className="px-2.5 py-2 text-small text-text-soft">{empty}</p>}
    </div>
  );
}

function rowOf(row: Row, props: ListRowsProps): ReactElement {
  const { openId, isOpen, onFold, onArchive, organising } = props;
  const { itemsFor, run, bulk, selection, perform } = organising;
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
        open={isOpen(folder.id)}
        onFold={() => onFold(folder.id)}
        bulk={bulk}
        perform={perform}
      />
    );
  }
  if (row.kind === 'archive') {
    return <ArchiveRow key="archive" count={row.count} bulk={bulk} onOpen={onArchive} />;
  }
  return <GroupHeading key={row.name} name={row.name} bulk={bulk} />;
}
