import { randomUUID } from 'node:crypto';
import type { CallInput, Handlers } from '../../../preload/contract/index.ts';
import { changeShownAfter } from '../../../preload/contract/work/file-limits.ts';
import type { FileChange } from '../../../preload/contract/work/files.ts';
import { splitPath } from './paths.ts';
import type { RemoteFiles } from './remote.ts';

/** Renames and removals that are under way. */
export interface Changes {
  readonly calls: Pick<Handlers<'files'>, 'rename' | 'remove' | 'cancelChange'>;
  /** Those that take long. */
  list(): FileChange[];
}

export function createChanges(
  open: (systemId: string, machine: string) => RemoteFiles,
  changed: () => void,
): Changes {
  const long = new Map<string, { readonly change: FileChange; readonly ended: AbortController }>();
  const run = async (
    of: Pick<CallInput<'files.rename'>, 'systemId' | 'machine' | 'path'>,
    kind: FileChange['kind'],
    work: (remote: RemoteFiles, signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    const { systemId, machine, path } = of;
    const remote = open(systemId, machine);
    const { name } = splitPath(path);
    const change: FileChange = {
      ...{ id: randomUUID(), systemId, machine, kind, name },
      ...{ startedAt: Date.now(), cancels: remote.cancels },
    };
    const ended = new AbortController();
    const timer = setTimeout(() => {
      long.set(change.id, { change, ended });
      changed();
    }, changeShownAfter);
    try {
      await work(remote, ended.signal);
    } finally {
      clearTimeout(timer);
      if (long.delete(change.id)) changed();
    }
  };
  return {
    list: () => [...long.values()].map(({ change }) => change),
    calls: {
      rename: ({ name, ...of }) =>
        run(of, 'rename', (remote, signal) => remote.rename(of.path, name, signal)),
      remove: ({ kind, ...of }) =>
        run(of, 'delete', (remote, signal) => remote.remove(of.path, kind, signal)),
      async cancelChange({ id }) {
        const one = long.get(id);
        if (one?.change.cancels === true) one.ended.abort();
      },
    },
  };
}
