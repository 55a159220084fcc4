import type { UnreadableRow } from '../../../preload/contract/settings/unreadable-rows.ts';

/** Unreadable rows, each once. They stay in place, and are not used. */
export interface UnreadableRows {
  note(row: UnreadableRow): void;
  all(): readonly UnreadableRow[];
  onChange(listener: (row: UnreadableRow) => void): void;
}

/** Maximum rows recorded. */
const mostNoted = 500;

export function createUnreadableRows(): UnreadableRows {
  const noted = new Map<string, UnreadableRow>();
  const listeners: ((row: UnreadableRow) => void)[] = [];
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
