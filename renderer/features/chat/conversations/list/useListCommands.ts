import type { RefObject } from 'react';
import { useStores } from '../../../../kit/index.ts';
import { useOffer } from '../../../../kit/useCommand.ts';
import { conversationsIn, type Row } from './groups.ts';
import type { ListDialog } from './ListDialogs.tsx';

/** Carries out the conversation commands that belong to the list. */
export function useListCommands(options: {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Rows with the neighbours of the open conversation, folded ones too; null if there are none. */
  readonly neighbours: (() => readonly Row[]) | null;
  readonly openId: string | null;
  readonly select: () => void;
  readonly begin: (what: ListDialog) => void;
  readonly showArchive: () => void;
}): void {
  const { field, neighbours, openId, select, begin, showArchive } = options;
  const { route } = useStores();
  const stepping = (by: 1 | -1) =>
    neighbours === null
      ? null
      : () => {
          const list = conversationsIn(neighbours());
          const at = list.findIndex(({ id }) => id === openId);
          const next = list[at < 0 ? (by === 1 ? 0 : list.length - 1) : at + by];
          if (next !== undefined) route.go({ screen: 'chat', conversationId: next.id });
        };
  useOffer('search', () => field.current?.focus());
  useOffer('next', stepping(1));
  useOffer('previous', stepping(-1));
  useOffer('import', () => begin('import'));
  useOffer('export-all', () => begin('export-all'));
  useOffer('select', neighbours === null ? null : select);
  useOffer('archive-view', showArchive);
}
