import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { DataPlaceState } from '../../../preload/contract/settings/data-place.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Host, HostPaths } from '../../base/host.ts';
import { withTimeout } from '../../base/outside/index.ts';
import type { StorageMethods } from '../../base/storage/database.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';

/** The place of the data folder, and moving it. */
export function createDataPlace(deps: {
  readonly paths: HostPaths;
  readonly dataPlace?: Host['dataPlace'];
  readonly chooseFolder?: Host['chooseFolder'];
  readonly startStorage: () => WorkerClient<StorageMethods>;
  readonly emit: Emit;
}): { readonly calls: Handlers<'dataPlace'> } {
  const { paths, dataPlace, chooseFolder, emit } = deps;
  const next = serialQueue();
  const state = async (): Promise<DataPlaceState> => {
    const kept = (await dataPlace?.state()) ?? { movesTo: null, before: null, problem: null };
    return {
      ...kept,
      folder: paths.data,
      problem: problemOf(kept.problem),
      movable: dataPlace !== undefined,
      asksFolder: chooseFolder !== undefined,
    };
  };
  const changed = async (): Promise<DataPlaceState> => {
    const now = await state();
    emit('dataPlace.changed', now);
    return now;
  };

  async function move(chosen: string): Promise<void> {
    if (dataPlace === undefined) throw new AppError('new-place-refused');
    const to = await dataPlace.plan(chosen);
    await withTimeout(to, async () => {
      const storage = deps.startStorage();
      try {
        await storage.request('checkDestination', { place: to, from: paths.data });
      } finally {
        await storage.stop();
      }
    });
    await dataPlace.keep(to);
  }

  return {
    calls: {
      snapshot: state,
      move: ({ folder }, sender) =>
        next(async () => {
          const chosen = chooseFolder ? await chooseFolder(sender) : folder;
          if (chosen !== null) await move(chosen);
          return changed();
        }),
      stay: () =>
        next(async () => {
          await dataPlace?.keep(null);
          return changed();
        }),
    },
  };
}

const problemOf = (code: ErrorCode | null) => (code === null ? null : new AppError(code).toData());
