import type { UnreadRow } from '../../../preload/contract/settings/unread.ts';

/** Unreadable rows, each once. They stay in place, and are not used. */
export interface UnreadableRows {
  note(row: UnreadRow): void;
  all(): readonly UnreadRow[];
  onChange(listener: (row: UnreadRow) => void): void;
}

/** Maximum rows recorded. */
const mostNoted = 500;

export function createUnreadableRows(): UnreadableRows {
  const noted = new Map<string, UnreadRow>();
  const listeners: ((row: UnreadRow) => void)[] = [];
  return {
    note(row) {
      const key = JSON.stringify(row);
      if (noted.has(key) || noted.size >= mostNoted) return;
      noted.set(key, row);
      for (const listener of listeners) listener(row);
    },
    all: () => [...noted.values()],
    onChange: (listener) => void listeners.push(listener),
  };
}
