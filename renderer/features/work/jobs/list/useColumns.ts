import { useFollowed, useStores } from '../../../../kit/index.ts';
import { useMedia } from '../../../../kit/useNarrow.ts';
import { type ColumnId, columnIds } from './columns.ts';

export type Columns = ReturnType<typeof useColumns>;

const usual: readonly ColumnId[] = ['state', 'time', 'queue', 'machine'];
/** Those that fit beside an open job. */
const beside: readonly ColumnId[] = ['state', 'time'];
/** Columns that a window of 960 px has room for. */
const mostNarrow = 4;

/** The columns by choice, as far as there is room; without any, the state stands below the name. */
export function useColumns(isOpen: boolean) {
  const { client, settings } = useStores();
  const kept = useFollowed((stores) => stores.settings).value;
  const chosen = kept?.jobColumns ?? usual;
  const keepsOutput = kept?.keepJobOutput === true;
  const narrow = useMedia('(max-width: 68.75rem)');
  const veryNarrow = useMedia('(max-width: 44rem)');
  const wide = columnIds.filter((id) => chosen.includes(id));
  const shown =
    veryNarrow || (narrow && isOpen)
      ? []
      : isOpen
        ? wide.filter((id) => beside.includes(id))
        : narrow
          ? wide.slice(0, mostNarrow)
          : wide;
  return {
    chosen,
    shown,
    /** Whether there is little room for names. */
    narrow: narrow || isOpen,
    keepsOutput,
    keepOutput: () =>
      void settings.carryOut(() => client.call('settings.update', { keepJobOutput: !keepsOutput })),
    toggle(id: ColumnId) {
      const jobColumns = columnIds.filter((one) => chosen.includes(one) !== (one === id));
      void settings.carryOut(() => client.call('settings.update', { jobColumns }));
    },
  };
}
