import type { Emit } from '../../../preload/contract/index.ts';
import type { UnreadableRow } from '../../../preload/contract/settings/unreadable-rows.ts';
import type { Log } from '../host.ts';

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

/** Logs unreadable rows and sends them to all windows, including those found earlier. */
export function reportUnreadableRows(rows: UnreadableRows, log: Log, emit: Emit): void {
  const report = ({ table, columns, used }: UnreadableRow): void => {
    log.error('row-unread', null, { table, columns: columns.join(' '), used });
    emit('unreadableRows.changed', [...rows.all()]);
  };
  for (const row of rows.all()) report(row);
  rows.onChange(report);
}
