import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput, Emit, Handlers } from '../../../preload/contract/index.ts';
import { largestDropped } from '../../../preload/contract/work/file-limits.ts';
import type { FilesState } from '../../../preload/contract/work/files.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import type { Host, Log } from '../../base/host.ts';
import { writeNew } from '../../base/outside/index.ts';
import type { ComputeApis } from '../apis.ts';
import type { ComputeApi } from '../operations/types.ts';
import { createChanges } from './changes.ts';
import { type LocalFolder, openLocalFolder, requireSize } from './local.ts';
import { joinPath, requirePath, splitPath } from './paths.ts';
import { createTextReader } from './reading.ts';
import { openRemoteFiles, type RemoteFiles } from './remote.ts';
import { createTransfers, type NewTransfer } from './transfers.ts';
import { findTree, type Tree } from './trees.ts';

const maxMachines = 1000;
const longestPath = 4096;

/** Files of the systems' machines, and their way from and to this computer. */
export interface FilesRoom {
  readonly calls: Handlers<'files'>;
  readonly readText: ReturnType<typeof createTextReader>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createFilesRoom(deps: {
  readonly apis: Pick<ComputeApis, 'open'>;
  readonly saveStreamed: Host['saveStreamed'];
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
    changes: changes.list(),
  });
  const changed = (): void => emit('files.changed', state());
  const changes = createChanges(open, changed);
  const transfers = createTransfers({ open, changed, log: deps.log });

  const queueAll = (
    given: CallInput<'files.upload'>,
    direction: NewTransfer['direction'],
    folderHere: LocalFolder,
    tree: Tree,
  ): { leftOut: number } => {
    const { names, way, systemId, machine, folder } = given;
    requirePath(folder);
    const own = names.map((name) => ({ way: [], name }));
    const safe = (below: readonly string[]) =>
      direction === 'down' ? below.map(safeFileName) : below;
    transfers.add(
      [...own, ...tree.files].map((file) => ({
        systemId,
        machine,
        direction,
        name: file.name,
        folder: file.way.reduce(joinPath, folder),
        here: { local: folderHere, way: [...way, ...safe(file.way)] },
      })),
    );
    return { leftOut: tree.leftOut };
  };

  const calls: Handlers<'files'> = {
    snapshot: async () => state(),
    async machines({ systemId }) {
      const { files, machines } = apis.open(systemId);
      const names = await (files?.machines ?? machines)();
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
    ...changes.calls,
    async save({ systemId, machine, path }, sender) {
      const remote = open(systemId, machine);
      const name = safeFileName(splitPath(path).name);
      const write = (target: string): Promise<void> =>
        writeNew(target, 0o600, (put) => remote.fetch(path, async () => put, null));
      return deps.saveStreamed({ name, write }, sender);
    },

    async chooseFolder(_, sender) {
      const folder = (await chooseFolder?.(sender)) ?? null;
      if (folder === null) return;
      chosen = openLocalFolder(folder);
      changed();
    },
    listHere: ({ way }) => local().list(way),
    makeFolderHere: ({ way, name }) => local().makeFolder(way, name, 'new'),

    async upload(given) {
      const here = local();
      const { folder, way, folders = [] } = given;
      const remote = open(given.systemId, given.machine);
      const tree = await findTree(folders, (below) => here.list([...way, ...below]));
      for (const below of tree.folders) await remote.ensureFolder(below.reduce(joinPath, folder));
      return queueAll(given, 'up', here, tree);
    },
    async uploadDropped({ systemId, machine, folder, name, bytes, changedAt }) {
      joinPath(folder, name);
      requireSize(name, bytes.length, largestDropped);
      const here = { bytes, changedAt };
      transfers.add([{ systemId, machine, folder, direction: 'up', name, here }]);
    },
    async download(given) {
      const here = local();
      const { folder, way, folders = [] } = given;
      const remote = open(given.systemId, given.machine);
      const tree = await findTree(folders, (below) => remote.list(below.reduce(joinPath, folder)));
      for (const below of tree.folders) {
        const safe = [...way, ...below.map(safeFileName)];
        await here.makeFolder(safe.slice(0, -1), safe.at(-1) ?? '', 'any');
      }
      return queueAll(given, 'down', here, tree);
    },
    pause: async ({ ids }) => transfers.pause(ids),
    answer: async ({ ids, choice }) => transfers.answer(ids, choice),
    cancel: async ({ id }) => transfers.cancel(id),
    retry: async ({ ids }) => transfers.retry(ids),
    clearEnded: async () => transfers.clearEnded(),
  };
  return {
    calls,
    readText: createTextReader({ open, api: apis.open, home: homeOf }),
    forget: (systemId) => transfers.forget(systemId),
    close: () => transfers.close(),
  };
}

/** Returns the user's home, or the folder in which commands start; `/` where nothing tells it. */
export async function homeOf({ run, files }: ComputeApi, machine: string): Promise<string> {
  try {
    const told =
      (await files?.home?.(machine)) ?? (run === null ? '/' : await startOf(run, machine));
    const path = told.length > 1 && told.endsWith('/') ? told.slice(0, -1) : told;
    requirePath(path);
    return path.length <= longestPath ? path : '/';
  } catch (error) {
    const isRefused = error instanceof AppError && /^(http|answer|path)-/.test(error.code);
    if (isRefused) return '/';
    throw error;
  }
}

async function startOf(run: NonNullable<ComputeApi['run']>, machine: string): Promise<string> {
  const { succeeded, output } = await run(machine, 'pwd');
  return succeeded ? output.replace(/\n$/, '') : '/';
}
