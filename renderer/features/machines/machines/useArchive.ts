import { type ChangeEvent, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useToasts } from '../../../ui/index.ts';

/** Exports and imports the history of a system's machines. */
export function useArchive(systemId: string | undefined) {
  const t = useT();
  const toasts = useToasts();
  const { client } = useStores();
  const { problem, attempt, forget } = useProblem();
  const chooser = useRef<HTMLInputElement>(null);
  const save = (format: 'csv' | 'json') => {
    if (systemId === undefined) return;
    void attempt(async () => {
      const saved = await client.call('machineArchive.exportFile', { systemId, format });
      if (saved.kind === 'download') download(saved);
    });
  };
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file === undefined || systemId === undefined) return;
    const taken = await attempt(async () =>
      client.call('machineArchive.importFile', {
        systemId,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }),
    );
    if (taken === null) return;
    const { machines, changes } = taken.value;
    toasts.show({
      text:
        machines === 0
          ? t('machines.archive.known')
          : t('machines.archive.taken', { machines, changes }),
    });
  };
  return { problem, forget, chooser, save, take };
}
