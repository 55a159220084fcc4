import { useCallback, useMemo, useState } from 'react';
import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';

/** Conversations selected for a common action. */
export interface Selection {
  /** Rows select instead of opening. */
  readonly active: boolean;
  readonly ids: ReadonlySet<string>;
  begin(): void;
  toggle(id: string): void;
  /** Selects everything from the last toggled row to this one. */
  extend(id: string): void;
  all(): void;
  end(): void;
}

interface State {
  readonly active: boolean;
  readonly ids: ReadonlySet<string>;
  readonly from: string | null;
}

const nothing: State = { active: false, ids: new Set(), from: null };

/** @param shown the conversations in the order of the list; removed ones are deselected */
export function useSelection(shown: readonly ConversationSummary[]): Selection {
  const [{ active, ids, from }, set] = useState(nothing);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const present = useMemo(() => {
    const known = new Set(order);
    return new Set([...ids].filter((id) => known.has(id)));
  }, [ids, order]);
  const toggle = useCallback(
    (id: string) =>
      set((before) => {
        const next = new Set(before.ids);
        if (!next.delete(id)) next.add(id);
        return { active: true, ids: next, from: id };
      }),
    [],
  );
  return {
    active,
    ids: present,
    begin: () => set((before) => ({ ...before, active: true })),
    toggle,
    extend(id) {
      const start = from === null ? -1 : order.indexOf(from);
      if (start < 0) {
        toggle(id);
        return;
      }
      const end = order.indexOf(id);
      const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
      set((before) => ({ ...before, active: true, ids: new Set([...before.ids, ...range]) }));
    },
    all: () => set((before) => ({ ...before, active: true, ids: new Set(order) })),
    end: () => set(nothing),
  };
}
