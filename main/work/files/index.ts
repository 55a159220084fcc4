import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import { largestDropped, largestTransfer } from '../../../preload/contract/work/file-limits.ts';
import type { FilesState } from '../../../preload/contract/work/files.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import type { Host, Log } from '../../base/host.ts';
import type { ComputeApis } from '../apis.ts';
import type { ComputeApi } from '../operations/types.ts';
import { type LocalFolder, openLocalFolder, requireSize } from './local.ts';
import { joinPath, requirePath, splitPath } from './paths.ts';
import { openRemoteFiles, type RemoteFiles } from './remote.ts';
import { createTransfers, type NewTransfer } from './transfers.ts';

const maxMachines = 1000;

/** Files of the systems' machines, and their way from and to this computer. */
export interface FilesRoom {
  readonly calls: Handlers<'files'>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createFilesRoom(deps: {
  readonly apis: Pick<ComputeApis, 'open'>;
  readonly files: Host['files'];
  readonly chooseFolder?: Host['chooseFolder'];
  readonly emit: Emit;
  readonly log: Log;
}): FilesRoom {
  const { apis, chooseFolder, emit } = deps;
  let chosen: LocalFolder | null = null;

  const open = (systemId: string, machine: string): RemoteFiles => {
    const { files } = apis.open(systemId);
    if (files === null) throw new AppError('not-found');
    return openRemoteFiles(files, machine);
  };
  const local = (): LocalFolder => {
    if (chosen === null) throw new AppError('not-found');
    return chosen;
  };
  const state = (): FilesState => ({
    asksFolder: chooseFolder !== undefined,
    folder: chosen?.root ?? null,
    transfers: transfers.list(),
  });
  const changed = (): void => emit('files.changed', state());
  const transfers = createTransfers({ open, changed, log: deps.log });

  const queueAll = (
    given: Pick<NewTransfer, 'systemId' | 'machine' | 'folder'> & {
      readonly way: readonly string[];
      readonly names: readonly string[];
    },
    direction: NewTransfer['direction'],
  ): void => {
    const { names, way, systemId, machine, folder } = given;
    requirePath(folder);
    const here = { local: local(), way };
    transfers.add(names.map((name) => ({ systemId, machine, folder, direction, name, here })));
  };

  const calls: Handlers<'files'> = {
    snapshot: async () => state(),
    async machines({ systemId }) {
      const names = await apis.open(systemId).machines();
      return names.filter((name) => name !== '' && name.length <= 300).slice(0, maxMachines);
    },
    async home({ systemId, machine }) {
      return homeOf(apis.open(systemId), machine);
    },
    list: async ({ systemId, machine, path }) => open(systemId, machine).list(path),
    preview: async ({ systemId, machine, path, part }) =>
      open(systemId, machine).preview(path, part),
    async saveText({ systemId, machine, path, text, hash }) {
      return { hash: await open(systemId, machine).saveText(path, text, hash) };
    },
    makeFolder: async ({ systemId, machine, path }) => open(systemId, machine).makeFolder(path),
    rename: async ({ systemId, machine, path, name }) => open(systemId, machine).rename(path, name),
    remove: async ({ systemId, machine, path, kind }) => open(systemId, machine).remove(path, kind),
    async save({ systemId, machine, path }, sender) {
      const bytes = await open(systemId, machine).read(path, largestTransfer);
      const name = safeFileName(splitPath(path).name);
      return deps.files.save({ name, bytes, secret: false }, sender);
    },

    async chooseFolder(_, sender) {
      const folder = (await chooseFolder?.(sender)) ?? null;
      if (folder === null) return;
      chosen = openLocalFolder(folder);
      changed();
    },
    listHere: ({ way }) => local().list(way),

    upload: async (given) => queueAll(given, 'up'),
    async uploadDropped({ systemId, machine, folder, name, bytes, changedAt }) {
      joinPath(folder, name);
      requireSize(name, bytes.length, largestDropped);
      const here = { bytes, changedAt };
      transfers.add([{ systemId, machine, folder, direction: 'up', name, here }]);
    },
    download: async (given) => queueAll(given, 'down'),
    answer: async ({ ids, choice }) => transfers.answer(ids, choice),
    cancel: async ({ id }) => transfers.cancel(id),
    retry: async ({ id }) => transfers.retry(id),
    clearEnded: async () => transfers.clearEnded(),
  };
  return {
    calls,
    forget: async (systemId) => transfers.forget(systemId),
    close: async () => transfers.close(),
  };
}

/** Returns the folder in which commands start, which is the user's home; `/` where none run. */
async function homeOf({ run, files }: ComputeApi, machine: string): Promise<string> {
  if (files?.home !== undefined) return files.home(machine);
  if (run === null) return '/';
  try {
    const { succeeded, output } = await run(machine, 'pwd');
    const path = output.replace(/\n$/, '');
    requirePath(path);
    return succeeded && path.length <= 4096 ? path : '/';
  } catch (error) {
    const isRefused = error instanceof AppError && /^(http|answer|path)-/.test(error.code);
    if (isRefused) return '/';
    throw error;
  }
}
