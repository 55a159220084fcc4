import { useState } from 'react';
import { AppError } from '../../../../preload/contract/errors.ts';
import { largestDropped } from '../../../../preload/contract/work/file-limits.ts';
import { useStores } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useAction } from '../../../kit/useAction.ts';
import { joined } from './names.ts';
import { namesOf, type Selection } from './selection.ts';

/** Where files go and come from: a folder of a machine, and one of this computer, if there is one. */
interface Between {
  readonly systemId: string;
  readonly machine: string | null;
  readonly path: string | null;
  readonly folder: string | null;
  readonly way: readonly string[];
}

/** Moves files both ways. Each tells whether it was begun. */
export function useMoving({ systemId, machine, path, folder, way }: Between) {
  const { client } = useStores();
  const { attempt, ...rest } = useAction();
  const [leftOut, setLeftOut] = useState(0);
  const upload = async (selected: Selection): Promise<boolean> => {
    if (machine === null || path === null) return false;
    const given = { systemId, machine, folder: path, way: [...way], ...namesOf(selected) };
    const done = await attempt(() => client.call('files.upload', given));
    setLeftOut(done?.value.leftOut ?? 0);
    return done !== null;
  };
  const uploadDropped = (files: readonly File[]) =>
    attempt(async () => {
      if (machine === null || path === null) return;
      for (const file of files) {
        if (file.size > largestDropped) {
          const limit = largestDropped / (1024 * 1024);
          throw new AppError('transfer-too-large', { details: { name: file.name, limit } });
        }
        await client.call('files.uploadDropped', {
          systemId,
          machine,
          folder: path,
          name: file.name,
          bytes: new Uint8Array(await file.arrayBuffer()),
          changedAt: file.lastModified,
        });
      }
    });
  /** Into the chosen folder; without one each is saved by the host's dialog or the browser. */
  const fetch = async (selected: Selection): Promise<boolean> => {
    if (machine === null || path === null) return false;
    setLeftOut(0);
    const done = await attempt(async () => {
      if (folder !== null) {
        const given = { systemId, machine, folder: path, way: [...way], ...namesOf(selected) };
        setLeftOut((await client.call('files.download', given)).leftOut);
        return;
      }
      for (const name of namesOf(selected).names) {
        const saved = await client.call('files.save', {
          systemId,
          machine,
          path: joined(path, name),
        });
        if (saved.kind === 'download') download(saved);
      }
    });
    return done !== null;
  };

  return {
    ...rest,
    /** Links and special files of moved folders. */
    leftOut,
    forgetLeftOut: () => setLeftOut(0),
    upload,
    uploadDropped,
    fetch,
  };
}
