import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../main/base/host.ts';
import { createFilesRoom } from '../../../main/work/files/index.ts';
import type { ComputeApi } from '../../../main/work/operations/types.ts';
import type { FilesState, Transfer } from '../../../preload/contract/work/files.ts';
import { testFolder } from '../../support/files/folder.ts';
import { throughTheDoor } from '../../support/worlds/door.ts';

const log: Log = { info: () => undefined, error: () => undefined };
const sender = { id: 'tab' };

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The room of files over one compute API, as a window reaches it. `folder`: what the user chooses in the dialog. */
export function filesWorld(api: ComputeApi, folder: string | null) {
  const events: FilesState[] = [];
  const saved: { name: string; bytes: Uint8Array }[] = [];
  let told = (): void => undefined;
  const room = createFilesRoom({
    apis: { open: () => api },
    async saveStreamed({ name, write }) {
      const path = join(testFolder(), 'saved');
      await write(path);
      saved.push({ name, bytes: await readFile(path) });
      return { kind: 'saved', path };
    },
    ...(folder !== null && { chooseFolder: async () => folder }),
    emit: (name, payload) => {
      if (name === 'files.changed') events.push(payload as FilesState);
      told();
    },
    log,
  });
  const { files } = throughTheDoor({ files: room.calls }, log);
  const place = { systemId: 's1', machine: 'login-1' };
  return {
    room,
    saved,
    events,
    place,
    at: (path: string) => ({ ...place, path }),
    call: <N extends keyof typeof files>(
      name: N,
      input: Parameters<(typeof files)[N]>[0],
    ): ReturnType<(typeof files)[N]> =>
      (files[name] as (input: unknown, from: unknown) => never)(input, sender),
    /** Waits until it is so, and returns the transfers. */
    async until(isSo: (transfers: readonly Transfer[]) => boolean): Promise<readonly Transfer[]> {
      for (;;) {
        const { transfers } = await files.snapshot(undefined, sender);
        if (isSo(transfers)) return transfers;
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
    },
    /** Waits until no transfer is under way, and returns all. */
    async settled(): Promise<readonly Transfer[]> {
      for (;;) {
        const { transfers } = await files.snapshot(undefined, sender);
        const isBusy = transfers.some(({ state }) => state === 'waiting' || state === 'running');
        if (!isBusy) return transfers;
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
    },
  };
}
