import { randomUUID } from 'node:crypto';
import { changeShownAfter } from '../../../preload/contract/work/file-limits.ts';
import type { FileChange } from '../../../preload/contract/work/files.ts';

/** Renames and removals that are under way. */
export interface Changes {
  /** Those that take long. */
  list(): FileChange[];
  run(
    what: Omit<FileChange, 'id' | 'startedAt'>,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  cancel(id: string): void;
}

export function createChanges(changed: () => void): Changes {
  const long = new Map<string, { readonly change: FileChange; readonly ended: AbortController }>();
  return {
    list: () => [...long.values()].map(({ change }) => change),
    async run(what, work) {
      const change = { ...what, id: randomUUID(), startedAt: Date.now() };
      const ended = new AbortController();
      const timer = setTimeout(() => {
        long.set(change.id, { change, ended });
        changed();
      }, changeShownAfter);
      try {
        await work(ended.signal);
      } finally {
        clearTimeout(timer);
        if (long.delete(change.id)) changed();
      }
    },
    cancel(id) {
      const one = long.get(id);
      if (one?.change.cancels === true) one.ended.abort();
    },
  };
}
