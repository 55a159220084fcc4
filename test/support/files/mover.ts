import type { StorageMethods } from '../../../main/base/storage/database.ts';
import { moveData, removeMoveMark } from '../../../main/base/storage/move/index.ts';
import type { WorkerClient } from '../../../main/base/workers/connect.ts';

/** What a storage worker does of a move, in this thread. */
export function mover(): WorkerClient<StorageMethods> {
  return {
    async request(method: string, input: unknown) {
      const { from, to, token } = input as { from: string; to: string; token: string };
      if (method === 'move') moveData(from, to, token);
      else removeMoveMark(to);
      return null as never;
    },
    stop: async () => undefined,
  } as WorkerClient<StorageMethods>;
}
